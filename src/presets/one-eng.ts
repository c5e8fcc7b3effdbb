import { InvalidArgumentError } from '../errors.ts';
import type { Text } from '../fingerprint/text.ts';
import { isIterable } from '../iterable.ts';
import { shown } from '../shown.ts';
import { type BatchedHash, foldMajority, foldParts } from './fold.ts';
import { hashOf } from './halves.ts';
import { bytesOf, checkIterable, stringOf } from './input.ts';
import { md5Last } from './md5.ts';
import { decoded, type Parts, runsOrWhole } from './parts.ts';
import type { Preset } from './preset.ts';
import { lowerCaseWordCharacters } from './python-text.ts';

const WINDOW = 4;
/** Pairs with more than that are not batched. */
const LARGEST_BATCHED_WEIGHT = 50;

/** Features: words of weight 1, or pairs of word and weight, or a Map or an object from words to weights. */
export type OneEngFeatures = Iterable<string | readonly [feature: string, weight: number]> | Record<string, number>;

/** 1e0ng/simhash takes features, too. */
export interface OneEng extends Preset {
  /**
   * The fingerprint of features: `Simhash(features).value` for a list or dict in Python. Where a plain feature
   * follows a pair, it has the weight of that pair, as in the original. No features: 0.
   *
   * Fractional weights are added in the order of the features, and rounded. Of an object that is not always that of a dict in
   * Python, since JavaScript puts names that are whole numbers first: take a Map or pairs. Whole weights are taken for integers
   * of Python, which the original adds up by themselves; with a float such as 2.0 among fractions, it may differ in a bit whose
   * sum is nearly even.
   *
   * @throws {InvalidArgumentError} if a feature is not a string or a weight is negative or not finite
   * @example oneEng.fingerprintOfFeatures(['aaa', 'bbb']) // 57087923692560392n
   * @example oneEng.fingerprintOfFeatures([['news', 2.5], ['ferry', 1]])
   */
  fingerprintOfFeatures(features: OneEngFeatures): bigint;
}

/**
 * 1e0ng/simhash, the Python package `simhash`: runs of four word characters, counted, hashed by MD5.
 *
 * @example oneEng.fingerprint('How are you? I AM fine. Thanks. And you?') // 0xbff3cd8a201e681an
 */
export const oneEng: OneEng = {
  name: '1e0ng',
  version: 1,
  about: '1e0ng/simhash (Python): 4-grams of lower-case word characters, weighted by count; MD5, its last 8 bytes',
  source: 'https://github.com/1e0ng/simhash, PyPI simhash 2.1.2',

  fingerprint(text: Text): bigint {
    return foldParts(windows(text), md5Last, 0);
  },

  features: (text: Text) => decoded(windows(text)),

  fingerprintOfFeatures(features: OneEngFeatures): bigint {
    return foldMajority(hashed(weighted(features)));
  },
};

/** Runs of four word characters; a shorter text is itself the only feature, even if it is empty. */
function windows(text: Text): Parts {
  return runsOrWhole(lowerCaseWordCharacters(stringOf(text)), WINDOW);
}

function* hashed(features: Iterable<WeightedFeature>): Iterable<BatchedHash> {
  for (const [feature, weight, isBatched] of features) yield [hashOf(md5Last, bytesOf(feature)), weight, isBatched];
}

type WeightedFeature = readonly [feature: string, weight: number, isBatched: boolean];

function* weighted(features: OneEngFeatures): Iterable<WeightedFeature> {
  const isRecord = typeof features === 'object' && features !== null && !isIterable(features);
  const list: unknown = isRecord ? Object.entries(features) : features;
  checkIterable('Features', list);
  // The original's weight is a variable outside of its loop, so a plain feature takes it over from the last pair.
  let weight: unknown = 1;
  for (const entry of list) {
    const isPair = Array.isArray(entry) && entry.length === 2;
    let feature: unknown = entry;
    if (isPair) [feature, weight] = entry;
    if (typeof feature !== 'string') {
      throw new InvalidArgumentError(`A feature is a string or a pair [string, weight], not ${shown(feature)}.`);
    }
    // Python treats negative integers and negative floats differently, which are one type here.
    if (!(typeof weight === 'number' && weight >= 0 && weight < Infinity)) {
      throw new InvalidArgumentError(
        `A weight is a finite number from 0, not ${shown(weight)} as for ${shown(feature)}.`,
      );
    }
    yield [feature, weight, Number.isInteger(weight) && !(isPair && weight > LARGEST_BATCHED_WEIGHT)];
  }
}
