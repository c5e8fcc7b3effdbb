import { gatherAscii, restCount, startWords } from './ascii.ts';
import { absorbWords } from './hash.ts';
import { buffer, LONGEST_TEXT } from './memory.ts';
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

/** A few characters say in advance whether encoding the text as ASCII is in vain. */
function looksLikeAscii(text: string): boolean {
  for (let eighth = 0; eighth < 8; eighth++) {
    if (text.charCodeAt((text.length * eighth) >>> 3) > 0x7f) return false;
  }
  return true;
}
