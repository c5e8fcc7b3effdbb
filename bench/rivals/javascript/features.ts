import {
  counts as featureCounts,
  featuresHigh,
  featuresLow,
  repeated as repeatedFeatures,
  wordsHigh,
  wordsLow,
} from './arrays.ts';
import { highNext, lowNext } from './hash.ts';

const words = wordsLow;
const wordsToo = wordsHigh;
const low = featuresLow;
const high = featuresHigh;
const counts = featureCounts;
const repeated = repeatedFeatures;

/** Slots of `stamp + position`: what earlier texts left lies below the stamp, so nothing is cleared between texts. */
const slots = new Int32Array(2 ** 25);
const NARROWEST = 1024;
let mask = 0;
let stamp = 1;
/** Beyond this the stamps start again: below it they are small integers. */
const LAST_STAMP = 2 ** 29;

/** How many distinct features the text has, and how many of them occur more than once. */
export let distinct = 0;
export let repeatedCount = 0;

/** Counts the text's words, whose hashes are overwritten, and the pairs of neighbouring words. */
export function countFeatures(wordCount: number): void {
  stamp += distinct;
  distinct = 0;
  repeatedCount = 0;
  mask = 0;
  countHashes(wordCount);
  for (let i = 0; i + 1 < wordCount; i++) {
    words[i] = lowNext(words[i]!, words[i + 1]!);
    wordsToo[i] = highNext(wordsToo[i]!, wordsToo[i + 1]!);
  }
  countHashes(wordCount - 1);
}

/** Hashes that are counted at a step: between steps the table is widened, so that it fits the distinct ones. */
const STEP = 4096;

function countHashes(count: number): void {
  for (let first = 0; first < count; first += STEP) {
    const end = Math.min(first + STEP, count);
    widen(distinct + 2 * (end - first));
    countStep(first, end);
  }
}

/** Makes the table at least four times as wide as there can be features. A text starts with none. */
function widen(features: number): void {
  let width = Math.max(NARROWEST, mask + 1);
  while (width < 4 * features && width < slots.length) width *= 2;
  if (width === mask + 1) return;
  mask = width - 1;
  stamp += distinct;
  if (stamp > LAST_STAMP) {
    slots.fill(0);
    stamp = 1;
  }
  for (let position = 0; position < distinct; position++) {
    let slot = (low[position]! >>> 8) & mask;
    while (slots[slot]! >= stamp) slot = (slot + 1) & mask;
    slots[slot] = stamp + position;
  }
}

/** The hottest loop: what it changes is in locals. */
function countStep(begin: number, end: number): void {
  const lastSlot = mask;
  const first = stamp;
  let count = distinct;
  let repeatedSize = repeatedCount;
  for (let i = begin; i < end; i++) {
    const one = words[i]!;
    const other = wordsToo[i]!;
    let slot = (one >>> 8) & lastSlot;
    let found = slots[slot]! - first;
    while (found >= 0 && (low[found] !== one || high[found] !== other)) {
      slot = (slot + 1) & lastSlot;
      found = slots[slot]! - first;
    }
    if (found >= 0) {
      const before = counts[found]!;
      counts[found] = before + 1;
      if (before === 1) repeated[repeatedSize++] = found;
    } else {
      slots[slot] = first + count;
      low[count] = one;
      high[count] = other;
      counts[count++] = 1;
    }
  }
  distinct = count;
  repeatedCount = repeatedSize;
}
