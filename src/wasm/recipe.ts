import type { FingerprintCore } from './core.ts';
import type { GramTable } from './gram-table.ts';

/** A constant of its own: bundlers keep what reads a property of an object, whether it is used or not. */
export const BINARY = 2;
/** How features weigh by their number of occurrences, as the kernels number the rules. */
export const WEIGHTINGS = { tf: 0, 'log-tf': 1, binary: BINARY } as const;

/** What the units of tokens are called in the kernels. */
export const UNITS = { words: 0, characters: 1, bytes: 2 } as const;

/** A recipe as the kernels take it. */
export interface KernelRecipe {
  /** Bit n - 1 asks for n-grams of words, characters, bytes. */
  readonly words: number;
  readonly characters: number;
  readonly bytes: number;
  /** Whether texts are put into NFKC where that might change a token. */
  readonly composes: boolean;
  readonly foldsCase: boolean;
  /** Whether words of scripts without spaces are characters, or two of them in a row; else they are parted by a segmenter. */
  readonly splitsUnspaced: boolean;
  readonly weighting: number;
  /** The bits that are set where the weights are in balance. */
  readonly ties: bigint;
  /** What features weigh in a corpus, in addition. */
  readonly corpus?: { readonly weights: GramTable; readonly unknown: number } | undefined;
}

/** Makes the recipe that of the calls to come. */
export function useRecipe(core: FingerprintCore, recipe: KernelRecipe): void {
  if (core.recipe === recipe) return;
  core.kernel.useRecipe(
    recipe.words,
    recipe.characters,
    recipe.bytes,
    Number(recipe.foldsCase),
    Number(recipe.splitsUnspaced),
    recipe.weighting,
    recipe.ties,
    recipe.corpus?.weights.pointer ?? 0,
    recipe.corpus?.unknown ?? 0,
  );
  core.recipe = recipe;
}
