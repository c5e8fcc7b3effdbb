// The features of a very large document and their counts, from its pieces, in the order in which they came.

import { allocate, release } from '../heap';
import { placeAll, slotOf } from '../positions';

export let mergedGrams: usize = 0;
export let mergedCounts: usize = 0;
export let mergedCount: u32 = 0;

let slots: usize = 0;
/** Of the 2^bits slots half may be taken: there is room for so many features. 0 if there is none. */
let bits: u32 = 0;

/** Starts anew, with room for so many features to begin with. To be freed afterwards. */
export function openMerged(features: u32): void {
  freeMerged();
  reserve(34 - clz(features));
  mergedCount = 0;
  placeAll(slots, bits, mergedGrams, 0);
}

/** Adds `times` to the count of a feature. */
export function merge(gram: u64, times: u32): void {
  if (mergedCount == (<u32>1) << (bits - 1)) widen();
  const slot = slotOf(slots, bits, mergedGrams, gram);
  const found = load<u32>(slot);
  if (found != 0) {
    const place = mergedCounts + ((<usize>(found - 1)) << 2);
    store<u32>(place, load<u32>(place) + times);
    return;
  }
  store<u64>(mergedGrams + ((<usize>mergedCount) << 3), gram);
  store<u32>(mergedCounts + ((<usize>mergedCount) << 2), times);
  store<u32>(slot, ++mergedCount);
}

function widen(): void {
  const oldSlots = slots;
  const oldGrams = mergedGrams;
  const oldCounts = mergedCounts;
  reserve(bits + 1);
  memory.copy(mergedGrams, oldGrams, (<usize>mergedCount) << 3);
  memory.copy(mergedCounts, oldCounts, (<usize>mergedCount) << 2);
  release(oldSlots);
  release(oldGrams);
  release(oldCounts);
  placeAll(slots, bits, mergedGrams, mergedCount);
}

function reserve(wanted: u32): void {
  const features = (<usize>1) << (wanted - 1);
  slots = allocate((<usize>4) << wanted);
  mergedGrams = allocate(features << 3);
  mergedCounts = allocate(features << 2);
  bits = wanted;
}

export function freeMerged(): void {
  if (bits == 0) return;
  release(slots);
  release(mergedGrams);
  release(mergedCounts);
  bits = 0;
}
