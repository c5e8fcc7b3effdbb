// Counts grams whose features fit into a table of 64 KiB.
//
// An open-addressed table finds those that are distinct, which stand densely in about the order in which they came, and have
// numbers: those of a document go on from those of the document before. A slot holds such a number; one below the first of
// this document was left by another, and means that the slot is free, so that none is cleared in between.
//
// Which gram is new is a coin toss that no processor predicts; so a block of them is gone through without a branch on it.
// First each gram takes its slot if it is free, and is noted if not. Then those are counted of what was noted whose own slot
// it is. The rest, whose slot is another gram's, are few, and look on. The first of these does four grams a round: V8 takes
// five instructions to begin one, a quarter of what a gram takes.

import { stride } from '../hash';

const MOST_BITS: u32 = 15;
/** Features take three slots in four at most. A smaller table has four for each gram anyway. */
const MOST: u32 = 3 << 13;
const slots: usize = memory.data(2 << 15, 16);
/** Of the two bytes of a slot the first. Kept, since V8 computes it anew in every round of a loop, but not what it loads. */
let slotMask: usize = 0;

/** Grams of a block, and room (u64) for those that are noted and those that look on. */
const BLOCK: u32 = 1024;
const noted: usize = memory.data(8 << 10, 16);
const displaced: usize = memory.data(8 << 10, 16);

/** The number of the first feature of this tally, and of the next one. */
let first: u32 = 1;
let next: u32 = 1;
/** Where the feature (u64) would stand that has number 0, and how often it occurs (u32). */
let features: usize = 0;
let times: usize = 0;
/** What is added to the number of a feature that occurs more than once. */
let offset: u32 = 0;

/** Where that of the next one (u32) is to be written. */
export let repeatedEnd: usize = 0;

/** Starts a document whose parts have about so many grams: there are four to eight slots for each, if it may be. */
export function startTally(grams: u32, repeated: usize): void {
  slotMask = ((<usize>2) << min(MOST_BITS, 35 - clz(grams | 1))) - 2;
  repeatedEnd = repeated;
}

/**
 * Counts the grams (u64) from `from` to `end`. Writes each once at `target`, which may be `from` or before it, how often
 * it occurs (u32) at `targetTimes`, with three more behind, and, where that is more than once, its position at `repeatedEnd`,
 * counted from `firstPosition`. Returns how many there are, or -1 if they are too many for the table.
 */
export function tally(from: usize, end: usize, target: usize, targetTimes: usize, firstPosition: u32): i32 {
  startNumbers(<u32>((end - from) >> 3));
  features = target - ((<usize>first) << 3);
  times = targetTimes - ((<usize>first) << 2);
  offset = firstPosition - first;
  for (let block = from; block < end; block += BLOCK << 3) {
    const blockEnd = min(end, block + (BLOCK << 3));
    if (next - first + <u32>((blockEnd - block) >> 3) > MOST) return -1;
    const notedEnd = takeSlots(block, blockEnd);
    const displacedEnd = findNoted(notedEnd);
    countFound(lookOn(displacedEnd, notedEnd + displaced - displacedEnd));
  }
  return next - first;
}

/** Numbers go on, unless not so many are left. */
function startNumbers(grams: u32): void {
  if (next + grams > 0xffff) {
    memory.fill(slots, 0, 2 << MOST_BITS);
    next = 1;
  }
  first = next;
}

/** Every gram whose slot is free takes it. Notes the others, and returns where they end. */
function takeSlots(from: usize, end: usize): usize {
  const mask = slotMask;
  const least = first;
  const base = features;
  const newTimes = times + ((<usize>next) << 2);
  // Each gram moves one of two ends on, that of the features or that of those noted: their sum is known.
  let ends = base + ((<usize>next) << 3) + noted;
  let note = noted;
  let place = from;
  for (; place + 32 <= end; place += 32, ends += 32) {
    note = takeSlot(load<u64>(place), mask, least, base, ends, note);
    note = takeSlot(load<u64>(place, 8), mask, least, base, ends + 8, note);
    note = takeSlot(load<u64>(place, 16), mask, least, base, ends + 16, note);
    note = takeSlot(load<u64>(place, 24), mask, least, base, ends + 24, note);
  }
  for (; place < end; place += 8, ends += 8) note = takeSlot(load<u64>(place), mask, least, base, ends, note);
  next = <u32>((ends - note - base) >> 3);
  setOnce(newTimes, times + ((<usize>next) << 2));
  return note;
}

function takeSlot(gram: u64, mask: usize, least: u32, base: usize, ends: usize, note: usize): usize {
  const slot = <usize>gram & mask;
  const number = <u32>load<u16>(slot, slots);
  const isTaken = number >= least;
  const feature = ends - note;
  // As if it were new, and as if it were not.
  store<u64>(feature, gram);
  store<u64>(note, gram);
  store<u16>(slot, select(number, <u32>((feature - base) >> 3), isTaken), slots);
  return note + ((<usize>isTaken) << 3);
}

/** After all grams: for each gram by itself, that would be one store more than a processor makes in time. */
function setOnce(from: usize, end: usize): void {
  for (let place = from; place < end; place += 16) {
    if (ASC_FEATURE_SIMD) v128.store(place, i32x4.splat(1));
    else {
      store<u64>(place, 0x100000001);
      store<u64>(place, 0x100000001, 8);
    }
  }
}

/**
 * Puts the numbers of noted grams that are what their slot says in the place of what was noted, eight bytes each, and the
 * others aside. Returns where those end.
 */
function findNoted(end: usize): usize {
  const mask = slotMask;
  const base = features;
  let rest = displaced;
  for (let note = noted; note < end; note += 8) {
    const gram = load<u64>(note);
    const number = <usize>load<u16>(<usize>gram & mask, slots);
    const isOther = load<u64>(base + (number << 3)) != gram;
    store<u64>(note + displaced - rest, number);
    store<u64>(rest, gram);
    rest += (<usize>isOther) << 3;
  }
  return rest;
}

/** Grams whose slot is another's take one of the next ones. Adds numbers of those that have one, and returns where they end. */
function lookOn(end: usize, foundEnd: usize): usize {
  const mask = slotMask;
  let found = foundEnd;
  for (let place = displaced; place < end; place += 8) {
    const gram = load<u64>(place);
    let slot = <usize>gram & mask;
    let number: u32;
    do {
      slot = (slot + (stride(gram) << 1)) & mask;
      number = <u32>load<u16>(slot, slots);
    } while (number >= first && load<u64>(features + ((<usize>number) << 3)) != gram);
    if (number >= first) {
      store<u64>(found, number);
      found += 8;
      continue;
    }
    store<u16>(slot, next, slots);
    store<u64>(features + ((<usize>next) << 3), gram);
    store<u32>(times + ((<usize>next) << 2), 1);
    next++;
  }
  return found;
}

/** Counts features once more whose numbers were found. */
function countFound(end: usize): void {
  const base = times;
  const added = offset;
  let repeated = repeatedEnd;
  for (let found = noted; found < end; found += 8) {
    const number = load<u32>(found);
    const place = base + ((<usize>number) << 2);
    const before = load<u32>(place);
    store<u32>(place, before + 1);
    store<u32>(repeated, added + number);
    repeated += (<usize>(before == 1)) << 2;
  }
  repeatedEnd = repeated;
}
