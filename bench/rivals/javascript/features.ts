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

const NARROWEST = 1024;
/** Slots of `stamp + position`: what earlier texts left lies below the stamp, so nothing is cleared between texts. */
const slots = new Int32Array(2 ** 25);
let mask = 0;
let stamp = 1;
/** Beyond this the stamps start again: below it they are small integers. */
const LAST_STAMP = 2 ** 29;

/** How many distinct features the text has, and how many of them occur more than once. */
export let distinct = 0;
export let repeatedCount = 0;

/** Counts the text's words, whose hashes are overwritten, and the pairs of neighbouring words. */
export function countFeatures(wordCount: number): void {
  startCount(wordCount);
  countHashes(wordCount);
  for (let i = 0; i + 1 < wordCount; i++) {
    words[i] = lowNext(words[i]!, words[i + 1]!);
    wordsToo[i] = highNext(wordsToo[i]!, wordsToo[i + 1]!);
  }
  countHashes(wordCount - 1);
}

/** Makes the table at least four times as wide as there can be features. */
function startCount(wordCount: number): void {
  stamp += distinct;
  if (stamp > LAST_STAMP) {
    slots.fill(0);
    stamp = 1;
  }
  let width = NARROWEST;
  while (width < 8 * wordCount && width < slots.length) width *= 2;
  mask = width - 1;
  distinct = 0;
  repeatedCount = 0;
}

function countHashes(hashCount: number): void {
  const lastSlot = mask;
  const first = stamp;
  let size = distinct;
  let repeatedSize = repeatedCount;
  for (let i = 0; i < hashCount; i++) {
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
      slots[slot] = first + size;
      low[size] = one;
      high[size] = other;
      counts[size++] = 1;
    }
  }
  distinct = size;
  repeatedCount = repeatedSize;
}
