// One call a document: tokens → grams → counts → weighted sums → signs.

import { again, mix } from '../hash';
import { allocate, release } from '../heap';
import { AT_MOST, addAlike, addWeighted, BUFFER, signs, startSums } from './accumulate';
import { hashes, REACH } from './batch';
import {
  counted,
  distinct,
  finishCount,
  gather,
  isPieced,
  repeated,
  repeatedCount,
  roomFor,
  startCount,
  times,
  total,
} from './count';
import { putBeginning, putEnd, SEVERAL } from './ends';
import { gramAt, grams, writeGrams } from './grams';
import { byteSizes, characterSizes, corpusWeights, TERM_FREQUENCY, ties, weighting, wordSizes } from './recipe';
import { remember, rememberedCount, remembers, startRemembering, words } from './remembered';
import { needsNormalisation, openText } from './text';
import { AGAIN, BYTES, CHARACTERS, HASHES, nextTokens, startUnit, WORDS } from './tokenise';
import { ONCE, ONCE_LEVEL, textWeight, weightOf } from './weights';

/** Features of the last document, with repetitions. */
let features: u32 = 0;

export function featureCount(): u32 {
  return features;
}

/** The fingerprint of `length` bytes of UTF-8 at `text` by the recipe in use; 0 for a text without features. */
export function fingerprint(text: usize, length: usize, normalised: bool): u64 {
  if (weighting == TERM_FREQUENCY && corpusWeights == 0) return sumText(text, length, normalised);
  countFeatures(text, length, normalised, false);
  return firstFingerprint();
}

/**
 * Counts the features of a text. What was counted stands in `count.ts` until the next text.
 *
 * @param again whether other n-grams of its words are to be counted afterwards
 */
export function countFeatures(text: usize, length: usize, normalised: bool, again: bool): void {
  startCount();
  startRemembering(again);
  readText(text, length, normalised, true);
  finishCount();
  features = total;
}

/**
 * Counts n-grams of words of other sizes than the recipe's, by a bit mask as in `recipe.ts`.
 *
 * @param ends whether the ends of the text are neighbours of its words
 */
export function countWordGrams(text: usize, length: usize, normalised: bool, sizes: u32, ends: bool): void {
  startCount();
  if (remembers) openText(words, (<usize>rememberedCount) << 3, true);
  else openText(text, length, normalised);
  readUnit(remembers ? HASHES : AGAIN, sizes, true, ends);
  finishCount();
}

/** Every occurrence weighs the same, so hashes are added as they come. */
function sumText(text: usize, length: usize, normalised: bool): u64 {
  startSums();
  startRemembering(false);
  features = 0;
  readText(text, length, normalised, false);
  return features > 0 ? signs(ties) : 0;
}

function readText(text: usize, length: usize, normalised: bool, counting: bool): void {
  openText(text, length, normalised);
  readUnit(WORDS, wordSizes, counting, false);
  readUnit(CHARACTERS, characterSizes, counting, false);
  readUnit(BYTES, byteSizes, counting, false);
}

function readUnit(unit: u32, sizes: u32, counting: bool, ends: bool): void {
  if (sizes == 0 || needsNormalisation()) return;
  startUnit(unit);
  let before = ends ? putBeginning() : 0;
  for (let tokens = nextTokens(); tokens > 0; tokens = nextTokens()) {
    readBatch(tokens, sizes, before, counting);
    if (unit == WORDS) remember(tokens);
    before = min(<u32>REACH, before + tokens);
  }
  // More than the beginning: a text without words has no grams.
  if (ends && before > 1) readBatch(putEnd(), sizes & SEVERAL, before, counting);
}

function readBatch(tokens: u32, sizes: u32, before: u32, counting: bool): void {
  for (let rest = sizes; rest != 0; rest &= rest - 1) {
    if (counting) gatherGrams(tokens, ctz(rest) + 1, before);
    else sumGrams(tokens, ctz(rest) + 1, before);
  }
}

function gatherGrams(tokens: u32, size: u32, before: u32): void {
  gather(writeGrams(tokens, size, before, roomFor(tokens)));
}

function sumGrams(tokens: u32, size: u32, before: u32): void {
  // Single tokens are their own grams.
  const count = size == 1 ? tokens : writeGrams(tokens, size, before, grams);
  features += count;
  sumAlike(size == 1 ? hashes : grams, count);
}

/** The fingerprint of the features that are counted now. */
export function firstFingerprint(): u64 {
  if (corpusWeights == 0) return sumCounted();
  weighByCorpus();
  return sumWeighted();
}

