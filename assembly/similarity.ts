// Exact similarity of two documents: the multiset Jaccard index of their features.
import { counted, distinct, times, total } from './count';
import { again, mix } from './hash';
import { claimLookup, countOf, lookupOwner, openLookup, put } from './lookup';

/** A feature set: distinct (u32), total (u32), then a gram (u64) a feature, then a count (u32) a feature. */
const HEADER: usize = 8;

/** A block for a feature set, to be given back with `releaseFeatureSet`: empty. */
export function featureSet(): usize {
  const set = heap.alloc(HEADER);
  store<u64>(set, 0);
  return set;
}

/**
 * The features that are counted now, each `factor` times as often as it occurs, put to those of a set, which has none of
 * them yet. Returns where the set stands from now on.
 */
export function extendFeatureSet(set: usize, factor: u32): usize {
  const before = load<u32>(set);
  const size = before + distinct;
  const wider = heap.alloc(HEADER + <usize>size * 12);
  store<u32>(wider, size);
  store<u32>(wider, load<u32>(set, 4) + factor * total, 4);
  const grams = wider + HEADER;
  const counts = grams + ((<usize>size) << 3);
  const countsBefore = set + HEADER + ((<usize>before) << 3);
  memory.copy(grams, set + HEADER, (<usize>before) << 3);
  memory.copy(counts, countsBefore, (<usize>before) << 2);
  memory.copy(grams + ((<usize>before) << 3), counted, (<usize>distinct) << 3);
  const ownCounts = counts + ((<usize>before) << 2);
  for (let i: usize = 0; i < distinct; i++) store<u32>(ownCounts + (i << 2), factor * load<u32>(times + (i << 2)));
  heap.free(set);
  return wider;
}

export function featureSetBytes(set: usize): usize {
  return HEADER + <usize>load<u32>(set) * 12;
}

/** Stands for what a set holds, in whatever order: sets with the same features, as often each, have the same digest. */
export function featureSetDigest(set: usize): u64 {
  const size = <usize>load<u32>(set);
  const setCounts = set + HEADER + (size << 3);
  let digest: u64 = 0;
  for (let i: usize = 0; i < size; i++) {
    const gram = load<u64>(set + (i << 3), HEADER);
    digest += mix(again(gram) + <u64>load<u32>(setCounts + (i << 2)));
  }
  return digest;
}

export function releaseFeatureSet(set: usize): void {
  if (lookupOwner == set) claimLookup(0);
  heap.free(set);
}

/** Σ min(count) / Σ max(count) over the features of both; 0 where both are empty, for nothing was shared. */
export function jaccard(a: usize, b: usize): f64 {
  const shared = <u64>sharedFeatures(a, b);
  const union = <u64>load<u32>(a, 4) + <u64>load<u32>(b, 4) - shared;
  return union == 0 ? 0 : <f64>shared / <f64>union;
}

/**
 * Σ min(count) over the features of both.
 * One set is cheaply compared with many: the first stays in the lookup table until another is put there.
 */
export function sharedFeatures(a: usize, b: usize): u32 {
  if (lookupOwner != a) lookUp(a);
  const size = <usize>load<u32>(b);
  const bCounts = b + HEADER + (size << 3);
  let shared: u32 = 0;
  for (let i: usize = 0; i < size; i++) {
    shared += min(countOf(load<u64>(b + (i << 3), HEADER)), load<u32>(bCounts + (i << 2)));
  }
  return shared;
}

function lookUp(set: usize): void {
  const size = <usize>load<u32>(set);
  const setCounts = set + HEADER + (size << 3);
  openLookup(<u32>size);
  for (let i: usize = 0; i < size; i++) put(load<u64>(set + (i << 3), HEADER), load<u32>(setCounts + (i << 2)));
  claimLookup(set);
}
