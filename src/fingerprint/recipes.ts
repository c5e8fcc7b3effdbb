import { InvalidArgumentError } from '../errors.ts';
import type { KernelRecipe } from '../wasm/text.ts';

/**
 * How text becomes features and features become weights. What they share, and the version stands for: NFKC,
 * simple case folding, ignorable code points left out; words of letters, marks and numbers; each Han, Kana, Thai,
 * Lao, Khmer and Myanmar character a word of its own; the project's own 64-bit hash; ties set the odd bits.
 *
 * Fingerprints of different recipes, or versions of one, must not be compared.
 */
export interface Recipe {
  readonly name: string;
  /** Raised when any fingerprint would change. */
  readonly version: number;
  /** One line for people. */
  readonly about: string;
  /** Lengths of the word n-grams that are features, 1…8. */
  readonly wordGrams: readonly number[];
  /** `'tf'`: a feature weighs as much as it occurs. `'log-tf'`: log2(1 + occurrences), in quarters. */
  readonly weights: 'tf' | 'log-tf';
}

/** The recipe where none is named. */
export const DEFAULT_RECIPE = 'words-bigrams';

/** The recipes that can be named. */
export const RECIPES: readonly Recipe[] = [
  {
    name: 'words-bigrams',
    version: 1,
    about: 'words and pairs of neighbouring words, log term frequency: the default, for deciding duplicates',
    wordGrams: [1, 2],
    weights: 'log-tf',
  },
  {
    name: 'words',
    version: 1,
    about: 'every occurrence of every word weighs the same: the fastest, blind to word order',
    wordGrams: [1],
    weights: 'tf',
  },
];

/** The recipe of that name. */
export function recipeNamed(name: string): Recipe {
  const recipe = RECIPES.find((one) => one.name === name);
  if (recipe) return recipe;
  throw new InvalidArgumentError(
    `There is no recipe ${JSON.stringify(name)}; there are ${RECIPES.map((one) => one.name).join(', ')}.`,
  );
}

/** A recipe as the kernels take it. */
export function kernelRecipe(recipe: Recipe): KernelRecipe {
  return {
    sizes: recipe.wordGrams.reduce((bits, size) => bits | (1 << (size - 1)), 0),
    weighting: recipe.weights === 'log-tf' ? 1 : 0,
  };
}
