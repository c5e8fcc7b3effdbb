// How often each feature of the text occurs.
import { counts as featureCounts, repeated as repeatedFeatures } from '../javascript/arrays.ts';
import { features as distinctFeatures, words as hashedWords } from './memory.ts';

const words = hashedWords;
const features = distinctFeatures;
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

export function startCount(): void {
  stamp += distinct;
  distinct = 0;
  repeatedCount = 0;
  mask = 0;
}

/** Hashes that are counted at a step: between steps the table is widened, so that it fits the distinct ones. */
const STEP = 4096;

/** Counts the first `count` words, or pairs of words. */
export function countWords(count: number): void {
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
    let slot = features[2 * position]! & mask;
    while (slots[slot]! >= stamp) slot = (slot + 1) & mask;
    slots[slot] = stamp + position;
  }
}

/**
 * The hottest loop: what it changes is in locals. Whether a feature is new is a coin toss that no processor predicts, so
 * both cases take the same way: `isNew` is -1 or 0, and the place behind the last feature is written as if it were new.
 */
function countStep(begin: number, end: number): void {
  const lastSlot = mask;
  const first = stamp;
  let size = distinct;
  let repeats = repeatedCount;
  for (let i = begin; i < end; i += 2) {
    const low = words[i]!;
    const high = words[i + 1]!;
    let slot = low & lastSlot;
    let found = slots[slot]! - first;
    let isNew = found >> 31;
    let position = found ^ ((found ^ size) & isNew);
    while ((((features[2 * position]! ^ low) | (features[2 * position + 1]! ^ high)) & ~isNew) !== 0) {
      slot = (slot + 1) & lastSlot;
      found = slots[slot]! - first;
      isNew = found >> 31;
      position = found ^ ((found ^ size) & isNew);
    }
    slots[slot] = first + position;
    features[2 * position] = low;
    features[2 * position + 1] = high;
    const before = counts[position]! & ~isNew;
    counts[position] = before + 1;
    repeated[repeats] = position;
    // One more where it occurred once before.
    repeats += ((before ^ 1) - 1) >>> 31;
    size -= isNew;
  }
  distinct = size;
  repeatedCount = repeats;
}
