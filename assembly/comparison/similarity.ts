// Exact similarity of two documents: the multiset Jaccard index of their features.

import { countsOf, featuresOf, gramsOf, occurrencesOf } from '../feature-set';
import { again, mix } from '../hash';
import { mostShared } from './bitmap';
import { countAt, gramAt, place, placed, placedCount, placeOf } from './lookup';

/**
 * Σ min(count) / Σ max(count) over the features of a set and each of others, whose places (u32) stand at `others`; written
 * at `target` (f64), 0 where both are empty, for nothing was shared. Where that is below `least`, it may be anything below
 * it: most texts that are compared are unlike, and need not be read to the end.
 */
export function jaccards(set: usize, others: usize, count: u32, least: f64, target: usize): void {
  for (let i: usize = 0; i < count; i++)
    store<f64>(target + (i << 3), jaccard(set, load<u32>(others + (i << 2)), least));
}

function jaccard(a: usize, b: usize, least: f64): f64 {
  const both = <u64>occurrencesOf(a) + <u64>occurrencesOf(b);
  // s / (both - s) >= least where s >= both * least / (1 + least), which is less than 2^32 and rounded to 53 bits.
  const needed = ceil(<f64>both * (least / (1 + least)) - 0.001);
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
  if (least > 0) {
    const most = mostShared(a, b);
    if (most < least) return most;
  }
  if (placed != a) place(a);
  const size = <usize>featuresOf(b);
  const grams = gramsOf(b);
  const counts = countsOf(b);
  let shared: u32 = 0;
  /** Features of b that may be shared, so that the sum would be enough. */
  let rest = <i64>occurrencesOf(b) - <i64>least;
  let next: u32 = 0;
  for (let i: usize = 0; i < size && <i64>shared + rest >= 0; i++) {
    const gram = load<u64>(grams + (i << 3));
    const found = next < placedCount && gramAt(next) == gram ? next : placeOf(gram);
    const times = load<u32>(counts + (i << 2));
    rest -= times;
    if (found == placedCount) continue;
    shared += min(countAt(found), times);
    next = found + 1;
  }
  return shared;
}

/** Stands for what a set holds, in whatever order: sets with the same features, as often each, have the same digest. */
export function featureSetDigest(set: usize): u64 {
  const size = <usize>featuresOf(set);
  const grams = gramsOf(set);
  const counts = countsOf(set);
  let digest: u64 = 0;
  for (let i: usize = 0; i < size; i++) {
    digest += mix(again(load<u64>(grams + (i << 3))) + <u64>load<u32>(counts + (i << 2)));
  }
  return digest;
}
