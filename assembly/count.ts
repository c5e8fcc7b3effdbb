// How often each feature of a document occurs.
//
// Grams are gathered as they come, and counted at the end. Most occur once, and a filter of a few kilobytes knows it:
// what is alone in its place of the filter is done with. Only the rest go through a table. A large document is first
// parted by hash, so that filter and table stay in the first-level cache; a very large one is counted in pieces, which
// are merged.
import { lookupCount, lookupCounts, lookupGrams, openLookup, put, trimLookup } from './lookup';
import { partCount, partEnd, partGrams } from './parts';
import { trimRemembered } from './remembered';
import { tally, trimTally } from './tally';

/** The features (u64) that are known to occur once. */
export let once: usize = 0;
export let onceCount: u32 = 0;
/** The other features (u64), how often each occurs (u32), and how many they are. */
export let tallied: usize = 0;
export let tallies: usize = 0;
export let talliedCount: u32 = 0;
/** Occurrences of all features. */
export let total: u32 = 0;

/** Two buffers of grams, those that are gathered and room to part them, and one for how often each occurs. */
let gathered: usize = 0;
let spare: usize = 0;
let spareTallies: usize = 0;
let capacity: u32 = 0;
let count: u32 = 0;
/** Whether pieces of the document stand in the lookup table. */
let isPieced: bool = false;

const SMALLEST: u32 = 4096;
/** Beyond this many grams, 1.3 MB, the memory is given back after the document. */
const KEPT: u32 = 1 << 16;
/** A piece of a very large document: 80 MiB in these buffers. */
const PIECE: u32 = 1 << 22;

/** Starts a document. */
export function startCount(): void {
  count = total = onceCount = talliedCount = 0;
  isPieced = false;
}

/** Gathers `more` grams (u64), at most as many as a batch has tokens. */
export function gather(grams: usize, more: u32): void {
  if (count + more > PIECE) mergePiece();
  if (count + more > capacity) widen(count + more);
  memory.copy(gathered + ((<usize>count) << 3), grams, (<usize>more) << 3);
  count += more;
  total += more;
}

/** Counts what was gathered. */
export function finishCount(): void {
  if (isPieced) {
    mergePiece();
    onceCount = 0;
    tallied = lookupGrams;
    tallies = lookupCounts;
    talliedCount = lookupCount;
  } else countGathered();
}

function mergePiece(): void {
  if (!isPieced) openLookup(PIECE);
  isPieced = true;
  countGathered();
  for (let i: usize = 0; i < onceCount; i++) put(load<u64>(once + (i << 3)), 1);
  for (let i: usize = 0; i < talliedCount; i++) put(load<u64>(tallied + (i << 3)), load<u32>(tallies + (i << 2)));
  count = 0;
}

/** Features that occur once come to stand in one buffer, the others at the beginning of the one they are read from. */
function countGathered(): void {
  partGrams(gathered, count, spare);
  tallied = partCount == 1 ? gathered : spare;
  once = partCount == 1 ? spare : gathered;
  tallies = spareTallies;
  onceCount = talliedCount = 0;
  let start: u32 = 0;
  for (let part: u32 = 0; part < partCount; part++) {
    const end = partEnd(part);
    countPart(tallied + ((<usize>start) << 3), end - start);
    start = end;
  }
}

/** A byte a place, and its logarithm: eight places a gram, 16 KiB at most. */
const filter: usize = memory.data(1 << 14, 16);
const FILTER_BITS: u32 = 14;

function countPart(grams: usize, size: u32): void {
  if (size == 0) return;
  const bits = min(FILTER_BITS, 35 - clz(size));
  const shift = 48 - bits;
  const mask = ((<usize>1) << bits) - 1;
  const end = grams + ((<usize>size) << 3);
  memory.fill(filter, 0, mask + 1);
  for (let place = grams; place < end; place += 8) {
    const seen = filter + (<usize>(load<u64>(place) >> shift) & mask);
    // 0, then 1, then anything else: it saturates at 255.
    store<u8>(seen, (load<u8>(seen) << 1) | 1);
  }
  let alone = once + ((<usize>onceCount) << 3);
  let rest = grams;
  for (let place = grams; place < end; place += 8) {
    const gram = load<u64>(place);
    const isAlone = (<usize>(load<u8>(filter + (<usize>(gram >> shift) & mask)) == 1)) << 3;
    store<u64>(alone, gram);
    store<u64>(rest, gram);
    alone += isAlone;
    rest += 8 - isAlone;
  }
  onceCount = <u32>((alone - once) >> 3);
  const target = tallied + ((<usize>talliedCount) << 3);
  talliedCount += tally(grams, <u32>((rest - grams) >> 3), target, tallies + ((<usize>talliedCount) << 2));
}

function widen(wanted: u32): void {
  let size = max(SMALLEST, capacity);
  while (size < wanted) size <<= 1;
  const wider = heap.alloc((<usize>size + 1) << 3);
  const widerSpare = heap.alloc((<usize>size + 1) << 3);
  const widerTallies = heap.alloc((<usize>size) << 2);
  memory.copy(wider, gathered, (<usize>count) << 3);
  freeBuffers();
  gathered = wider;
  spare = widerSpare;
  spareTallies = widerTallies;
  capacity = size;
}

function freeBuffers(): void {
  if (capacity == 0) return;
  heap.free(gathered);
  heap.free(spare);
  heap.free(spareTallies);
  capacity = 0;
}

/** Gives back what an unusually large document took. */
export function trimCount(): void {
  if (capacity > KEPT) freeBuffers();
  trimTally();
  trimRemembered();
  if (isPieced) trimLookup();
}

/** How many features are counted. */
export function distinctCount(): u32 {
  return onceCount + talliedCount;
}

/** Feature number `position` of those that are counted: first those that occur once. */
export function featureAt(position: u32): u64 {
  return position < onceCount
    ? load<u64>(once + ((<usize>position) << 3))
    : load<u64>(tallied + ((<usize>(position - onceCount)) << 3));
}

/** How often feature number `position` occurs. */
export function timesAt(position: u32): u32 {
  return position < onceCount ? 1 : load<u32>(tallies + ((<usize>(position - onceCount)) << 2));
}
