// Counts grams whose features fit into a table of 64 KiB.
//
// An open-addressed table finds those that are distinct, which stand densely in about the order in which they came: a slot
// holds a position among them, counted from 1, or 0. Which gram is new is a coin toss that no processor predicts; so a block
// of them is gone through without a branch on it. First each gram takes its slot if it is free, and is noted if not. Then
// those are counted of what was noted whose own slot it is. The rest, whose slot is another gram's, are few, and look on.

import { stride } from '../hash';

const MOST_BITS: u32 = 15;
const slots: usize = memory.data(2 << 15, 16);
/** The table has 2^bits slots. */
let bits: u32 = 0;
/** Of the two bytes of a slot the first. Kept, since V8 computes it anew in every round of a loop, but not what it loads. */
let slotMask: usize = 0;

/** Grams of a block, and room (u64) for those that are noted and those that look on. */
const BLOCK: u32 = 1024;
const noted: usize = memory.data(8 << 10, 16);
const displaced: usize = memory.data(8 << 10, 16);

/** Where the feature (u64) of position 0 would stand, which there is not, and how often it occurs (u32). */
let features: usize = 0;
let times: usize = 0;
/** The next position. */
let next: u32 = 0;
/** What is added to the position of a feature that occurs more than once. */
let offset: u32 = 0;

/** Where that of the next one (u32) is to be written. */
export let repeatedEnd: usize = 0;

/**
 * Starts a document whose parts have about so many grams: there are four to eight slots for each, if it may be. So what is
 * cleared before it is as much as it needs, which takes 2 % of a fingerprint of 2 KB.
 */
export function startTally(grams: u32, repeated: usize): void {
  bits = min(MOST_BITS, 35 - clz(grams | 1));
  slotMask = ((<usize>2) << bits) - 2;
  repeatedEnd = repeated;
}

/**
 * Counts the grams (u64) from `from` to `end`. Writes each once at `target`, which may be `from` or before it, how often
 * it occurs (u32) at `targetTimes`, with one more behind, and, where that is more than once, its position at `repeatedEnd`,
 * counted from `first`. Returns how many there are, or -1 if they are too many for the table.
 */
export function tally(from: usize, end: usize, target: usize, targetTimes: usize, first: u32): i32 {
  memory.fill(slots, 0, (<usize>2) << bits);
  const most = ((<u32>3) << bits) >> 2;
  const mayOverflow = <u32>((end - from) >> 3) > most;
  features = target - 8;
  times = targetTimes - 4;
  next = 1;
  offset = first - 1;
  for (let block = from; block < end; block += BLOCK << 3) {
    if (mayOverflow && next + BLOCK > most) return -1;
    const notedEnd = takeSlots(block, min(end, block + (BLOCK << 3)));
    lookOn(countNoted(notedEnd));
  }
  return next - 1;
}

/** Every gram whose slot is free takes it. Notes the others, and returns where they end. */
function takeSlots(from: usize, end: usize): usize {
  const mask = slotMask;
  const target = features;
  let position = <usize>next;
  let note = noted;
  for (let place = from; place < end; place += 8) {
    const gram = load<u64>(place);
    const slot = slots + (<usize>gram & mask);
    const found = <usize>load<u16>(slot);
    // As if it were new, and as if it were not.
    store<u64>(target + (position << 3), gram);
    store<u64>(note, gram);
    store<u16>(slot, <u32>select(found, position, found != 0));
    const isTaken = <usize>(found != 0);
    note += isTaken << 3;
    position += 1 - isTaken;
  }
  const newTimes = times + ((<usize>next) << 2);
  next = <u32>position;
  setOnce(newTimes, times + (position << 2));
  return note;
}

/** Two at a time, after all grams: once for each gram, four stores would be more than a processor makes in time. */
function setOnce(from: usize, end: usize): void {
  for (let place = from; place < end; place += 8) store<u64>(place, 0x100000001);
}

/** Counts the noted grams that stand where their slot says, and returns where the others end. */
function countNoted(end: usize): usize {
  const mask = slotMask;
  const grams = features;
  const counts = times;
  const first = offset;
  let repeated = repeatedEnd;
  let rest = displaced;
  for (let note = noted; note < end; note += 8) {
    const gram = load<u64>(note);
    const position = <usize>load<u16>(slots + (<usize>gram & mask));
    const isThere = <u32>(load<u64>(grams + (position << 3)) == gram);
    const before = load<u32>(counts + (position << 2));
    store<u32>(counts + (position << 2), before + isThere);
    store<u32>(repeated, first + <u32>position);
    store<u64>(rest, gram);
    repeated += (<usize>(isThere & <u32>(before == 1))) << 2;
    rest += (<usize>(1 - isThere)) << 3;
  }
  repeatedEnd = repeated;
  return rest;
}

/** Grams whose slot is another's take one of the next ones. */
function lookOn(end: usize): void {
  const mask = slotMask;
  for (let place = displaced; place < end; place += 8) {
    const gram = load<u64>(place);
    let slot = <usize>gram & mask;
    let position: usize;
    do {
      slot = (slot + (stride(gram) << 1)) & mask;
      position = <usize>load<u16>(slots + slot);
    } while (position != 0 && load<u64>(features + (position << 3)) != gram);
    if (position == 0) {
      store<u16>(slots + slot, next);
      store<u64>(features + ((<usize>next) << 3), gram);
      store<u32>(times + ((<usize>next) << 2), 1);
      next++;
      continue;
    }
    const before = load<u32>(times + (position << 2));
    store<u32>(times + (position << 2), before + 1);
    if (before > 1) continue;
    store<u32>(repeatedEnd, offset + <u32>position);
    repeatedEnd += 4;
  }
}
