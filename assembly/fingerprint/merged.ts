// The features of a very large document and their counts, from its pieces, in the order in which they came.

import { allocate, release } from '../heap';
import { placeAll, slotOf } from '../positions';

export let mergedGrams: usize = 0;
export let mergedCounts: usize = 0;
export let mergedCount: u32 = 0;

let slots: usize = 0;
/** Of the 2^bits slots half may be taken: there is room for so many features. */
let bits: u32 = 0;

/** Starts anew, with room for so many features to begin with. To be freed afterwards. */
export function openMerged(features: u32): void {
  freeMerged();
  mergedCount = 0;
  reserve(34 - clz(features));
}

/** Adds `times` to the count of a feature. */
export function merge(gram: u64, times: u32): void {
  if (mergedCount == (<u32>1) << (bits - 1)) reserve(bits + 1);
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

/** Makes so many slots, and room for half as many features. What has no room on the way leaves all to be freed. */
function reserve(wanted: u32): void {
  const features = (<usize>1) << (wanted - 1);
  release(slots);
  slots = 0;
  slots = allocate((<usize>4) << wanted);
  mergedGrams = moved(mergedGrams, (<usize>mergedCount) << 3, features << 3);
  mergedCounts = moved(mergedCounts, (<usize>mergedCount) << 2, features << 2);
  bits = wanted;
  placeAll(slots, bits, mergedGrams, mergedCount);
}

/** A larger block that begins with what is in another, which is given back. */
function moved(block: usize, used: usize, size: usize): usize {
  const wider = allocate(size);
  memory.copy(wider, block, used);
  release(block);
  return wider;
}

export function freeMerged(): void {
  release(slots);
  release(mergedGrams);
  release(mergedCounts);
  slots = mergedGrams = mergedCounts = 0;
}
