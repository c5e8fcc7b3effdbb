// Counts grams that fit into the first-level cache.
//
// An open-addressed table finds those that are distinct, which stand densely in the order in which they came: a slot holds
// a position among them, counted from 1, or 0. In that hot loop both a gram that is new and one that is not take the same
// way, since which comes next is a coin toss that no processor predicts; the one branch is for slots taken by another gram,
// which are few. What came again is only noted there, and counted afterwards.

const MOST_BITS: u32 = 15;
const slots: usize = memory.data(2 << 15, 16);
/** The table has 2^bits slots. */
let bits: u32 = 0;

/** So many grams are read before what came again is counted, and has its positions (u16) here. */
const BLOCK: u32 = 1024;
const noted: usize = memory.data(2 << 10, 16);

/** Where the position (u32) of the next feature that occurs twice is to be written. */
export let repeatedEnd: usize = 0;

/** Starts a document whose parts have about so many grams: there are four to eight slots for each, if it may be. */
export function startTally(grams: u32, repeated: usize): void {
  bits = min(MOST_BITS, 35 - clz(grams | 1));
  repeatedEnd = repeated;
}

/**
 * Counts the grams (u64) from `from` to `end`. Writes each once at `features`, which may be `from` or before it, how often
 * it occurs (u32) at `times`, and, where that is more than once, its position at `repeatedEnd`, counted from `first`.
 * Returns how many there are, or -1 if they are too many for the table.
 */
export function tally(from: usize, end: usize, features: usize, times: usize, first: u32): i32 {
  memory.fill(slots, 0, (<usize>2) << bits);
  const most = ((<u32>3) << bits) >> 2;
  const mayOverflow = <u32>((end - from) >> 3) > most;
  let size: u32 = 0;
  for (let block = from; block < end; block += BLOCK << 3) {
    if (mayOverflow && size + BLOCK > most) return -1;
    const blockEnd = min(end, block + (BLOCK << 3));
    const before = size;
    size = findDistinct(block, blockEnd, features - 8, before);
    for (let i: usize = before; i < size; i++) store<u32>(times + (i << 2), 1);
    const again = <u32>((blockEnd - block) >> 3) - (size - before);
    countNoted(again, times - 4, first - 1);
  }
  return size;
}

/** Puts the new grams of a block to those that are known, notes the positions of the others, and returns how many are known. */
function findDistinct(from: usize, end: usize, features: usize, known: u32): u32 {
  // Of the two bytes of a slot the first.
  const mask = ((<usize>2) << bits) - 2;
  let next = <usize>known + 1;
  let note = noted;
  for (let place = from; place < end; place += 8) {
    const gram = load<u64>(place);
    let slot = <usize>gram & mask;
    let found = <usize>load<u16>(slots + slot);
    // As if it were new: then what stands at its position is itself.
    store<u64>(features + (next << 3), gram);
    let position = select(found, next, found != 0);
    while (load<u64>(features + (position << 3)) != gram) {
      slot = (slot + 2) & mask;
      found = <usize>load<u16>(slots + slot);
      position = select(found, next, found != 0);
    }
    store<u16>(slots + slot, <u32>position);
    store<u16>(note, <u32>position);
    const isKnown = <usize>(found != 0);
    note += isKnown << 1;
    next += 1 - isKnown;
  }
  return <u32>next - 1;
}

/** Counts the features whose positions were noted. */
function countNoted(count: u32, times: usize, first: u32): void {
  let repeated = repeatedEnd;
  for (let note = noted; note < noted + ((<usize>count) << 1); note += 2) {
    const position = load<u16>(note);
    const before = load<u32>(times + ((<usize>position) << 2));
    store<u32>(times + ((<usize>position) << 2), before + 1);
    store<u32>(repeated, first + position);
    repeated += (<usize>(before == 1)) << 2;
  }
  repeatedEnd = repeated;
}
