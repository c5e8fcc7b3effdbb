// What Python's str.lower() and re make of a text, for the libraries that are written in it.

import { lazyPattern } from '../lazy-pattern.ts';

const notOfWords = /* @__PURE__ */ lazyPattern('[^\\p{L}\\p{N}_]+', 'gu');

/**
 * The text in lower case, only its word characters. `\w` of Python is str.isalnum() or '_': letters and numbers of all
 * kinds but no marks, so that the accents of decomposed text vanish. toLowerCase() agrees with str.lower(), final
 * sigma and 'İ' included. (To either language, a letter is what was one in the Unicode version it was built with.)
 */
export function lowerCaseWordCharacters(text: string): string {
  return text.toLowerCase().replace(notOfWords(), '');
}

/** All runs of `size` code points; none if there are fewer. */
export function* codePointWindows(text: string, size: number): Iterable<string> {
  const starts: number[] = [];
  let at = 0;
  for (const codePoint of text) {
    starts.push(at);
    at += codePoint.length;
    if (starts.length === size) yield text.slice(starts.shift(), at);
  }
}
