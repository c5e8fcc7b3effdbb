// How often each feature of a document occurs.
//
// Features stand densely in the order of their first occurrence; an open-addressed table of u32 finds them.
// A slot holds `stamp + position`. What is left of earlier documents lies below this document's stamp, and so
// beyond all its positions when the stamp is taken off: the table is never cleared between documents. A document uses only as many slots as it needs, so that small ones stay in cache.

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
/** Beyond this many slots the memory is given back after the document: with their features they take 512 KiB. */
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
 * Counts `occurrences` grams (u64) at `from`.
 *
 * The hottest loop there is. Whether a gram is new is a coin toss that no processor predicts, so both cases take the
 * same way: position `size` is written as if the gram were new, and only the selects differ. The one branch left is
 * for slots taken by another gram, which are few.
 */
export function countGrams(from: usize, occurrences: usize): void {
  reserve(<u32>occurrences);
  total += <u32>occurrences;
  const end = from + (occurrences << 3);
  const mask = slotMask;
  const base = stamp;
  let size = distinct;
  let repeats = repeatedCount;
  for (let place = from; place < end; place += 8) {
    const gram = load<u64>(place);
    let slot = <usize>gram & mask;
    let found = load<u32>(slots + (slot << 2)) - base;
    let position = lesser(found, size);
    while (differs(position, gram) & all(found < size)) {
      slot = (slot + 1) & mask;
      found = load<u32>(slots + (slot << 2)) - base;
      position = lesser(found, size);
    }
    store<u32>(slots + (slot << 2), base + position);
    store<u64>(grams + ((<usize>position) << 3), gram);
    const tally = counts + ((<usize>position) << 2);
    const before = load<u32>(tally) & <u32>all(position < size);
    store<u32>(tally, before + 1);
    store<u32>(repeated + ((<usize>repeats) << 2), position);
    repeats += <u32>(before == 1);
    size += <u32>(position == size);
  }
  distinct = size;
  repeatedCount = repeats;
}

// Selects and «and» of conditions are made into branches by the compilers; arithmetic is not.

/** Every bit where the condition holds. */
function all(condition: bool): u64 {
  return 0 - <u64>condition;
}

function lesser(a: u32, b: u32): u32 {
  return b ^ ((a ^ b) & <u32>all(a < b));
}

/** Not 0 where the gram at `position` is another. */
function differs(position: u32, gram: u64): u64 {
  return load<u64>(grams + ((<usize>position) << 3)) ^ gram;
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
export function reserve(more: u32): void {
  const features = distinct + more;
  if (features > slotMask >> 2 || features > capacity) useSlots(features);
}

/** Makes the table at least four times as wide as the number of features, and puts the document's features into it. */
function useSlots(features: u32): void {
  let wanted = SMALLEST;
  while (wanted < features * 4) wanted <<= 1;
  if (wanted > slotCapacity) growSlots(wanted);
  if (wanted >> 2 > capacity) growFeatures(wanted >> 2);
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
