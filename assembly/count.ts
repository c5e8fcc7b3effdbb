// How often each feature of a document occurs.
//
// Features stand densely in the order of their first occurrence; an open-addressed table of u32 finds them.
// A slot holds `stamp + position`. What is left of earlier documents lies below this document's stamp, and so
// beyond all its positions when the stamp is taken off: the table is never cleared between documents. A document uses only as many slots as it needs, so that small ones stay in cache.
import { extend } from './hash';

/** Distinct features of the document, and the sum of their counts. */
export let distinct: u32 = 0;
export let total: u32 = 0;
/** u64 for every distinct feature. */
export let grams: usize = 0;
/** u32 for every distinct feature. */
export let counts: usize = 0;
/** Positions (u32) of the features that occur more than once, in the order in which that was found. */
export let repeated: usize = 0;
export let repeatedCount: u32 = 0;

/** What the features belong to: the feature set that was counted last, or 0. */
export let owner: usize = 0;

let capacity: u32 = 0;
let slots: usize = 0;
let slotCapacity: u32 = 0;
let slotMask: u32 = 0;
let stamp: u32 = 1;

const SMALLEST: u32 = 1024;
/** Beyond this many slots the memory is given back after the document: 64 Ki slots and features are 1.25 MiB. */
const KEPT: u32 = 1 << 16;
/** Stamps below this leave room for the features of the largest text, 2^30 bytes. */
const LAST_STAMP: u32 = 1 << 31;

/** Starts a document. */
export function startCount(): void {
  owner = 0;
  stamp += distinct;
  distinct = 0;
  total = 0;
  repeatedCount = 0;
  if (stamp >= LAST_STAMP) forgetStamps();
  useSlots(1);
}

/** Says that the features counted since `startCount` are those of `set`. */
export function claim(set: usize): void {
  owner = set;
}

/** Gives back what an unusually large document took. */
export function trimCount(): void {
  if (slotCapacity <= KEPT && capacity <= KEPT) return;
  heap.free(slots);
  heap.free(grams);
  heap.free(counts);
  heap.free(repeated);
  slots = grams = counts = repeated = 0;
  slotCapacity = slotMask = capacity = distinct = 0;
  owner = 0;
  stamp = 1;
}

/**
 * Counts the grams of one or two words that end at each hash from `first` up to `end`.
 *
 * The hottest loop there is: the table is made wide enough before it, and what it changes is kept in locals.
 */
export function countGrams(first: usize, end: usize, pairs: bool): void {
  if (first >= end) return;
  const occurrences = <u32>((end - first) >> 3);
  reserve(occurrences);
  total += occurrences;
  const mask = slotMask;
  let size = distinct;
  for (let word = first; word < end; word += 8) {
    const gram = pairs ? extend(load<u64>(word - 8), load<u64>(word)) : load<u64>(word);
    let slot = <u32>gram & mask;
    let found = load<u32>(slots + ((<usize>slot) << 2)) - stamp;
    while (found < size && load<u64>(grams + ((<usize>found) << 3)) != gram) {
      slot = (slot + 1) & mask;
      found = load<u32>(slots + ((<usize>slot) << 2)) - stamp;
    }
    if (found < size) repeat(found, 1);
    else {
      store<u32>(slots + ((<usize>slot) << 2), stamp + size);
      store<u64>(grams + ((<usize>size) << 3), gram);
      store<u32>(counts + ((<usize>size) << 2), 1);
      size++;
    }
  }
  distinct = size;
}

/** Counts `times` occurrences of any gram. */
export function countGram(gram: u64, times: u32): void {
  reserve(1);
  total += times;
  let slot = <u32>gram & slotMask;
  let found = load<u32>(slots + ((<usize>slot) << 2)) - stamp;
  while (found < distinct && load<u64>(grams + ((<usize>found) << 3)) != gram) {
    slot = (slot + 1) & slotMask;
    found = load<u32>(slots + ((<usize>slot) << 2)) - stamp;
  }
  if (found < distinct) {
    repeat(found, times);
    return;
  }
  store<u32>(slots + ((<usize>slot) << 2), stamp + distinct);
  store<u64>(grams + ((<usize>distinct) << 3), gram);
  store<u32>(counts + ((<usize>distinct) << 2), times);
  if (times > 1) noteRepeat(distinct);
  distinct++;
}

/** How often `gram` was counted. */
export function countOf(gram: u64): u32 {
  let slot = <u32>gram & slotMask;
  let found = load<u32>(slots + ((<usize>slot) << 2)) - stamp;
  while (found < distinct && load<u64>(grams + ((<usize>found) << 3)) != gram) {
    slot = (slot + 1) & slotMask;
    found = load<u32>(slots + ((<usize>slot) << 2)) - stamp;
  }
  return found < distinct ? load<u32>(counts + ((<usize>found) << 2)) : 0;
}

function repeat(position: u32, times: u32): void {
  const place = counts + ((<usize>position) << 2);
  const before = load<u32>(place);
  store<u32>(place, before + times);
  if (before == 1) noteRepeat(position);
}

function noteRepeat(position: u32): void {
  store<u32>(repeated + ((<usize>repeatedCount) << 2), position);
  repeatedCount++;
}

/** Makes room for `more` features. */
function reserve(more: u32): void {
  const features = distinct + more;
  if (features > slotMask >> 1 || features > capacity) useSlots(features);
}

/** Makes the table at least twice as wide as the number of features, and puts the document's features into it. */
function useSlots(features: u32): void {
  let wanted = SMALLEST;
  while (wanted < features * 2) wanted <<= 1;
  if (wanted > slotCapacity) growSlots(wanted);
  if (wanted >> 1 > capacity) growFeatures(wanted >> 1);
  slotMask = wanted - 1;
  // What this document put into a narrower table is stale in the wider one.
  stamp += distinct;
  for (let position: u32 = 0; position < distinct; position++) {
    let slot = <u32>load<u64>(grams + ((<usize>position) << 3)) & slotMask;
    while (load<u32>(slots + ((<usize>slot) << 2)) - stamp < position) slot = (slot + 1) & slotMask;
    store<u32>(slots + ((<usize>slot) << 2), stamp + position);
  }
}

function growSlots(wanted: u32): void {
  const wider = heap.alloc((<usize>wanted) << 2);
  memory.fill(wider, 0, (<usize>wanted) << 2);
  if (slots != 0) heap.free(slots);
  slots = wider;
  slotCapacity = wanted;
}

function growFeatures(wanted: u32): void {
  const size = <usize>wanted;
  const widerGrams = heap.alloc(size << 3);
  const widerCounts = heap.alloc(size << 2);
  const widerRepeated = heap.alloc(size << 2);
  if (capacity != 0) {
    memory.copy(widerGrams, grams, (<usize>distinct) << 3);
    memory.copy(widerCounts, counts, (<usize>distinct) << 2);
    memory.copy(widerRepeated, repeated, (<usize>repeatedCount) << 2);
    heap.free(grams);
    heap.free(counts);
    heap.free(repeated);
  }
  grams = widerGrams;
  counts = widerCounts;
  repeated = widerRepeated;
  capacity = wanted;
}

function forgetStamps(): void {
  memory.fill(slots, 0, (<usize>slotCapacity) << 2);
  stamp = 1;
}
