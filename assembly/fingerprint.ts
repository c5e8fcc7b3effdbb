// One call a document: tokens → grams → counts → weighted sums → signs.
import { addEight, addWeighted, signs, startSums } from './accumulate';
import { hashes, REACH } from './batch';
import {
  countGram,
  countGrams,
  counts,
  distinct,
  grams,
  repeated,
  repeatedCount,
  reserve,
  startCount,
  total,
} from './count';
import { extend, mix } from './hash';
import { nextTokens, startText } from './tokenise';
import { LOG_TERM_FREQUENCY, logWeight, ONCE_LEVEL } from './weights';

/** Features of the last document, with repetitions. */
let features: u32 = 0;

export function featureCount(): u32 {
  return features;
}

/**
 * The fingerprint of `length` bytes of UTF-8 at `text`; 0 for a text without features.
 * Bit n - 1 of `sizes` asks for word n-grams (n = 1…8). `normalised` says that NFKC has been applied.
 */
export function fingerprint(text: usize, length: usize, normalised: bool, sizes: u32, weighting: u32): u64 {
  if (weighting == LOG_TERM_FREQUENCY) return firstFingerprint(text, length, normalised, sizes, weighting);
  sumFeatures(text, length, normalised, sizes);
  return features > 0 ? signs() : 0;
}

/** How the features that are counted now are weighed. */
let countedWeighting: u32 = 0;

/** The same fingerprint, but features are counted whatever the weights, so that `nextFingerprint` can follow. */
export function firstFingerprint(text: usize, length: usize, normalised: bool, sizes: u32, weighting: u32): u64 {
  countFeatures(text, length, normalised, sizes);
  countedWeighting = weighting;
  return sumCounted();
}

const NEXT: u64 = 0x9e3779b97f4a7c15;

/** Another fingerprint of the text before, independent of those before it: each feature gets another hash. */
export function nextFingerprint(): u64 {
  const end = grams + ((<usize>distinct) << 3);
  for (let place = grams; place < end; place += 8) store<u64>(place, mix(load<u64>(place)) + NEXT);
  return sumCounted();
}

/** Counts the features of a text. What was counted stands in `count.ts` until the next text. */
export function countFeatures(text: usize, length: usize, normalised: bool, sizes: u32): void {
  startText(text, length, normalised);
  startCount();
  let before: u32 = 0;
  for (let words = nextTokens(); words > 0; words = nextTokens()) {
    reserve(words * <u32>popcnt(sizes));
    for (let rest = sizes; rest != 0; rest &= rest - 1) countSize(words, ctz(rest) + 1, before);
    before = min(<u32>REACH, before + words);
  }
  features = total;
}

/** Every gram once with the weight of a single occurrence, eight at a time; then what repetition adds. */
function sumCounted(): u64 {
  startSums();
  const isLog = countedWeighting == LOG_TERM_FREQUENCY;
  const level: usize = isLog ? ONCE_LEVEL : 0;
  const once: u32 = 1 << (<u32>level);
  let position: u32 = 0;
  for (; position + 8 <= distinct; position += 8) addMixed(grams + ((<usize>position) << 3), level);
  for (; position < distinct; position++) addWeighted(mix(load<u64>(grams + ((<usize>position) << 3))), once);
  for (let i: u32 = 0; i < repeatedCount; i++) {
    const place = <usize>load<u32>(repeated + ((<usize>i) << 2));
    const times = load<u32>(counts + (place << 2));
    addWeighted(mix(load<u64>(grams + (place << 3))), (isLog ? logWeight(times) : times) - once);
  }
  return features > 0 ? signs() : 0;
}

function sumFeatures(text: usize, length: usize, normalised: bool, sizes: u32): void {
  startSums();
  features = 0;
  startText(text, length, normalised);
  let before: u32 = 0;
  for (let words = nextTokens(); words > 0; words = nextTokens()) {
    for (let rest = sizes; rest != 0; rest &= rest - 1) sumGrams(words, ctz(rest) + 1, before);
    before = min(<u32>REACH, before + words);
  }
}

/** Where the first gram of `size` words ends, when `before` words of the batch before can be reached. */
function firstGram(size: u32, before: u32): u32 {
  return size - 1 > before ? size - 1 - before : 0;
}

/** The gram of `size` words whose last word's hash stands at `last`. */
function gramAt(last: usize, size: u32): u64 {
  let word = last - ((<usize>(size - 1)) << 3);
  let gram = load<u64>(word);
  while (word < last) {
    word += 8;
    gram = extend(gram, load<u64>(word));
  }
  return gram;
}

function countSize(words: u32, size: u32, before: u32): void {
  const end = hashes + ((<usize>words) << 3);
  let last = hashes + ((<usize>firstGram(size, before)) << 3);
  if (size <= 2) countGrams(last, end, size == 2);
  else for (; last < end; last += 8) countGram(gramAt(last, size), 1);
}

/** Every occurrence weighs the same, so hashes are added as they come. */
function sumGrams(words: u32, size: u32, before: u32): void {
  const end = hashes + ((<usize>words) << 3);
  let last = hashes + ((<usize>firstGram(size, before)) << 3);
  if (last >= end) return;
  features += <u32>((end - last) >> 3);
  if (size == 1) for (; last + 64 <= end; last += 64) addMixed(last, 0);
  for (; last < end; last += 8) addWeighted(mix(gramAt(last, size)), 1);
}

/** Adds the eight grams at p, finalised, each with weight 2^level. */
function addMixed(p: usize, level: usize): void {
  addEight(
    level,
    mix(load<u64>(p)),
    mix(load<u64>(p, 8)),
    mix(load<u64>(p, 16)),
    mix(load<u64>(p, 24)),
    mix(load<u64>(p, 32)),
    mix(load<u64>(p, 40)),
    mix(load<u64>(p, 48)),
    mix(load<u64>(p, 56)),
  );
}
