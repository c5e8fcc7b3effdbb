import type { TextRecipe } from './recipe.ts';

/** The recipe where none is named. */
export const DEFAULT_RECIPE = 'words-bigrams';

/** That recipe; by itself, for `simhash` needs none of the others. */
export const WORDS_BIGRAMS: TextRecipe = {
  name: DEFAULT_RECIPE,
  version: 2,
  about: 'words and pairs of neighbours: the default where one fingerprint must do',
  words: [1, 2],
};

/** The recipes that can be named. Nobody can change them, since their names stand beside what is stored. */
export const RECIPES: readonly TextRecipe[] = /* @__PURE__ */ frozen([
  WORDS_BIGRAMS,
  {
    name: 'words',
    version: 2,
    about: 'every occurrence of every word weighs the same: the fastest, blind to word order',
    words: [1],
    weights: 'tf',
  },
  {
    name: 'word-3-grams',
    version: 2,
    about: 'each three words in a row: strict, for copies; one changed word changes three features',
    words: [3],
  },
  {
    name: 'character-4-grams',
    version: 1,
    about: 'each four characters in a row: for typing errors, inflected words and names, in any script',
    characters: [4],
  },
  {
    name: 'byte-8-grams',
    version: 1,
    about: 'each eight bytes in a row, as they are: for source code, logs and what is no language',
    bytes: [8],
    normalisation: 'none',
  },
  {
    name: 'dedupe',
    version: 3,
    about: 'words, log term frequency; compared by words, which count twice, and pairs of neighbours: what dedupe uses',
    words: [1],
    compared: [1, 1, 2],
  },
]);

function frozen<T extends object>(value: T): T {
  for (const part of Object.values(value)) if (typeof part === 'object') frozen(part);
  return Object.freeze(value);
}
