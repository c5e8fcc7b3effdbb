// Words of any text, from its UTF-16 units.
import { buffer } from '../javascript/arrays.ts';
import { gather } from './ascii.ts';
import {
  folded as foldedCharacters,
  IGNORABLE,
  SURROGATE,
  UNSPACED,
  UNSTABLE,
  classes as unicodeClasses,
  WORD,
} from './classes.ts';
import { words as hashedWords } from './memory.ts';

const bytes = new DataView(buffer);
const words = hashedWords;
const classes = unicodeClasses;
const folded = foldedCharacters;

/** What `gatherUnits` returns for a text that must be put into NFKC first. */
export const NEEDS_NORMALISATION = -1;

/** Gathers the words of a text, and returns how many there are. */
export function gatherUnits(text: string, isNormalised: boolean): number {
  const known = isNormalised ? ~UNSTABLE : ~0;
  const length = text.length;
  let word = 0;
  let end = 0;
  for (let i = 0; i < length; i++) {
    let code = text.charCodeAt(i);
    let kind = classes[code]! & known;
    if (kind === SURROGATE) {
      code = text.codePointAt(i)!;
      if (code > 0xffff) i++;
      kind = code > 0xffff ? classes[code]! & known : 0;
    }
    if (kind === WORD) {
      const utf8 = folded[code]!;
      bytes.setInt32(end, utf8, true);
      end += (39 - Math.clz32(utf8)) >> 3;
    } else if (kind <= UNSPACED) {
      if (end > 0) {
        gather(word++, 0, end, 0);
        end = 0;
      }
      // Written on suspicion, and kept or not without a branch.
      words[2 * word] = folded[code]!;
      words[2 * word + 1] = 0;
      word += kind;
    } else if (kind !== IGNORABLE) return NEEDS_NORMALISATION;
  }
  if (end > 0) gather(word++, 0, end, 0);
  return word;
}
