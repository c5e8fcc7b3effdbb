import { fingerprintCore } from '../wasm/core.ts';
import { fillWeighted } from '../wasm/given.ts';
import { useRecipe } from '../wasm/recipe.ts';
import { Fingerprinter } from './fingerprinter.ts';
import { givenRecipe } from './kernel-recipe.ts';
import { checkGiven } from './methods/given.ts';
import type { GivenFeature } from './recipe.ts';
import type { Text } from './text.ts';

const GIVEN = givenRecipe({});
let defaultFingerprinter: Fingerprinter | undefined;

/**
 * The fingerprint of a text by the default recipe, `words-bigrams`, or of features that you have found and weighed
 * yourself: keywords with their tf-idf, say, or with levels from 1 to 5. Features are taken as they are, case and all;
 * one that is given twice weighs the sum. The two kinds of fingerprint are not comparable.
 *
 * @returns a bigint from 0 to 2^64 - 1; 0 for a text without words, and for no features
 * @throws {InvalidArgumentError} if it is none of these, a feature is empty, or weights are not finite or overflow
 * @example hammingDistance(simhash('the cat sat on the mat'), simhash('the cat sat on a mat'))
 * @example simhash([['美国', 4], ['51区', 5], ['雇员', 3]])
 */
export function simhash(input: Text | readonly GivenFeature[]): bigint {
  if (!Array.isArray(input)) {
    defaultFingerprinter ??= new Fingerprinter();
    return defaultFingerprinter.fingerprint(input as Text);
  }
  const { features, weights } = checkGiven(input, 'simhash()');
  const target = new BigUint64Array(1);
  useRecipe(fingerprintCore(), GIVEN);
  fillWeighted(fingerprintCore(), features, weights, target);
  return target[0]!;
}
