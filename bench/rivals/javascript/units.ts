// Words of any text, from its UTF-16 units.
import { gather } from './ascii.ts';
import {
  ACCENT,
  classes,
  folded,
  IGNORABLE,
  PAIRED,
  SEPARATOR,
  SURROGATE,
  UNSPACED,
  UNSTABLE,
  WORD,
} from './classes.ts';
import { buffer, words as hashedWords } from './memory.ts';
import { gatherPairs, pairedWords } from './pairs.ts';

const bytes = new DataView(buffer);
const words = hashedWords;

/** The class of a UTF-16 unit stands above the three bytes that its case folds to. */
const CLASS_SHIFT = 24;
const units = Int32Array.from({ length: 0x10000 }, (_, unit) => (classes[unit]! << CLASS_SHIFT) | folded[unit]!);
const UTF8 = (1 << CLASS_SHIFT) - 1;

/** What `gatherUnits` returns for a text that must be put into NFKC first. */
export const NEEDS_NORMALISATION = -1;

/** Gathers the words of a text, and returns how many there are. */
export function gatherUnits(text: string, isNormalised: boolean): number {
  const known = isNormalised ? ~(UNSTABLE << CLASS_SHIFT) : ~0;
  const length = text.length;
  let word = 0;
  // How many bytes the word has that is being read, of which the first is byte 0; 0 between words.
  let size = 0;
  for (let i = 0; i < length; i++) {
    const start = i;
    const unit = text.charCodeAt(i);
    const entry = units[unit]! & known;
    let kind = entry >> CLASS_SHIFT;
    let utf8 = entry & UTF8;
    if (kind === SURROGATE) {
      const code = text.codePointAt(i)!;
      const isPair = code > 0xffff;
      kind = isPair ? classes[code]! & (known >> CLASS_SHIFT) : SEPARATOR;
      utf8 = folded[code]!;
      if (isPair) i++;
    }
    if (kind <= UNSPACED) {
      if (size > 0) {
        gather(word++, 0, size, 0);
        size = 0;
      }
      // Written on suspicion, and kept or not without a branch.
      words[word << 1] = utf8;
      words[(word << 1) | 1] = 0;
      word = (word + kind) | 0;
    } else if (kind === WORD || (kind === ACCENT && size > 0)) {
      bytes.setInt32(size, utf8, true);
      size += (39 - Math.clz32(utf8)) >> 3;
    } else if (kind === PAIRED) {
      if (size > 0) {
        gather(word++, 0, size, 0);
        size = 0;
      }
      i = gatherPairs(text, start, known >> CLASS_SHIFT, word) - 1;
      word = pairedWords;
    } else if (kind !== IGNORABLE && kind !== ACCENT) return NEEDS_NORMALISATION;
  }
  if (size > 0) gather(word++, 0, size, 0);
  return word;
}
