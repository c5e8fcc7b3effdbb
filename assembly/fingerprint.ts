// One call a document: tokens → grams → counts → weighted sums → signs.
import { addEight, addWeighted, signs, startSums } from './accumulate';
import { hashes, REACH } from './batch';
import { countGrams, counts, distinct, grams, repeated, repeatedCount, startCount, total } from './count';
import { findGrams, found, foundCount, gramAt } from './grams';
import { again, mix } from './hash';
import { byteSizes, characterSizes, corpusWeights, TERM_FREQUENCY, ties, weighting, wordSizes } from './recipe';
import { needsNormalisation, openText } from './text';
import { BYTES, CHARACTERS, nextTokens, startUnit, WORDS } from './tokenise';
import { ONCE, ONCE_LEVEL, textWeight, weightOf } from './weights';

/** Features of the last document, with repetitions. */
let features: u32 = 0;

export function featureCount(): u32 {
  return features;
}

/** The fingerprint of `length` bytes of UTF-8 at `text` by the recipe in use; 0 for a text without features. */
export function fingerprint(text: usize, length: usize, normalised: bool): u64 {
  if (weighting == TERM_FREQUENCY && corpusWeights == 0) return sumText(text, length, normalised);
  countFeatures(text, length, normalised);
  return firstFingerprint();
}

/** Counts the features of a text. What was counted stands in `count.ts` until the next text. */
export function countFeatures(text: usize, length: usize, normalised: bool): void {
  startCount();
  readText(text, length, normalised, true);
  features = total;
}

/** Every occurrence weighs the same, so hashes are added as they come. */
function sumText(text: usize, length: usize, normalised: bool): u64 {
  startSums();
  features = 0;
  readText(text, length, normalised, false);
  return features > 0 ? signs(ties) : 0;
}

function readText(text: usize, length: usize, normalised: bool, counting: bool): void {
  openText(text, length, normalised);
  readUnit(WORDS, wordSizes, counting);
  readUnit(CHARACTERS, characterSizes, counting);
  readUnit(BYTES, byteSizes, counting);
}

function readUnit(unit: u32, sizes: u32, counting: bool): void {
  if (sizes == 0 || needsNormalisation()) return;
  startUnit(unit);
  let before: u32 = 0;
  for (let tokens = nextTokens(); tokens > 0; tokens = nextTokens()) {
    for (let rest = sizes; rest != 0; rest &= rest - 1) {
      findGrams(tokens, ctz(rest) + 1, before);
      if (counting) countGrams(found, foundCount);
      else sumGrams();
    }
    before = min(<u32>REACH, before + tokens);
  }
}

function sumGrams(): void {
  features += <u32>foundCount;
  const end = found + (foundCount << 3);
  let gram = found;
  for (; gram + 64 <= end; gram += 64) addMixed(gram, 0);
  for (; gram < end; gram += 8) addWeighted(mix(load<u64>(gram)), 1);
}

/** A u64 for every counted feature, when a corpus has a say: hashed anew, features cannot be looked up any more. */
let corpusWeighted: usize = 0;
let corpusCapacity: u32 = 0;

/** The fingerprint of the features that are counted now. */
export function firstFingerprint(): u64 {
  if (corpusWeights == 0) return sumCounted();
  weighByCorpus();
  return sumWeighted();
}

/** Another fingerprint of the text before, independent of those before it: each feature gets another hash. */
export function nextFingerprint(): u64 {
  const end = grams + ((<usize>distinct) << 3);
  for (let place = grams; place < end; place += 8) store<u64>(place, again(load<u64>(place)));
  return corpusWeights == 0 ? sumCounted() : sumWeighted();
}

/** Every gram once with the weight of a single occurrence, eight at a time; then what repetition adds. */
function sumCounted(): u64 {
  startSums();
  let position: u32 = 0;
  for (; position + 8 <= distinct; position += 8) addMixed(grams + ((<usize>position) << 3), ONCE_LEVEL);
  for (; position < distinct; position++) addWeighted(mix(load<u64>(grams + ((<usize>position) << 3))), ONCE);
  for (let i: u32 = 0; i < repeatedCount; i++) {
    const place = <usize>load<u32>(repeated + ((<usize>i) << 2));
    const times = load<u32>(counts + (place << 2));
    addWeighted(mix(load<u64>(grams + (place << 3))), textWeight(times) - ONCE);
  }
  return distinct > 0 ? signs(ties) : 0;
}

function weighByCorpus(): void {
  if (corpusCapacity < distinct) {
    if (corpusCapacity > 0) heap.free(corpusWeighted);
    corpusCapacity = 0;
    corpusWeighted = heap.alloc((<usize>distinct) << 3);
    corpusCapacity = distinct;
  }
  for (let i: usize = 0; i < distinct; i++) {
    const weight = weightOf(load<u64>(grams + (i << 3)), load<u32>(counts + (i << 2)));
    store<u64>(corpusWeighted + (i << 3), weight);
  }
}

function sumWeighted(): u64 {
  startSums();
  for (let i: usize = 0; i < distinct; i++) {
    addWeighted(mix(load<u64>(grams + (i << 3))), load<u64>(corpusWeighted + (i << 3)));
  }
  return distinct > 0 ? signs(ties) : 0;
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

/** The gram of `size` tokens that ends with number `token` of the batch. */
export function batchGram(token: u32, size: u32): u64 {
  return gramAt(hashes + ((<usize>token) << 3), size);
}
