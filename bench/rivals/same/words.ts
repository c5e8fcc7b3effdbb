import { buffer, LONGEST_TEXT } from '../javascript/arrays.ts';
import { looksLikeAscii } from '../javascript/looks-ascii.ts';
import { gatherAscii, restCount, startWords } from './ascii.ts';
import { absorbWords } from './hash.ts';
import { gatherUnits, NEEDS_NORMALISATION } from './units.ts';

const encoder = new TextEncoder();
const bytes = new Uint8Array(buffer);

/** Hashes the words of a text, and returns how many there are. */
export function hashWords(text: string): number {
  if (text.length > LONGEST_TEXT) throw new RangeError(`A text has at most ${LONGEST_TEXT} UTF-16 units here.`);
  startWords();
  const count = gatherWords(text);
  absorbWords(count, restCount);
  return count;
}

function gatherWords(text: string): number {
  if (looksLikeAscii(text)) {
    const { written } = encoder.encodeInto(text, bytes);
    if (written === text.length) {
      bytes.fill(0, written, written + 32);
      return gatherAscii(written);
    }
  }
  const count = gatherUnits(text, false);
  if (count !== NEEDS_NORMALISATION) return count;
  startWords();
  return gatherUnits(text.normalize('NFKC'), true);
}
