// The bytes of words, eight at a time.
import { findEdges, edges as foundEdges } from './edges.ts';
import { buffer, words as hashedWords, rest as restBytes, restOf as restWords } from './memory.ts';

const bytes = new DataView(buffer);
const edges = foundEdges;
const words = hashedWords;
const rest = restBytes;
const restOf = restWords;

/** How many times a word went on after its first eight bytes. */
export let restCount = 0;

/** Setting bit 5 lowers ASCII letters and leaves digits as they are. */
const LOWER_CASE = 0x20202020;

/** The bytes of the low and the high half that belong to a word of 0…8 bytes. */
const LOW = Int32Array.of(0, 0xff, 0xffff, 0xffffff, -1, -1, -1, -1, -1);
const HIGH = Int32Array.of(0, 0, 0, 0, 0, 0xff, 0xffff, 0xffffff, -1);

export function startWords(): void {
  restCount = 0;
}

/** Gathers the words of `length` bytes of ASCII with 32 zeros behind them, and returns how many there are. */
export function gatherAscii(length: number): number {
  const edgeCount = findEdges(length);
  for (let i = 0; i < edgeCount; i += 2) {
    const start = edges[i]!;
    const size = edges[i + 1]! - start;
    if (size <= 8) {
      words[i] = (bytes.getInt32(start, true) | LOWER_CASE) & LOW[size]!;
      words[i + 1] = (bytes.getInt32(start + 4, true) | LOWER_CASE) & HIGH[size]!;
    } else gather(i >> 1, start, size, LOWER_CASE);
  }
  return edgeCount >> 1;
}

/** Gathers one word of more than 0 bytes, on which `lowerCase` is set. */
export function gather(word: number, start: number, size: number, lowerCase: number): void {
  const first = Math.min(8, size);
  words[2 * word] = (bytes.getInt32(start, true) | lowerCase) & LOW[first]!;
  words[2 * word + 1] = (bytes.getInt32(start + 4, true) | lowerCase) & HIGH[first]!;
  for (let done = 8; done < size; done += 8) {
    const part = Math.min(8, size - done);
    rest[2 * restCount] = (bytes.getInt32(start + done, true) | lowerCase) & LOW[part]!;
    rest[2 * restCount + 1] = (bytes.getInt32(start + done + 4, true) | lowerCase) & HIGH[part]!;
    restOf[restCount++] = word;
  }
}
