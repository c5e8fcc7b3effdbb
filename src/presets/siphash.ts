// SipHash-2-4: Aumasson, Bernstein, «SipHash: a fast short-input PRF», INDOCRYPT 2012, section 2.
// The packages on npm are scripts without types or modules, so it is written out here.
import type { Halves } from './halves.ts';

/** The state before any input: the four constants of section 2.1, «somepseudorandomlygeneratedbytes», under key 0. */
const START = Int32Array.from([
  0x70736575, 0x736f6d65, 0x6e646f6d, 0x646f7261, 0x6e657261, 0x6c796765, 0x79746573, 0x74656462,
]);
/** v0 to v3, of each the lower half and then the upper one. One state for all: to make one takes as long as to hash a word. */
const state = new Int32Array(START.length);
const [V0, V2, V3] = [0, 4, 6] as const;

/** The SipHash-2-4 of bytes under the key 0, as the hashers of Rust take it by default. */
export function siphash(bytes: Uint8Array, start: number, end: number, hash: Halves): void {
  state.set(START);
  // Words of 8 bytes; the last is filled up with zeros and ends with the length modulo 256.
  const length = end - start;
  for (let at = 0; at <= length; at += 8) {
    const low = littleEndian(bytes, start + at, end);
    const high = littleEndian(bytes, start + at + 4, end) | (at + 8 > length ? length << 24 : 0);
    xorWith(V3, low, high);
    rounds(2);
    xorWith(V0, low, high);
  }
  xorWith(V2, 0xff, 0);
  rounds(4);
  hash[0] = state[0]! ^ state[2]! ^ state[4]! ^ state[6]!;
  hash[1] = state[1]! ^ state[3]! ^ state[5]! ^ state[7]!;
}

/** Four bytes; those beyond the end are 0. */
function littleEndian(bytes: Uint8Array, start: number, end: number): number {
  let word = 0;
  for (let at = Math.min(start + 4, end) - 1; at >= start; at--) word = (word << 8) | bytes[at]!;
  return word;
}

function xorWith(at: number, low: number, high: number): void {
  state[at]! ^= low;
  state[at + 1]! ^= high;
}

/** Both halves of a round are the same but for two distances, with v0 and v2 in each other's place. */
function rounds(count: number): void {
  let low0 = state[0]!;
  let high0 = state[1]!;
  let low1 = state[2]!;
  let high1 = state[3]!;
  let low2 = state[4]!;
  let high2 = state[5]!;
  let low3 = state[6]!;
  let high3 = state[7]!;
  for (let half = 0; half < 2 * count; half++) {
    const low = (low0 + low1) | 0;
    const high = (high0 + high1 + carry(low, low1)) | 0;
    low0 = (low2 + low3) | 0;
    high0 = (high2 + high3 + carry(low0, low3)) | 0;
    // Rotated by 32.
    low2 = high;
    high2 = low;
    const left1 = half % 2 === 0 ? 13 : 17;
    const next1 = rotated(low1, high1, left1) ^ low;
    high1 = rotated(high1, low1, left1) ^ high;
    low1 = next1;
    const left3 = half % 2 === 0 ? 16 : 21;
    const next3 = rotated(low3, high3, left3) ^ low0;
    high3 = rotated(high3, low3, left3) ^ high0;
    low3 = next3;
  }
  state[0] = low0;
  state[1] = high0;
  state[2] = low1;
  state[3] = high1;
  state[4] = low2;
  state[5] = high2;
  state[6] = low3;
  state[7] = high3;
}

/** 1 if the lower halves add up to more than 32 bits: then the sum is less than what was added. */
function carry(sum: number, added: number): number {
  return sum >>> 0 < added >>> 0 ? 1 : 0;
}

/** One half of a number that is rotated to the left, by less than 32 bits. */
function rotated(half: number, other: number, left: number): number {
  return (half << left) | (other >>> (32 - left));
}
