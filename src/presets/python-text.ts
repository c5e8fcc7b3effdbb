// What Python's str.lower() and re make of a text, for the libraries that are written in it.

import { lazyPattern } from '../lazy-pattern.ts';
import { encoder } from '../utf8.ts';
import { codePoints, type Parts } from './parts.ts';

const notOfWords = /* @__PURE__ */ lazyPattern('[^\\p{L}\\p{N}_]+', 'gu');

/**
 * The text in lower case, only its word characters. `\w` of Python is str.isalnum() or '_': letters and numbers of all
 * kinds but no marks, so that the accents of decomposed text vanish. toLowerCase() agrees with str.lower(), final
 * sigma and 'İ' included. (To either language, a letter is what was one in the Unicode version it was built with.)
 */
export function lowerCaseWordCharacters(text: string): Parts {
  return codePoints(encoder.encode(text.toLowerCase().replace(notOfWords(), '')));
}
