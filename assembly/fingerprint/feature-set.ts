// Feature sets of the texts that are counted.

import {
  bitmapBytes,
  bitmapSize,
  blockSize,
  countsOf,
  featuresOf,
  gramsOf,
  occurrencesOf,
  writeHeader,
} from '../feature-set';
import { allocate, release } from '../heap';
import { counted, distinct, times, total } from './count';

/** A block for a set of so many features, which are to be written there, to be given back with `releaseFeatureSet`. */
export function featureSet(features: u32, occurrences: u32): usize {
  const bitmap = bitmapSize(features, occurrences);
  const set = allocate(blockSize(features, bitmap));
  writeHeader(set, features, occurrences, bitmap);
  return set;
}

/**
 * The features that are counted now, each `factor` times as often as it occurs, put to those of a set, which has none of
 * them yet. Returns where the set stands from now on.
 */
export function extendFeatureSet(set: usize, factor: u32): usize {
  const before = featuresOf(set);
  const size = before + distinct;
  const wider = featureSet(size, occurrencesOf(set) + factor * total);
  const grams = gramsOf(wider);
  const counts = countsOf(wider);
  memory.copy(grams, gramsOf(set), (<usize>before) << 3);
  memory.copy(counts, countsOf(set), (<usize>before) << 2);
  memory.copy(grams + ((<usize>before) << 3), counted, (<usize>distinct) << 3);
  const ownCounts = counts + ((<usize>before) << 2);
  for (let i: usize = 0; i < distinct; i++) store<u32>(ownCounts + (i << 2), factor * load<u32>(times + (i << 2)));
  release(set);
  return wider;
}

export function featureSetBytes(set: usize): usize {
  return blockSize(featuresOf(set), bitmapBytes(set));
}

export function releaseFeatureSet(set: usize): void {
  release(set);
}
