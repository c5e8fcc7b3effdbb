// Where searches put what they find: one growing list of u64, the more significant half first in the order.

import { startParts, takePlace } from '../counting-sort';
import { allocate, release } from '../heap';

let list: usize = 0;
/** As long: what is sorted goes there and back. 0 if it was not needed yet. */
let spare: usize = 0;
let capacity: u32 = 0;
export let matchCount: u32 = 0;

const SMALLEST: u32 = 1024;
/** A batch ends when there are so many: 8 MiB. A longer list, of what could not end there, is given back after it was read. */
export const ENOUGH: u32 = 1 << 20;

export function matchList(): usize {
  return list;
}

export function clearMatches(): void {
  matchCount = 0;
  if (capacity > ENOUGH) {
    release(list);
    release(spare);
    list = spare = 0;
    capacity = 0;
  }
}

export function addMatch(key: u64): void {
  if (matchCount == capacity) grow();
  store<u64>(list + ((<usize>matchCount) << 3), key);
  matchCount++;
}

/** Adds a match for each of some ids (u32), which become the less significant half of the key. */
export function addMatches(key: u64, ids: usize, count: u32): void {
  while (matchCount + count > capacity) grow();
  const place = list + ((<usize>matchCount) << 3);
  for (let i: usize = 0; i < count; i++) store<u64>(place + (i << 3), key | load<u32>(ids + (i << 2)));
  matchCount += count;
}

/** From this bit on, a match of one of many queries says of which. */
export const QUERY: u64 = 40;

/**
 * Puts the matches of each query together, without what says whose they are, and ascending if they are to be sorted; where
 * they end is written to ends + 4 i.
 */
export function groupMatches(queries: u32, ends: usize, sorted: bool): void {
  memory.fill(ends, 0, (<usize>queries) << 2);
  for (let i: usize = 0; i < matchCount; i++) takePlace(ends, <usize>(load<u64>(list + (i << 3)) >> QUERY));
  startParts(ends, queries);
  distribute(ends);
  if (!sorted) return;
  let begin: u32 = 0;
  for (let place = ends; place < ends + ((<usize>queries) << 2); place += 4) {
    const end = load<u32>(place);
    if (end - begin > 1) sortMatches(begin, end);
    begin = end;
  }
}

/** Moves each match to where the next of its query belongs. */
function distribute(places: usize): void {
  if (matchCount == 0) return;
  if (spare == 0) spare = allocate((<usize>capacity) << 3);
  const moved = spare;
  for (let i: usize = 0; i < matchCount; i++) {
    const match = load<u64>(list + (i << 3));
    const at = <usize>takePlace(places, <usize>(match >> QUERY));
    store<u64>(moved + (at << 3), match & ((1 << QUERY) - 1));
  }
  spare = list;
  list = moved;
}

/** Sorts the matches from one place up to another, ascending. */
export function sortMatches(from: u32, to: u32): void {
  const first = list + ((<usize>from) << 3);
  const end = list + ((<usize>to) << 3);
  if (makeRuns(first, end) < 2) return;
  if (spare == 0) spare = allocate((<usize>capacity) << 3);
  let runs: u32;
  do {
    runs = mergeRuns(first, end, spare);
    memory.copy(first, spare, end - first);
  } while (runs > 1);
}

function grow(): void {
  const wider = capacity == 0 ? SMALLEST : capacity * 2;
  const moved = allocate((<usize>wider) << 3);
  if (capacity > 0) {
    memory.copy(moved, list, (<usize>matchCount) << 3);
    release(list);
    release(spare);
    spare = 0;
  }
  list = moved;
  capacity = wider;
}

/** Ascending runs are made so long. */
const SHORT: usize = 8 * 24;

/** Sees to it that every ascending run but the last is of some length. Returns how many there are, or more. */
function makeRuns(first: usize, end: usize): u32 {
  let runs: u32 = 0;
  for (let run = first; run < end; runs++) {
    const sorted = endOfRun(run, end);
    const wanted = min(end, run + SHORT);
    if (sorted < wanted) insertionSort(run, sorted, wanted);
    run = max(sorted, wanted);
  }
  return runs;
}

/** Up to where matches ascend. */
function endOfRun(run: usize, end: usize): usize {
  let next = run + 8;
  while (next < end && load<u64>(next - 8) <= load<u64>(next)) next += 8;
  return next;
}

/** Sorts what begins with some that are sorted. */
function insertionSort(first: usize, sorted: usize, end: usize): void {
  for (let next = sorted; next < end; next += 8) {
    const key = load<u64>(next);
    let place = next;
    for (; place > first && load<u64>(place - 8) > key; place -= 8) store<u64>(place, load<u64>(place - 8));
    store<u64>(place, key);
  }
}

/** Merges each run with the one behind it. Returns how many become of them. */
function mergeRuns(first: usize, end: usize, target: usize): u32 {
  let runs: u32 = 0;
  let out = target;
  for (let run = first; run < end; runs++) {
    const middle = endOfRun(run, end);
    const last = middle < end ? endOfRun(middle, end) : end;
    merge(run, middle, last, out);
    out += last - run;
    run = last;
  }
  return runs;
}

function merge(first: usize, middle: usize, end: usize, target: usize): void {
  let a = first;
  let b = middle;
  let out = target;
  // Without a branch that goes one way as often as the other.
  for (; a < middle && b < end; out += 8) {
    const ofA = load<u64>(a);
    const ofB = load<u64>(b);
    const isB = <usize>(ofB < ofA);
    store<u64>(out, isB ? ofB : ofA);
    a += 8 - 8 * isB;
    b += 8 * isB;
  }
  memory.copy(out, a, middle - a);
  memory.copy(out + (middle - a), b, end - b);
}
