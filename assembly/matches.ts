// Where searches put what they find: one growing list of u64, the more significant half first in the order.

let list: usize = 0;
let capacity: u32 = 0;
export let matchCount: u32 = 0;

const SMALLEST: u32 = 1024;
/** A list longer than this, 8 MiB, is given back after it was read. */
const KEPT: u32 = 1 << 20;

export function matchList(): usize {
  return list;
}

export function clearMatches(): void {
  matchCount = 0;
  if (capacity > KEPT) {
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

/** Sorts what was added since there were `from` matches, ascending. */
export function sortMatches(from: u32): void {
  const first = list + ((<usize>from) << 3);
  const size = matchCount - from;
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
