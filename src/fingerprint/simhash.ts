import { fingerprintCore } from '../wasm/core.ts';
import { fillWeighted } from '../wasm/given.ts';
import { type KernelRecipe, useRecipe } from '../wasm/recipe.ts';
import { fingerprintOf } from '../wasm/text.ts';
import { WORDS_BIGRAMS } from './built-in.ts';
import { givenRecipe, kernelRecipe } from './kernel-recipe.ts';
import { checkGiven } from './methods/given.ts';
import type { GivenFeature } from './recipe.ts';
import { checkText, type Text } from './text.ts';

// Not a Fingerprinter's: what that makes of recipes is half of the code that a bundle with `simhash` alone would have.
let textRecipe: KernelRecipe | undefined;
let givenFeatures: KernelRecipe | undefined;

/**
 * The fingerprint of a text by the default recipe, `words-bigrams`, or of features that you have found and weighed
 * yourself: keywords with their tf-idf, say, or with levels from 1 to 5. Features are taken as they are, case and all;
 * one that is given twice weighs the sum. The two kinds of fingerprint are not comparable.
 *
 * @returns a bigint from 0 to 2^64 - 1; 0 for a text without words, and for no features
 * @throws {InvalidArgumentError} if it is none of these, a feature is empty, or weights are not finite
 * @example hammingDistance(simhash('the cat sat on the mat'), simhash('the cat sat on a mat'))
 * @example simhash([['美国', 4], ['51区', 5], ['雇员', 3]])
 */
export function simhash(input: Text | readonly GivenFeature[]): bigint {
  return Array.isArray(input) ? ofFeatures(input) : ofText(input as Text);
}

function ofText(text: Text): bigint {
  checkText(text);
  const core = fingerprintCore();
  textRecipe ??= kernelRecipe(core, WORDS_BIGRAMS);
  return fingerprintOf(core, text, textRecipe);
}

function ofFeatures(given: readonly GivenFeature[]): bigint {
  const { features, weights } = checkGiven(given, 'simhash()');
  const core = fingerprintCore();
  const target = new BigUint64Array(1);
  givenFeatures ??= givenRecipe({});
  useRecipe(core, givenFeatures);
  fillWeighted(core, features, weights, target);
  return target[0]!;
}
