// The letters of a block that are most usual beyond ASCII, by vectors: of every first byte the longest run of second bytes with
// which it makes letters that stand in a word's hash as they are. So are nearly all small letters of Cyrillic, Greek, Hebrew,
// Arabic and of Western Europe, and all syllables of Hangul.

import { lowest } from './scan';
import { LETTER_RUNS } from './unicode-data';

/** The bytes of usual letters that are whole in the 64 bytes at `block` and in a text that ends at `end`. */
export function usualLetters(block: usize, end: usize): u64 {
  let two: u64 = 0;
  let three: u64 = 0;
  for (let i: usize = 0; i < 64; i += 16) {
    const first = v128.load(block + i);
    const lead = i8x16.sub(first, i8x16.splat(-64));
    const second = i8x16.sub(v128.load(block + i, 1), i8x16.splat(-128));
    const isUsual = i8x16.lt_u(i8x16.sub(second, lookUp(LETTER_RUNS, lead)), lookUp(LETTER_RUNS + 48, lead));
    const isLong = i8x16.gt_s(first, i8x16.splat(-33));
    const isWhole = i8x16.lt_s(v128.load(block + i, 2), i8x16.splat(-64));
    two |= (<u64>i8x16.bitmask(v128.andnot(isUsual, isLong))) << i;
    three |= (<u64>i8x16.bitmask(v128.and(isUsual, v128.and(isLong, isWhole)))) << i;
  }
  const inside = lowest(end - block);
  two &= inside >> 1;
  three &= inside >> 2;
  return two | (two << 1) | three | (three << 1) | (three << 2);
}

/** What a table has for each of 16 first bytes, less 0xc0; nothing for other bytes. */
function lookUp(table: usize, lead: v128): v128 {
  const sixteen = i8x16.splat(16);
  const second = i8x16.sub(lead, sixteen);
  const third = i8x16.sub(second, sixteen);
  return v128.or(
    v128.or(i8x16.swizzle(v128.load(table), lead), i8x16.swizzle(v128.load(table, 16), second)),
    i8x16.swizzle(v128.load(table, 32), third),
  );
}
