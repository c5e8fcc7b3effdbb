import { InvalidArgumentError } from '../errors.ts';
import { type Core, core } from '../wasm/core.ts';
import { FeatureSet } from '../wasm/feature-set.ts';
import { fingerprintOf, type KernelRecipe, lastFeatureCount, severalFingerprints, tokensOf } from '../wasm/text.ts';
import { DEFAULT_RECIPE, kernelRecipe, type Recipe, recipeNamed } from './recipes.ts';

/** A text: a string, or bytes of UTF-8. Lone surrogates and invalid bytes separate words. */
export type Text = string | Uint8Array;

/** Below this many features one changed word changes most of them, and a fingerprint says little. */
export const FEWEST_FEATURES = 4;

/** What `inspect` tells of a text. */
export interface Inspection {
  /** 0 for a text without features. */
  readonly fingerprint: bigint;
  /** How many features it has, repetitions counted. */
  readonly features: number;
  /** Fewer than four features: similarity to other texts means little; with none it means nothing. */
  readonly tooShort: boolean;
}

/** A feature of a text in words. */
export interface Feature {
  /** A word, or neighbouring words joined by spaces; case folded. */
  readonly feature: string;
  /** How often it occurs. */
  readonly count: number;
}

/**
 * Makes 64-bit SimHash fingerprints: texts that share most of their features get fingerprints that differ in few
 * bits (Charikar, STOC 2002; Manku, Jain, Das Sarma, WWW 2007).
 *
 * @example
 * const fingerprinter = new Fingerprinter();
 * fingerprinter.fingerprint('the cat sat on the mat') // a bigint, 0…2^64 - 1
 */
export class Fingerprinter {
  readonly recipe: Recipe;
  readonly #core: Core;
  readonly #kernelRecipe: KernelRecipe;

  /**
   * @param options.recipe `'words-bigrams'` (default) or `'words'`
   * @throws {InvalidArgumentError} if there is no such recipe
   */
  constructor({ recipe = DEFAULT_RECIPE }: { recipe?: string } = {}) {
    this.recipe = recipeNamed(recipe);
    this.#core = core();
    this.#kernelRecipe = kernelRecipe(this.recipe);
  }

  /**
   * The fingerprint of a text, 0…2^64 - 1; 0 for a text without words, which resembles nothing.
   *
   * @throws {InvalidArgumentError} if it is neither a string nor a Uint8Array
   * @throws {OutOfMemoryError} if it is longer than about 350 million UTF-16 units
   */
  fingerprint(text: Text): bigint {
    checkText(text);
    return fingerprintOf(this.#core, text, this.#kernelRecipe);
  }

  /**
   * The fingerprints of many texts, in their order.
   *
   * @example new Fingerprinter().fingerprints(['one text', 'another']) // BigUint64Array(2)
   */
  fingerprints(texts: Iterable<Text>): BigUint64Array {
    return BigUint64Array.from(texts, (text) => this.fingerprint(text));
  }

  /** The fingerprint and how much it rests on. */
  inspect(text: Text): Inspection {
    checkText(text);
    const fingerprint = fingerprintOf(this.#core, text, this.#kernelRecipe);
    const features = lastFeatureCount(this.#core);
    return { fingerprint, features, tooShort: features < FEWEST_FEATURES };
  }

  /**
   * Several independent fingerprints of a text, the first of which is that of `fingerprint`: its features are counted
   * once and hashed anew for each. Like texts are near in one of them more surely than in one alone.
   *
   * @param target is filled with them
   * @returns the number of features, repetitions counted
   * @example new Fingerprinter().several('a text', new BigUint64Array(3))
   */
  several(text: Text, target: BigUint64Array): number {
    checkText(text);
    severalFingerprints(this.#core, text, this.#kernelRecipe, target);
    return lastFeatureCount(this.#core);
  }

  /** The features of a text in words, in the order of their first occurrence. Slow, for people. */
  features(text: Text): Feature[] {
    checkText(text);
    const tokens = tokensOf(this.#core, text).map(displayed);
    const counts = new Map<string, number>();
    for (const size of this.recipe.wordGrams) {
      for (let i = 0; i + size <= tokens.length; i++) {
        const feature = tokens.slice(i, i + size).join(' ');
        counts.set(feature, (counts.get(feature) ?? 0) + 1);
      }
    }
    return [...counts].map(([feature, count]) => ({ feature, count }));
  }

  /**
   * The counted features of a text, for exact similarity: `a.jaccard(b)`. It takes memory of the core, 12 bytes a
   * distinct feature, until `dispose()`.
   */
  featureSet(text: Text): FeatureSet {
    checkText(text);
    return new FeatureSet(this.#core, text, this.#kernelRecipe);
  }

  /**
   * The exact similarity of two texts: the multiset Jaccard index of their features, 0…1; 0 if one has none.
   *
   * @example new Fingerprinter().exactSimilarity('the cat sat', 'the cat sat down') // 0.714…
   */
  exactSimilarity(a: Text, b: Text): number {
    const setA = this.featureSet(a);
    const setB = this.featureSet(b);
    try {
      return setA.jaccard(setB);
    } finally {
      setA.dispose();
      setB.dispose();
    }
  }
}

/** As the kernel sees a token: case folded, ignorable code points left out. */
function displayed(token: string): string {
  return token.replace(/\p{Default_Ignorable_Code_Point}/gu, '').toLowerCase();
}

/** Throws unless `text` is a text. */
export function checkText(text: unknown): asserts text is Text {
  if (typeof text === 'string' || text instanceof Uint8Array) return;
  throw new InvalidArgumentError(
    `A text is a string or a Uint8Array of UTF-8, not ${text === null ? 'null' : `a ${typeof text}`}.`,
  );
}
