// Exact similarity of two documents: the multiset Jaccard index of their features.

import { again, mix } from '../hash';
import { counted, distinct, times, total } from './count';
import { claimLookup, countAt, gramAt, lookupCount, lookupOwner, openLookupOf, placeOf } from './lookup';

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

/**
 * Σ min(count) / Σ max(count) over the features of both; 0 where both are empty, for nothing was shared. Where that is
 * below `least`, it may be anything below it: most texts that are compared are unlike, and need not be read to the end.
 */
export function jaccard(a: usize, b: usize, least: f64): f64 {
  const both = <u64>load<u32>(a, 4) + <u64>load<u32>(b, 4);
  // s / (both - s) >= least where s >= both * least / (1 + least); one feature less makes up for roundings.
  const needed = <f64>both * (least / (1 + least)) - 1;
  const shared = <u64>sharedFeatures(a, b, needed > 0 ? <u32>needed : 0);
  return both == 0 ? 0 : <f64>shared / <f64>(both - shared);
}

/**
 * Σ min(count) over the features of both; any lesser number where that is below `least`.
 * One set is cheaply compared with many: the first stays in the lookup table until another is put there.
 *
 * Features stand in the order in which they were counted, which near-duplicates have in common: behind a feature of both
 * the next ones are mostly the same again, and only where they are not are they looked up.
 */
export function sharedFeatures(a: usize, b: usize, least: u32): u32 {
  if (lookupOwner != a) lookUp(a);
  const size = <usize>load<u32>(b);
  const bCounts = b + HEADER + (size << 3);
  let shared: u32 = 0;
  /** Features of b that may be shared, so that the sum would be enough. */
  let rest = <i64>load<u32>(b, 4) - <i64>least;
  let next: u32 = 0;
  for (let i: usize = 0; i < size && <i64>shared + rest >= 0; i++) {
    const gram = load<u64>(b + (i << 3), HEADER);
    const place = next < lookupCount && gramAt(next) == gram ? next : placeOf(gram);
    const times = load<u32>(bCounts + (i << 2));
    rest -= times;
    if (place == lookupCount) continue;
    shared += min(countAt(place), times);
    next = place + 1;
  }
  return shared;
}

function lookUp(set: usize): void {
  const size = load<u32>(set);
  const grams = set + HEADER;
  openLookupOf(grams, grams + ((<usize>size) << 3), size);
  claimLookup(set);
}
