import { InvalidArgumentError } from '../errors.ts';
import { checkOptions } from '../options.ts';
import { shown } from '../shown.ts';
import { isTypedArray } from '../typed-arrays.ts';
import { fingerprintCore } from '../wasm/core.ts';
import type { FeatureSet } from '../wasm/feature-set.ts';
import { DEFAULT_RECIPE } from './built-in.ts';
import { FeatureMethod } from './methods/feature-method.ts';
import type { Feature, Method } from './methods/method.ts';
import { PresetMethod } from './methods/preset-method.ts';
import { TextMethod } from './methods/text-method.ts';
import { isFeatureRecipe, isPreset, type Recipe } from './recipe.ts';
import { idOfRecipe } from './recipe-id.ts';
import { toRecipe } from './recipes.ts';
import { FingerprintStream } from './stream.ts';
import { checkText, checkTexts, type Text } from './text.ts';

/** Below this many features one changed word changes most of them, and a fingerprint says little (docs/distance.md). */
export const FEWEST_FEATURES = 4;

/** What a `Fingerprinter` is made with. */
export interface FingerprinterOptions {
  /**
   * The name of a built-in recipe (`'words-bigrams'`, the default, `'words'`, `'word-3-grams'`, `'character-4-grams'`,
   * `'byte-8-grams'`, `'dedupe'`: see `RECIPES`), a recipe of your own, or a preset of `hammingbird/presets`.
   */
  readonly recipe?: string | Recipe | undefined;
}

/** What `inspect` tells of a text. */
export interface Inspection {
  /** 0 for a text without features. */
  readonly fingerprint: bigint;
  /** How many features it has, repetitions counted. */
  readonly features: number;
  /** Fewer than four features: similarity to other texts means little; with none it means nothing. */
  readonly tooShort: boolean;
}

/**
 * Makes 64-bit SimHash fingerprints: texts that share most of their features get fingerprints that differ in few
 * bits (Charikar, STOC 2002; Manku, Jain, Das Sarma, WWW 2007).
 *
 * @example
 * const fingerprinter = new Fingerprinter();
 * fingerprinter.fingerprint('the cat sat on the mat') // a bigint, 0…2^64 - 1
 * @example
 * new Fingerprinter({ recipe: { name: 'shingles', version: 1, characters: [5], weights: 'binary' } })
 * @example
 * const lines = (text: string) => text.split('\n').filter((line) => line !== '');
 * new Fingerprinter({ recipe: { name: 'lines', version: 1, features: lines, weights: 'tf' } })
 */
export class Fingerprinter {
  readonly recipe: Recipe;
  /** What stands for the recipe beside fingerprints that are stored: `words-bigrams/2`. */
  readonly recipeId: string;
  readonly #method: Method;

  /**
   * @throws {InvalidArgumentError} if there is no such recipe, or it cannot be followed
   * @throws {RecipeMismatchError} if its idf model is that of another recipe
   */
  constructor(options: FingerprinterOptions = {}) {
    checkOptions(options, { recipe: true });
    const { recipe = DEFAULT_RECIPE } = options;
    this.recipe = toRecipe(recipe);
    this.recipeId = idOfRecipe(this.recipe);
    this.#method = methodFor(this.recipe);
  }

  /**
   * The fingerprint of a text, 0…2^64 - 1; 0 for a text without features, which resembles nothing.
   *
   * @throws {InvalidArgumentError} if it is neither a string nor a Uint8Array
   * @throws {OutOfMemoryError} if it is longer than about 350 million UTF-16 units
   */
  fingerprint(text: Text): bigint {
    checkText(text);
    return this.#method.fingerprint(text);
  }

  /**
   * The fingerprints of many texts, in their order.
   *
   * @example new Fingerprinter().fingerprints(['one text', 'another']) // BigUint64Array(2) [ …, … ]
   */
  fingerprints(texts: Iterable<Text>): BigUint64Array {
    checkTexts(texts);
    // One after the other: this kind of array would read all of them first, and a source may use its memory again.
    return BigUint64Array.from(Array.from(texts, (text) => this.fingerprint(text)));
  }

  /**
   * A text that comes in pieces, cut anywhere: its fingerprint is that of the whole.
   *
   * @example
   * const stream = fingerprinter.stream();
   * for await (const chunk of response.body) stream.update(chunk);
   * stream.digest() // { fingerprint, features, tooShort }
   */
  stream(): FingerprintStream<Inspection> {
    return new FingerprintStream((text) => this.inspect(text));
  }

  /** The fingerprint and how much it rests on. */
  inspect(text: Text): Inspection {
    checkText(text);
    const { fingerprint, features } = this.#method.inspect(text);
    return { fingerprint, features, tooShort: features < FEWEST_FEATURES };
  }

  /**
   * Several independent fingerprints of a text, the first of which is that of `fingerprint`: its features are counted
   * once and hashed anew for each. Like texts are near in one of them more surely than in one alone.
   *
   * @param target is filled with them
   * @returns the number of features, repetitions counted
   * @throws {InvalidArgumentError} if the text is none, or the target no BigUint64Array
   * @example new Fingerprinter().several('a text', new BigUint64Array(3))
   */
  several(text: Text, target: BigUint64Array): number {
    checkText(text);
    checkTarget(target);
    return this.#method.several(text, target);
  }

  /** The features of a text in words, and their weights, in the order of their first occurrence. Slow, for people. */
  features(text: Text): Feature[] {
    checkText(text);
    return this.#method.features(text);
  }

  /**
   * The counted features of a text, for exact similarity: `a.jaccard(b)`. It takes memory of the core, 12 to 14 bytes a
   * different feature and at least 48 where they are few, until `dispose()`.
   *
   * @param target is filled with several fingerprints on the way, as by `several`
   */
  featureSet(text: Text, target?: BigUint64Array): FeatureSet {
    checkText(text);
    if (target !== undefined) checkTarget(target);
    return this.#method.featureSet(text, target);
  }

  /**
   * The same of a text that may be part of another one, or have others in it, for `a.containment(b)`: without what recipes
   * with `compared` make of its beginning and its end, which are not those of the other.
   */
  passageSet(text: Text): FeatureSet {
    checkText(text);
    return this.#method.featureSet(text, undefined, true);
  }

  /**
   * The exact similarity of two texts: the multiset Jaccard index of their features, 0…1; 0 if one has none.
   * Weights have no say in it.
   *
   * @example new Fingerprinter().exactSimilarity('the cat sat', 'the cat sat down') // 0.714…
   */
  exactSimilarity(a: Text, b: Text): number {
    const setA = this.featureSet(a);
    let setB: FeatureSet | undefined;
    try {
      setB = this.featureSet(b);
      return setA.jaccard(setB);
    } finally {
      setA.dispose();
      setB?.dispose();
    }
  }
}

function methodFor(recipe: Recipe): Method {
  if (isPreset(recipe)) return new PresetMethod(fingerprintCore(), recipe);
  return isFeatureRecipe(recipe)
    ? new FeatureMethod(fingerprintCore(), recipe)
    : new TextMethod(fingerprintCore(), recipe);
}

function checkTarget(target: unknown): void {
  if (isTypedArray('BigUint64Array', target)) return;
  throw new InvalidArgumentError(
    `Several fingerprints fill a BigUint64Array, such as new BigUint64Array(3), not ${shown(target)}.`,
  );
}
