// The recipe in use: which features a text has, and what they weigh. Set between calls, the same for whole corpora.

/** Bit n - 1 asks for n-grams of words, of characters (code points) and of bytes (n = 1…16). */
export let wordSizes: u32 = 0;
export let characterSizes: u32 = 0;
export let byteSizes: u32 = 0;

/** Whether upper and lower case are the same. */
export let foldsCase: bool = true;
/** What lowers eight letters of ASCII, and leaves digits as they are: bit 5 of each, or nothing. */
export let lowerCase: u64 = 0;
/** Whether characters of Han and Kana are words by themselves, and each two in a row of Thai, Lao, Khmer and Myanmar. */
export let splitsUnspaced: bool = true;

export const TERM_FREQUENCY: u32 = 0;
export const LOG_TERM_FREQUENCY: u32 = 1;
export const BINARY: u32 = 2;
/** How a feature weighs by its number of occurrences: one of the above. */
export let weighting: u32 = LOG_TERM_FREQUENCY;

/** What the bits become whose weights are in balance. */
export let ties: u64 = 0;
/** Weights of features in the corpus, which multiply those in the text: a gram table, or 0. */
export let corpusWeights: usize = 0;
/** The weight of a feature that the corpus does not know. */
export let unknownWeight: u32 = 0;

export function useRecipe(
  words: u32,
  characters: u32,
  bytes: u32,
  foldCase: bool,
  splitUnspaced: bool,
  weigh: u32,
  tiedBits: u64,
  corpus: usize,
  unknown: u32,
): void {
  wordSizes = words;
  characterSizes = characters;
  byteSizes = bytes;
  foldsCase = foldCase;
  lowerCase = foldCase ? 0x2020202020202020 : 0;
  splitsUnspaced = splitUnspaced;
  weighting = weigh;
  ties = tiedBits;
  corpusWeights = corpus;
  unknownWeight = unknown;
}