/** Another fingerprint of the text before, independent of those before it: each feature gets another hash. */
export function nextFingerprint(): u64 {
  const end = counted + ((<usize>distinct) << 3);
  for (let place = counted; place < end; place += 8) store<u64>(place, again(load<u64>(place)));
  return corpusWeights == 0 ? sumCounted() : sumWeighted();
}

/** Every feature with the weight of a single occurrence; then what repetition adds. */
function sumCounted(): u64 {
  startSums();
  sumAlike(counted, distinct);
  // Of pieces it is not known which features come again.
  const all = isPieced ? distinct : repeatedCount;
  for (let first: u32 = 0; first < all; first += SOME) addRepeated(first, min(all, first + SOME));
  return distinct > 0 ? signs(ties) : 0;
}

/** A feature takes up to three places where hashes are added. */
const SOME: u32 = AT_MOST / 3;
const often: usize = memory.data(8 * 170, 16);

/**
 * Most of these features occur two to six times, which adds 2 to 6: so hashes are added with weight 2, up to three times, and
 * what else there is of few by binary digits. All are written on suspicion, and kept or not without a branch.
 */
function addRepeated(first: u32, end: u32): void {
  let twos = mixed;
  let left: usize = 0;
  for (let i = <usize>first; i < end; i++) {
    const feature = isPieced ? i : <usize>load<u32>(repeated + (i << 2));
    const hash = mix(load<u64>(counted + (feature << 3)));
    const more = textWeight(load<u32>(times + (feature << 2))) - ONCE;
    store<u64>(twos, hash);
    store<u64>(twos, hash, 8);
    store<u64>(twos, hash, 16);
    twos += (<usize>more & 6) << 2;
    store<u64>(often + left, hash);
    store<u64>(weights + left, more & ~6);
    left += (<usize>((more & ~6) != 0)) << 3;
  }
  addAlike(mixed, <u32>((twos - mixed) >> 3), 1);
  addWeighted(often, weights, <u32>(left >> 3));
}

function sumAlike(grams: usize, count: u32): void {
  for (let first: u32 = 0; first < count; first += AT_MOST) {
    const more = min(AT_MOST, count - first);
    mixAll(grams + ((<usize>first) << 3), more);
    addAlike(mixed, more, ONCE_LEVEL);
  }
}

/** Hashes of grams, finalised, and what they weigh. */
const mixed: usize = memory.data(BUFFER, 16);
const weights: usize = memory.data(8 * 170, 16);

/** Four at a time, which takes 3 to 7 % less of a whole fingerprint than one at a time. */
function mixAll(grams: usize, count: u32): void {
  const end = grams + ((<usize>count) << 3);
  let gram = grams;
  let target = mixed;
  for (; gram + 32 <= end; gram += 32, target += 32) {
    store<u64>(target, mix(load<u64>(gram)));
    store<u64>(target, mix(load<u64>(gram, 8)), 8);
    store<u64>(target, mix(load<u64>(gram, 16)), 16);
    store<u64>(target, mix(load<u64>(gram, 24)), 24);
  }
  for (; gram < end; gram += 8, target += 8) store<u64>(target, mix(load<u64>(gram)));
}

/** A u64 for every counted feature, when a corpus has a say: hashed anew, features cannot be looked up any more. */
let corpusWeighted: usize = 0;
let corpusCapacity: u32 = 0;

function weighByCorpus(): void {
  if (corpusCapacity < distinct) {
    if (corpusCapacity > 0) release(corpusWeighted);
    corpusCapacity = 0;
    corpusWeighted = allocate((<usize>distinct) << 3);
    corpusCapacity = distinct;
  }
  for (let i: usize = 0; i < distinct; i++) {
    store<u64>(corpusWeighted + (i << 3), weightOf(load<u64>(counted + (i << 3)), load<u32>(times + (i << 2))));
  }
}

function sumWeighted(): u64 {
  startSums();
  for (let first: u32 = 0; first < distinct; first += AT_MOST) {
    const count = min(AT_MOST, distinct - first);
    mixAll(counted + ((<usize>first) << 3), count);
    addWeighted(mixed, corpusWeighted + ((<usize>first) << 3), count);
  }
  return distinct > 0 ? signs(ties) : 0;
}

/** The gram of `size` tokens that ends with number `token` of the batch. */
export function batchGram(token: u32, size: u32): u64 {
  return gramAt(hashes + ((<usize>token) << 3), size);
}
