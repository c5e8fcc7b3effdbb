// The features of one set where they can be looked up. The memory of the table is the caller's.

import { countsOf, featuresOf, gramsOf } from '../feature-set';
import { placeAll, slotOf } from '../positions';

let slots: usize = 0;
let bits: u32 = 0;
const SMALLEST: u32 = 6;

/** The set that is there, or 0. */
export let placed: usize = 0;
let grams: usize = 0;
let counts: usize = 0;
export let placedCount: u32 = 0;

/** How many bytes the table takes for a set. */
export function tableSize(set: usize): usize {
  return (<usize>4) << bitsFor(set);
}

/** A block that is large enough for whatever is placed from now on. */
export function useTable(block: usize): void {
  slots = block;
  placed = 0;
}

/** To be called before the memory of a set is given back. */
export function forgetFeatureSet(set: usize): void {
  if (placed == set) placed = 0;
}

export function place(set: usize): void {
  placed = set;
  placedCount = featuresOf(set);
  grams = gramsOf(set);
  counts = countsOf(set);
  bits = bitsFor(set);
  placeAll(slots, bits, grams, placedCount);
}

/** Where a feature stands in the placed set; `placedCount` if it is none of it. */
export function placeOf(gram: u64): u32 {
  const found = load<u32>(slotOf(slots, bits, grams, gram));
  return found == 0 ? placedCount : found - 1;
}

/** A feature of the placed set, by its place, which must be below `placedCount`. */
export function gramAt(place: u32): u64 {
  return load<u64>(grams + ((<usize>place) << 3));
}

/** How often it occurs. */
export function countAt(place: u32): u32 {
  return load<u32>(counts + ((<usize>place) << 2));
}

function bitsFor(set: usize): u32 {
  return max(SMALLEST, 34 - clz(featuresOf(set)));
}
