// Features with their counts that can be looked up: one feature set at a time, or the pieces of a very large document.
// Features stand densely in the order in which they came; an open-addressed table of position + 1 finds them, whose
// slots go by the leading bits of the hash, so that features that come in that order take slots that lie together.

import { stride } from '../hash';

export let lookupGrams: usize = 0;
export let lookupCounts: usize = 0;
export let lookupCount: u32 = 0;

/** The feature set that can be looked up now, or 0. */
export let lookupOwner: usize = 0;

export function claimLookup(set: usize): void {
  lookupOwner = set;
}

let slots: usize = 0;
/** There are 2^bits slots, at most half of them taken; the memory would do for 2^capacityBits. */
let bits: u32 = 0;
let capacityBits: u32 = 0;
/** Room for features that are put, half as many as slots. */
let ownGrams: usize = 0;
let ownCounts: usize = 0;

const SMALLEST: u32 = 10;
/** Beyond 2^16 slots, 640 KiB with their features, the memory is given back. */
const KEPT: u32 = 16;

/** Starts anew, with room for so many features to begin with. */
export function openLookup(features: u32): void {
  start(features);
  lookupCount = 0;
  lookupGrams = ownGrams;
  lookupCounts = ownCounts;
}

/** The same for features that stand elsewhere, and are all different. They are not to change as long as they are looked up. */
export function openLookupOf(grams: usize, counts: usize, count: u32): void {
  start(count);
  lookupCount = count;
  lookupGrams = grams;
  lookupCounts = counts;
  placeAll();
}

function start(features: u32): void {
  lookupOwner = 0;
  bits = max(SMALLEST, 34 - clz(features));
  if (bits > capacityBits) {
    free();
    reserve(bits);
  }
  memory.fill(slots, 0, (<usize>4) << bits);
}

/** Adds `times` to the count of a feature. */
export function put(gram: u64, times: u32): void {
  if (lookupCount == (<u32>1) << (bits - 1)) widen();
  const slot = slotOf(gram);
  const found = load<u32>(slot);
  if (found != 0) {
    const place = lookupCounts + ((<usize>(found - 1)) << 2);
    store<u32>(place, load<u32>(place) + times);
    return;
  }
  store<u64>(lookupGrams + ((<usize>lookupCount) << 3), gram);
  store<u32>(lookupCounts + ((<usize>lookupCount) << 2), times);
  store<u32>(slot, ++lookupCount);
}

/** Which of the features that were put, in their order, it is; as many as they are if it is none. */
export function placeOf(gram: u64): u32 {
  const found = load<u32>(slotOf(gram));
  return found == 0 ? lookupCount : found - 1;
}

/** A feature by its place, which must be below `lookupCount`. */
export function gramAt(place: u32): u64 {
  return load<u64>(lookupGrams + ((<usize>place) << 3));
}

/** How often it occurs. */
export function countAt(place: u32): u32 {
  return load<u32>(lookupCounts + ((<usize>place) << 2));
}

/** The slot of the feature, or the empty one where it belongs. */
function slotOf(gram: u64): usize {
  const mask = ((<usize>1) << bits) - 1;
  let slot = <usize>(gram >> (64 - bits));
  let found = load<u32>(slots + (slot << 2));
  while (found != 0 && load<u64>(lookupGrams + ((<usize>(found - 1)) << 3)) != gram) {
    slot = (slot + stride(gram)) & mask;
    found = load<u32>(slots + (slot << 2));
  }
  return slots + (slot << 2);
}

/** Every feature, of which there is no other like it, takes the first free slot. */
function placeAll(): void {
  const mask = ((<usize>1) << bits) - 1;
  for (let i: u32 = 0; i < lookupCount; i++) {
    const gram = gramAt(i);
    let slot = <usize>(gram >> (64 - bits));
    while (load<u32>(slots + (slot << 2)) != 0) slot = (slot + stride(gram)) & mask;
    store<u32>(slots + (slot << 2), i + 1);
  }
}

function widen(): void {
  if (++bits > capacityBits) {
    const oldSlots = slots;
    reserve(bits);
    memory.copy(ownGrams, lookupGrams, (<usize>lookupCount) << 3);
    memory.copy(ownCounts, lookupCounts, (<usize>lookupCount) << 2);
    heap.free(oldSlots);
    heap.free(lookupGrams);
    heap.free(lookupCounts);
    lookupGrams = ownGrams;
    lookupCounts = ownCounts;
  }
  memory.fill(slots, 0, (<usize>4) << bits);
  placeAll();
}

function reserve(wanted: u32): void {
  const features = (<usize>1) << (wanted - 1);
  slots = heap.alloc((<usize>4) << wanted);
  ownGrams = heap.alloc(features << 3);
  ownCounts = heap.alloc(features << 2);
  capacityBits = wanted;
}

/** Gives back what unusually many features took. */
export function trimLookup(): void {
  if (capacityBits > KEPT) free();
}

function free(): void {
  if (capacityBits == 0) return;
  heap.free(slots);
  heap.free(ownGrams);
  heap.free(ownCounts);
  capacityBits = 0;
}
