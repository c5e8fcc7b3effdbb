import type { FingerprintCore } from '../wasm/core.ts';
import type { GramTable } from '../wasm/gram-table.ts';
import type { IdfJson } from './idf-json.ts';
import type { Text } from './text.ts';

/** What happens to a text before it is cut: NFKC, case folding, both (the default), or nothing. */
export type Normalisation = 'nfkc-casefold' | 'nfkc' | 'casefold' | 'none';

/**
 * How a feature weighs that occurs n times: `'log-tf'` log2(1 + n), in quarters, straight between powers of two;
 * `'tf'` n; `'binary'` 1.
 */
export type Weighting = 'log-tf' | 'tf' | 'binary';

/** What a bit becomes whose weights for and against it are equal: 0, 1, or 1 in the odd bits only. */
export type Ties = 'parity' | 0 | 1;

/**
 * Of a field that only other kinds of recipes have: no function fits. Nor is it `undefined`, by which TypeScript would know
 * the kinds apart, and refuse `{ ...recipe, idf }` of any `Recipe`.
 */
type Absent = readonly never[];

/** Finds the words of scripts that put no spaces between them. */
export interface Segmenter {
  /** Named and versioned, for it is part of a recipe: other words are other fingerprints. */
  readonly name: string;
  readonly version: number | string;
  /** The words of a text in their order. What is no letter, mark or number separates words once more. */
  segment(text: string): Iterable<string>;
}

/**
 * How text becomes features and features become weights. Features are n-grams (n = 1…16) of words, of characters
 * and of bytes, in any mixture:
 *
 * - A word is a run of letters, marks and numbers that does not begin with an accent (U+0300 to U+036F). Each character
 *   of Han and Kana is a word of its own, and so are each two in a row of Thai, Lao, Khmer and Myanmar, unless there is a
 *   segmenter.
 * - Characters are the code points of the words, with one space for whatever stands between two words.
 * - Bytes are those of the text in UTF-8, as they are; they demand the normalisation `'none'`.
 *
 * Code points that nobody sees (soft hyphens, joiners, variation selectors) are left out, but of bytes. The hash is
 * hammingbird's own 64-bit one.
 *
 * Fingerprints of different recipes, or of different versions of one, must not be compared.
 */
export interface TextRecipe {
  readonly name: string;
  /** Raised when any fingerprint would change. */
  readonly version: number;
  /** One line for people. */
  readonly about?: string | undefined;
  /** Lengths of the n-grams of words, 1…16; none by default. */
  readonly words?: readonly number[] | undefined;
  readonly characters?: readonly number[] | undefined;
  readonly bytes?: readonly number[] | undefined;
  /**
   * Which n-grams of words exact similarity compares, where these are not the features: their lengths, 1…16. A length
   * that is listed twice counts twice. From two words on, the beginning and the end of the text count as words before the first
   * and behind the last, so that a change weighs the same wherever it is. It changes no fingerprint.
   */
  readonly compared?: readonly number[] | undefined;
  /** `'nfkc-casefold'` by default; `'none'` where bytes are features. */
  readonly normalisation?: Normalisation | undefined;
  readonly segmenter?: Segmenter | undefined;
  /** `'log-tf'` by default. */
  readonly weights?: Weighting | undefined;
  /** Multiplies weights by how rare a feature is in a corpus. */
  readonly idf?: Idf | undefined;
  /** `'parity'` by default. */
  readonly ties?: Ties | undefined;
  readonly features?: Absent;
  readonly fingerprint?: Absent;
}

/** What a recipe needs of an `IdfModel`. */
export interface Idf {
  /** The recipe whose features were counted. */
  readonly recipe: string;
  /** How many documents were counted. */
  readonly documents: number;
  /** Stands for everything that it holds: 16 hexadecimal digits. */
  readonly digest: string;
  /** What each feature weighs, in the core's memory, in sixteenths, and those that are not known. */
  weights(core: FingerprintCore): { weights: GramTable; unknown: number };
  /** The whole of it, for `IdfModel.from()`. */
  toJSON(): IdfJson;
}

/** A feature that the caller has found: a string that is not empty, alone or with a weight, any finite number. */
export type GivenFeature = string | readonly [feature: string, weight: number];

/** Features by a function of the caller's own: keywords, lines, n-grams of something else. */
export interface FeatureRecipe {
  readonly name: string;
  readonly version: number;
  readonly about?: string | undefined;
  /** The features of a text; `bytes` come decoded. They are hashed as they are, case and all. */
  readonly features: (text: string) => Iterable<GivenFeature>;
  /** `'explicit'`, the default: as given, 1 where no weight is; a feature given twice weighs the sum. */
  readonly weights?: Weighting | 'explicit' | undefined;
  readonly ties?: Ties | undefined;
  readonly fingerprint?: Absent;
}

/** Another way to make fingerprints, such as those of `hammingbird/presets`. */
export interface Preset {
  readonly name: string;
  readonly version: number;
  readonly about: string;
  fingerprint(text: Text): bigint;
  /**
   * The features of a text, in whatever form: only whether two are equal matters here, and for people what they weigh.
   * An empty feature, which some make of an empty text, does not count: such texts resemble nothing.
   *
   * @param text what `fingerprint` takes, also bytes; as a string it has the type that it has in a `FeatureRecipe`, and
   *   TypeScript knows it in functions that are written in place
   */
  features(text: string): Iterable<GivenFeature>;
  /** How many bits the hashes of features have, if not 64: the upper ones of fingerprints tell nothing. */
  readonly bits?: 32 | undefined;
}

export type Recipe = TextRecipe | FeatureRecipe | Preset;

/** What happens to a text before it is cut, whether or not the recipe says so. */
export function normalisationOf({ normalisation, bytes }: TextRecipe): Normalisation {
  return normalisation ?? (bytes?.length ? 'none' : 'nfkc-casefold');
}

export function isPreset(recipe: Recipe): recipe is Preset {
  return 'fingerprint' in recipe;
}

/** How many bits of fingerprints tell something of the text. */
export function bitsOf(recipe: Recipe): number {
  return (isPreset(recipe) && recipe.bits) || 64;
}

export function isFeatureRecipe(recipe: Recipe): recipe is FeatureRecipe {
  return !isPreset(recipe) && 'features' in recipe;
}
