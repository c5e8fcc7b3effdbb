import { lazyPattern } from '../lazy-pattern.ts';

const UNSPACED =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}]';
/** Words, characters of scripts without spaces, and other signs one by one, each with the white space after it. */
const words = /* @__PURE__ */ lazyPattern(
  `(?:${UNSPACED}\\p{M}{0,64}|(?:(?!${UNSPACED})[\\p{L}\\p{N}\\p{M}_]){1,64}|\\S)\\s{0,64}|\\s{1,64}`,
  'gu',
);
const startsUnspaced = /* @__PURE__ */ lazyPattern(`^${UNSPACED}`, 'u');
const letterOrNumber = /* @__PURE__ */ lazyPattern('[\\p{L}\\p{N}]', 'u');

/** A text in words, each with the white space after it; put together they are the text. For people, not for features. */
export function wordsOf(text: string): string[] {
  return text.match(words()) ?? [];
}

/** Whether a piece is a word, or a character that is one, and not only a sign or white space. */
export const isWord = (piece: string): boolean => letterOrNumber().test(piece);

/** Whether a word is of a script that puts no space after it. */
export function isUnspaced(word: string): boolean {
  return startsUnspaced().test(word);
}
