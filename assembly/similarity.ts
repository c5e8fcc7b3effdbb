// Exact similarity of two documents: the multiset Jaccard index of their features.
import { claim, countGram, countOf, counts, distinct, grams, owner, startCount, total } from './count';

/** A feature set: distinct (u32), total (u32), then a gram (u64) a feature, then a count (u32) a feature. */
const HEADER: usize = 8;

/** The features that are counted now as a block of its own, to be given back with `releaseFeatureSet`. */
export function featureSet(): usize {
  const size = <usize>distinct;
  const set = heap.alloc(HEADER + size * 12);
  store<u32>(set, distinct);
  store<u32>(set, total, 4);
  memory.copy(set + HEADER, grams, size << 3);
  memory.copy(set + HEADER + (size << 3), counts, size << 2);
  return set;
}

export function featureSetBytes(set: usize): usize {
  return HEADER + <usize>load<u32>(set) * 12;
}

export function releaseFeatureSet(set: usize): void {
  if (owner == set) claim(0);
  heap.free(set);
}

/**
 * Σ min(count) / Σ max(count) over the features of both; 0 where both are empty, for nothing was shared.
 * One set is cheaply compared with many: the first stays counted until another document is.
 */
export function jaccard(a: usize, b: usize): f64 {
  if (owner != a) countSet(a);
  const size = <usize>load<u32>(b);
  const bCounts = b + HEADER + (size << 3);
  let shared: u64 = 0;
  for (let i: usize = 0; i < size; i++) {
    shared += min(countOf(load<u64>(b + (i << 3), HEADER)), load<u32>(bCounts + (i << 2)));
  }
  const union = <u64>load<u32>(a, 4) + <u64>load<u32>(b, 4) - shared;
  return union == 0 ? 0 : <f64>shared / <f64>union;
}

function countSet(set: usize): void {
  const size = <usize>load<u32>(set);
  const setCounts = set + HEADER + (size << 3);
  startCount();
  for (let i: usize = 0; i < size; i++) {
    countGram(load<u64>(set + (i << 3), HEADER), load<u32>(setCounts + (i << 2)));
  }
  claim(set);
}
