// How often each feature of a document occurs.
//
// Grams are gathered as they come, and counted at the end. A large document is first parted by hash, so that each part is
// counted within the second-level cache; a very large one is counted in pieces, which are merged.
import { allocate, release } from '../heap';
import { freeMerged, merge, mergedCount, mergedCounts, mergedGrams, openMerged } from './merged';
import { partCount, partEnd, partGrams } from './parts';
import { trimRemembered } from './remembered';
import { repeatedEnd, startTally, tally } from './tally';

/** The features (u64), how often each occurs (u32), and how many they are. */
export let counted: usize = 0;
export let times: usize = 0;
export let distinct: u32 = 0;
/** The positions (u32) of the features that occur more than once, and how many they are; not known of pieces. */
export let repeated: usize = 0;
export let repeatedCount: u32 = 0;
/** Whether pieces of the document have been merged. */
export let isPieced: bool = false;
/** Occurrences of all features. */
export let total: u32 = 0;

/** Two buffers of grams, those that are gathered and room to part them, one for how often each occurs, one for `repeated`. */
let gathered: usize = 0;
let spare: usize = 0;
let gatheredTimes: usize = 0;
let capacity: u32 = 0;
let count: u32 = 0;

const SMALLEST: u32 = 4096;
/** Beyond this many grams, 1.4 MB, the memory is given back after the document. */
const KEPT: u32 = 1 << 16;
/** A piece of a very large document: 88 MiB in these buffers. */
const PIECE: u32 = 1 << 22;

/** Starts a document. */
export function startCount(): void {
  count = total = distinct = repeatedCount = 0;
  isPieced = false;
}

/** Room for up to `more` grams (u64) that are to be gathered, at most as many as a batch has tokens. */
export function roomFor(more: u32): usize {
  if (count + more > PIECE) mergePiece();
  if (count + more > capacity) widen(count + more);
  return gathered + ((<usize>count) << 3);
}

/** So many have been written there. */
export function gather(more: u32): void {
  count += more;
  total += more;
}

/** Counts what was gathered. */
export function finishCount(): void {
  if (!isPieced && countGathered()) return;
  mergePiece();
  counted = mergedGrams;
  times = mergedCounts;
  distinct = mergedCount;
}

function mergePiece(): void {
  if (!isPieced) openMerged(PIECE);
  isPieced = true;
  if (countGathered()) {
    for (let i: usize = 0; i < distinct; i++) merge(load<u64>(counted + (i << 3)), load<u32>(times + (i << 2)));
  } else {
    for (let i: usize = 0; i < count; i++) merge(load<u64>(gathered + (i << 3)), 1);
  }
  count = 0;
}

/** Whether no part had far more features than the others, as it happens to texts that are made for it. */
function countGathered(): bool {
  partGrams(gathered, count, spare);
  counted = partCount == 1 ? gathered : spare;
  times = gatheredTimes;
  distinct = 0;
  startTally(count / partCount, repeated);
  let start = counted;
  for (let part: u32 = 0; part < partCount; part++) {
    const end = counted + ((<usize>partEnd(part)) << 3);
    const size = tally(start, end, counted + ((<usize>distinct) << 3), times + ((<usize>distinct) << 2), distinct);
    if (size < 0) return false;
    distinct += size;
    start = end;
  }
  repeatedCount = <u32>((repeatedEnd - repeated) >> 2);
  return true;
}

function widen(wanted: u32): void {
  let size = max(SMALLEST, capacity);
  while (size < wanted) size <<= 1;
  const wider = allocate((<usize>size + 1) << 3);
  memory.copy(wider, gathered, (<usize>count) << 3);
  freeBuffers();
  gathered = wider;
  spare = allocate((<usize>size + 1) << 3);
  gatheredTimes = allocate((<usize>size + 8) << 2);
  // Half of them occur twice, or fewer more often; one is written on suspicion.
  repeated = allocate(((<usize>size) << 1) + 4);
  capacity = size;
}

/** Also those of a document for which there was no room. */
function freeBuffers(): void {
  release(gathered);
  release(spare);
  release(gatheredTimes);
  release(repeated);
  gathered = spare = gatheredTimes = repeated = 0;
  capacity = 0;
}

/** Gives back what an unusually large document took. */
export function trimCount(): void {
  if (capacity > KEPT) freeBuffers();
  trimRemembered();
  freeMerged();
}
