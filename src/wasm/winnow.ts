import type { FingerprintCore } from './core.ts';
import { unsigned } from './memory.ts';
import { BINARY, type KernelRecipe } from './recipe.ts';
import { withText } from './text.ts';

/** Every run of so many words that two texts share makes both choose the same n-gram in it (`assembly/fingerprint/winnow.ts`). */
export const SHARED_RUN = 8;

/** What counts as a word, whatever the recipe of the fingerprints. */
const WORDS: KernelRecipe = {
  words: 0,
  characters: 0,
  bytes: 0,
  composes: true,
  foldsCase: true,
  splitsUnspaced: true,
  weighting: BINARY,
  ties: 0n,
};

/** The n-grams of words by which a text is found that shares a run with another: different hashes, in ascending order. */
export function winnow(core: FingerprintCore, text: string | Uint8Array): Uint32Array {
  const { kernel, memory } = core;
  return withText(core, text, WORDS, (at, length, normalised) => {
    const count = kernel.winnow(at, length, normalised) >>> 0;
    const start = unsigned(kernel.chosenGrams()) >>> 2;
    const chosen = memory.u32.slice(start, start + count).sort();
    kernel.trimWinnow();
    return chosen.filter((gram, i) => i === 0 || gram !== chosen[i - 1]);
  });
}
