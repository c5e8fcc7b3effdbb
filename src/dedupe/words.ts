const UNSPACED =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}]';
/** Made on first use: engines take a millisecond to look up what belongs to these scripts. */
let patterns: ReturnType<typeof makePatterns> | undefined;

function makePatterns() {
  return {
    /** Words, characters of scripts without spaces, and other signs one by one, each with the white space after it. */
    words: new RegExp(
      `(?:${UNSPACED}\\p{M}{0,64}|(?:(?!${UNSPACED})[\\p{L}\\p{N}\\p{M}_]){1,64}|\\S)\\s{0,64}|\\s{1,64}`,
      'gu',
    ),
    startsUnspaced: new RegExp(`^${UNSPACED}`, 'u'),
  };
}

/** A text in words, each with the white space after it; put together they are the text. For people, not for features. */
export function wordsOf(text: string): string[] {
  patterns ??= makePatterns();
  return text.match(patterns.words) ?? [];
}

const LETTER_OR_NUMBER = /[\p{L}\p{N}]/u;

/** Whether a piece is a word, or a character that is one, and not only a sign or white space. */
export const isWord = (piece: string): boolean => LETTER_OR_NUMBER.test(piece);

/** Whether a word is of a script that puts no space after it. */
export function isUnspaced(word: string): boolean {
  patterns ??= makePatterns();
  return patterns.startsUnspaced.test(word);
}
