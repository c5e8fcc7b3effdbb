// How often each feature of the text occurs.
import { extendWords } from './hash.ts';
import {
  features as distinctFeatures,
  counts as featureCounts,
  words as hashedWords,
  LONGEST_TEXT,
  single as pairsThatOccurOnce,
  repeated as repeatedFeatures,
} from './memory.ts';

const words = hashedWords;
const features = distinctFeatures;
const counts = featureCounts;
const repeated = repeatedFeatures;
const single = pairsThatOccurOnce;
/** For every word of the text its place among the features. */
const places = new Int32Array(LONGEST_TEXT);

/** Slots of `stamp + position`: what earlier texts left lies below the stamp, so nothing is cleared between texts. */
const slots = new Int32Array(2 ** 25);
const NARROWEST = 1024;
let mask = 0;
let stamp = 1;
/** Beyond this the stamps start again: below it they are small integers. */
const LAST_STAMP = 2 ** 29;

/** How many distinct features were counted, how many of them occur more than once, and how many pairs stand apart. */
export let distinct = 0;
export let repeatedCount = 0;
export let singleCount = 0;

/** Counts the words of the text, and then their pairs, which take their place. */
export function countFeatures(wordCount: number): void {
  stamp += distinct;
  distinct = 0;
  repeatedCount = 0;
  mask = 0;
  countHashes(wordCount);
  extendWords(wordCount);
  countHashes(setSinglesApart(wordCount - 1));
}

/**
 * A pair with a word that occurs once occurs once itself, and need not be looked for: most of a short text's. (Unless
 * its 64-bit hash is another's.) Returns how many pairs are left.
 */
function setSinglesApart(pairCount: number): number {
  let left = 0;
  let apart = 0;
  for (let i = 0; i < pairCount; i++) {
    const low = words[i << 1]!;
    const high = words[(i << 1) | 1]!;
    // Written to both places, and kept in one of them without a branch.
    words[left << 1] = low;
    words[(left << 1) | 1] = high;
    single[apart << 1] = low;
    single[(apart << 1) | 1] = high;
    // Counts are 1 or more: -1 if one of them is 1.
    const isSingle = ((counts[places[i]!]! - 2) | (counts[places[i + 1]!]! - 2)) >> 31;
    apart = (apart - isSingle) | 0;
    left = (left + isSingle + 1) | 0;
  }
  singleCount = apart;
  return left;
}

/** Hashes that are counted at a step: between steps the table is widened, so that it fits the distinct ones. */
const STEP = 4096;

function countHashes(count: number): void {
  for (let first = 0; first < count; first += STEP) {
    const end = Math.min(first + STEP, count);
    widen(distinct + 2 * (end - first));
    countStep(2 * first, 2 * end);
  }
}

/** Makes the table at least four times as wide as there can be features. A text starts with none. */
function widen(most: number): void {
  let width = Math.max(NARROWEST, mask + 1);
  while (width < 4 * most && width < slots.length) width *= 2;
  if (width === mask + 1) return;
  mask = width - 1;
  stamp += distinct;
  if (stamp > LAST_STAMP) {
    slots.fill(0);
    stamp = 1;
  }
  for (let position = 0; position < distinct; position++) {
    let slot = features[position << 1]! & mask;
    while (slots[slot]! >= stamp) slot = (slot + 1) & mask;
    slots[slot] = stamp + position;
  }
}

/** The hottest loop: what it changes is in locals, and shifts make no doubt of its numbers being integers. */
function countStep(begin: number, end: number): void {
  const lastSlot = mask;
  const first = stamp;
  let size = distinct;
  let repeats = repeatedCount;
  for (let i = begin; i < end; i += 2) {
    const low = words[i]!;
    const high = words[i + 1]!;
    let slot = low & lastSlot;
    let found = (slots[slot]! - first) | 0;
    while (found >= 0 && (features[found << 1] !== low || features[(found << 1) | 1] !== high)) {
      slot = (slot + 1) & lastSlot;
      found = (slots[slot]! - first) | 0;
    }
    if (found >= 0) {
      const before = counts[found]!;
      counts[found] = (before + 1) | 0;
      places[i >> 1] = found;
      if (before === 1) repeated[repeats++] = found;
    } else {
      slots[slot] = (first + size) | 0;
      features[size << 1] = low;
      features[(size << 1) | 1] = high;
      places[i >> 1] = size;
      counts[size++] = 1;
    }
  }
  distinct = size;
  repeatedCount = repeats;
}
