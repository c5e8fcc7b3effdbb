// Where searches put what they find: one growing list of u64, the more significant half first in the order.
import { startParts } from '../counting-sort';

let list: usize = 0;
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
    heap.free(list);
    list = 0;
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

/** Puts the matches of each query together, ascending and without what says whose they are; where they end is written to ends + 4 i. */
export function groupMatches(queries: u32, ends: usize): void {
  memory.fill(ends, 0, (<usize>queries) << 2);
  for (let i: usize = 0; i < matchCount; i++) {
    const place = ends + ((<usize>(load<u64>(list + (i << 3)) >> QUERY)) << 2);
    store<u32>(place, load<u32>(place) + 1);
  }
  startParts(ends, queries);
  distribute(ends);
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
  const moved = heap.alloc((<usize>capacity) << 3);
  for (let i: usize = 0; i < matchCount; i++) {
    const match = load<u64>(list + (i << 3));
    const place = places + ((<usize>(match >> QUERY)) << 2);
    const at = <usize>load<u32>(place);
    store<u32>(place, <u32>at + 1);
    store<u64>(moved + (at << 3), match & ((1 << QUERY) - 1));
  }
  heap.free(list);
  list = moved;
}

/** Sorts the matches from one place up to another, ascending. */
export function sortMatches(from: u32, to: u32): void {
  const first = list + ((<usize>from) << 3);
  const size = to - from;
  if (size <= 24) insertionSort(first, size);
  else heapSort(first, size);
}

function grow(): void {
  const wider = capacity == 0 ? SMALLEST : capacity * 2;
  const moved = heap.alloc((<usize>wider) << 3);
  if (capacity > 0) {
    memory.copy(moved, list, (<usize>matchCount) << 3);
    heap.free(list);
  }
  list = moved;
  capacity = wider;
}

function insertionSort(first: usize, size: u32): void {
  const end = first + ((<usize>size) << 3);
  for (let next = first + 8; next < end; next += 8) {
    const key = load<u64>(next);
    let place = next;
    for (; place > first && load<u64>(place - 8) > key; place -= 8) store<u64>(place, load<u64>(place - 8));
    store<u64>(place, key);
  }
}

/** In place and O(n log n) on every input; long lists are rare. */
function heapSort(first: usize, size: u32): void {
  for (let root = size >> 1; root > 0; ) sink(first, --root, size);
  for (let last = size - 1; last > 0; last--) {
    const place = first + ((<usize>last) << 3);
    const largest = load<u64>(first);
    store<u64>(first, load<u64>(place));
    store<u64>(place, largest);
    sink(first, 0, last);
  }
}

function sink(first: usize, start: u32, size: u32): void {
  const key = load<u64>(first + ((<usize>start) << 3));
  let root = start;
  for (;;) {
    let child = root * 2 + 1;
    if (child >= size) break;
    if (child + 1 < size && load<u64>(first + ((<usize>child) << 3)) < load<u64>(first + ((<usize>(child + 1)) << 3)))
      child++;
    const largest = load<u64>(first + ((<usize>child) << 3));
    if (largest <= key) break;
    store<u64>(first + ((<usize>root) << 3), largest);
    root = child;
  }
  store<u64>(first + ((<usize>root) << 3), key);
}
