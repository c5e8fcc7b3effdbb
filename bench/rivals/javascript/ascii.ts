// Hashes of ASCII words.
import { buffer, wordsHigh, wordsLow } from './arrays.ts';
import { findEdges, edges as foundEdges } from './edges.ts';
import { high3, highNext, low3, lowNext } from './hash.ts';

const low = wordsLow;
const high = wordsHigh;
const bytes = new DataView(buffer);
const edges = foundEdges;

const LOWER_CASE = 0x20202020;

/** Hashes the words of `length` bytes of ASCII with 32 zeros behind them, and returns how many there are. */
export function hashAscii(length: number): number {
  return hashWords(findEdges(length));
}

/** The bytes of chunk 1, 2, 3 that belong to a word of 0…12 bytes. */
const FIRST = Int32Array.of(0, 0xff, 0xffff, 0xffffff, -1, -1, -1, -1, -1, -1, -1, -1, -1);
const SECOND = Int32Array.of(0, 0, 0, 0, 0, 0xff, 0xffff, 0xffffff, -1, -1, -1, -1, -1);
const THIRD = Int32Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xffff, 0xffffff, -1);

function hashWords(edgeCount: number): number {
  let word = 0;
  for (let i = 0; i < edgeCount; i += 2) {
    const start = edges[i]!;
    const length = edges[i + 1]! - start;
    if (length <= 12) {
      const a = chunk(start) & FIRST[length]!;
      const b = chunk(start + 4) & SECOND[length]!;
      const c = chunk(start + 8) & THIRD[length]!;
      low[word] = low3(a, b, c);
      high[word] = high3(a, b, c);
    } else {
      hashLong(start, length, word);
    }
    word++;
  }
  return word;
}

function hashLong(start: number, length: number, word: number): void {
  low[word] = low3(chunk(start), chunk(start + 4), chunk(start + 8));
  high[word] = high3(chunk(start), chunk(start + 4), chunk(start + 8));
  for (let done = 12; done < length; done += 4) {
    const next = chunk(start + done) & FIRST[Math.min(4, length - done)]!;
    low[word] = lowNext(low[word]!, next);
    high[word] = highNext(high[word]!, next);
  }
}

/** Four bytes, letters in lower case. */
function chunk(start: number): number {
  return bytes.getInt32(start, true) | LOWER_CASE;
}
