// std::partial_sort as in libstdc++, the library of GCC: bits/stl_algo.h, bits/stl_heap.h. It sorts by a heap, so where equal
// elements end up follows from each of its steps, and with them which fractions are added first.

/**
 * Sorts the first `count` elements of the list into place, those for which `isBefore` holds first, and drops the others.
 * Equal ones are in the order in which std::partial_sort has them.
 */
export function partialSort<T>(list: T[], count: number, isBefore: (a: T, b: T) => boolean): T[] {
  const size = Math.min(count, list.length);
  for (let at = Math.floor(size / 2) - 1; at >= 0; at--) place(list, size, at, list[at]!, isBefore);
  for (let at = size; at < list.length; at++) {
    // The root is the last of those that stay.
    if (isBefore(list[at]!, list[0]!)) place(list, size, 0, list[at]!, isBefore);
  }
  for (let last = size - 1; last > 0; last--) {
    const value = list[last]!;
    list[last] = list[0]!;
    place(list, last, 0, value, isBefore);
  }
  list.length = size;
  return list;
}

/** The hole at `top` goes down to a leaf, always to the later child, and back up until the value fits. */
function place<T>(heap: T[], size: number, top: number, value: T, isBefore: (a: T, b: T) => boolean): void {
  let hole = top;
  for (let child = 2 * hole + 2; child <= size; child = 2 * hole + 2) {
    if (child === size || isBefore(heap[child]!, heap[child - 1]!)) child--;
    heap[hole] = heap[child]!;
    hole = child;
  }
  for (let parent = (hole - 1) >> 1; hole > top && isBefore(heap[parent]!, value); parent = (hole - 1) >> 1) {
    heap[hole] = heap[parent]!;
    hole = parent;
  }
  heap[hole] = value;
}
