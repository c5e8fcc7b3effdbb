import { buffer, LONGEST_TEXT } from './arrays.ts';
import { hashAscii } from './ascii.ts';
import { looksLikeAscii } from './looks-ascii.ts';
import { hashUnits } from './units.ts';

const encoder = new TextEncoder();
const bytes = Buffer.from(buffer);

/** Hashes the words of a text, and returns how many there are. */
export function hashWords(text: string): number {
  if (text.length > LONGEST_TEXT) throw new RangeError(`A text has at most ${LONGEST_TEXT} UTF-16 units here.`);
  if (looksLikeAscii(text)) {
    const { written } = encoder.encodeInto(text, bytes);
    if (written === text.length) {
      bytes.fill(0, written, written + 32);
      return hashAscii(written);
    }
  }
  bytes.writeUInt16LE(0, bytes.write(text, 'utf16le'));
  return hashUnits(text.length);
}
