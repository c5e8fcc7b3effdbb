// Words of any script, by code point.

import { absorb, hashBytes } from '../hash';
import { FULL, put } from './batch';
import { splitsUnspaced } from './recipe';
import { end, isUnstable, known, markUnstable } from './text';
import { mayBeThrees } from './threes';
import {
  CLASS_MASK,
  classOf,
  classTable,
  folded,
  IGNORABLE,
  PAIRED,
  SEPARATOR,
  UNSPACED,
  UNSTABLE,
  WORD,
} from './unicode';
import { CODE_MASK, codeOfThree, codeOfTwo, decode, encodedBits, SIZE_SHIFT } from './utf8';

/** Where reading stopped. */
export let wordsEnd: usize = 0;

/**
 * Adds words to a batch that holds `count` tokens, and returns how many it holds then. Reads until a further word
 * that begins with ASCII, what `threes.ts` or `pairs.ts` reads, the end of the text, or a full batch.
 */
export function readWords(from: usize, count: usize): usize {
  const last = end;
  const classes = classTable;
  let token = count;
  let p = from;
  while (p < last && token < FULL) {
    if (p > from) {
      const byte = load<u8>(p);
      if (byte < 0x80) {
        if (load<u8>(classes + byte) != SEPARATOR) break;
        p++;
        continue;
      }
      if (splitsUnspaced && mayBeThrees(p)) break;
    }
    const word = p;
    p = plainEnd(word, last);
    const byte = <u32>load<u8>(p);
    const decoded = byte < 0x80 ? byte | (1 << SIZE_SHIFT) : decode(p, last);
    const kind = p < last ? classOf(decoded & CODE_MASK) & known & (CLASS_MASK | UNSTABLE) : SEPARATOR;
    const isWord = p > word;
    // Up to a separator, which is passed over; whatever else is read again, by `readFolding`.
    if (isWord && (kind == SEPARATOR || (splitsUnspaced && (kind == UNSPACED || kind == PAIRED)))) {
      put(token++, hashBytes(word, p), word, p);
    } else if (kind == PAIRED && splitsUnspaced) {
      break;
    } else if (isWord || kind != SEPARATOR) {
      token = readFolding(word, last, token);
      if (isUnstable) return 0;
      p = wordsEnd;
    } else p += <usize>(decoded >> SIZE_SHIFT);
  }
  wordsEnd = p;
  return token;
}

/** Where the characters end that stand in a word as they are in its hash: nearly all are such. */
function plainEnd(from: usize, last: usize): usize {
  const classes = classTable;
  const mask = known;
  let p = from;
  while (p + 3 <= last) {
    const bytes = load<u32>(p);
    const first = bytes & 0xff;
    if (first < 0x80) {
      // The table does not know of capital letters of ASCII that case changes them.
      if (load<u8>(classes + first) != WORD) break;
      if (first - 0x41 < 26) break;
      p += 1;
    } else if (first - 0xc2 < 0x1e) {
      // Letter by letter, the end of each word would have to be guessed.
      if (ASC_FEATURE_SIMD && (first & 0xfe) == 0xd0 && p + 16 <= last) {
        const letters = cyrillicLetters(p);
        p += letters << 1;
        if (letters > 0) continue;
      }
      // Conditions one by one: V8 makes a number of each that is joined to another.
      if ((bytes & 0xc000) != 0x8000) break;
      if (load<u8>(classes + codeOfTwo(bytes)) != WORD) break;
      p += 2;
    } else {
      // Surrogates are no words, and have three bytes.
      if ((bytes & 0xc0c0f0) != 0x8080e0) break;
      const code = codeOfThree(bytes);
      if (code < 0x800) break;
      if ((load<u8>(classes + code) & mask) != WORD) break;
      p += 3;
    }
  }
  return p;
}

/** How many of the eight characters at p come before the first that is no small letter of Cyrillic, U+0430 to U+045F. */
function cyrillicLetters(p: usize): usize {
  const bytes = v128.load(p);
  // The first byte of each highest.
  const eight = v128.or(i16x8.shl(bytes, 8), i16x8.shr_u(bytes, 8));
  const isWhole = i16x8.eq(v128.and(eight, v128.load32_splat(SECOND)), v128.load32_splat(SECOND, 4));
  const isBehind = i16x8.gt_s(eight, v128.load32_splat(BOUNDS));
  const isBefore = i16x8.lt_s(eight, v128.load32_splat(BOUNDS, 4));
  return <usize>ctz(~i16x8.bitmask(v128.and(isWhole, v128.and(isBehind, isBefore))));
}

/** Which bits of the second byte, and what they are. Two characters each, as below. */
const SECOND: usize = memory.data<u32>([0xc000c0, 0x800080]);
/** What stands before U+0430 and behind U+045F. */
const BOUNDS: usize = memory.data<u32>([0xd0afd0af, 0xd1a0d1a0]);

/** Reads a word of which some characters are changed or left out, or what stands between words, and adds what is a token. */
function readFolding(from: usize, last: usize, token: usize): usize {
  const wordKinds: u32 = splitsUnspaced ? 1 << WORD : (1 << WORD) | (1 << UNSPACED) | (1 << PAIRED);
  let wordStart: usize = 0;
  let hash: u64 = 0;
  // The bytes of the word that are not absorbed yet, and how many bits they take.
  let pending: u64 = 0;
  let filled: u32 = 0;
  let p = from;
  while (p < last) {
    const decoded = decode(p, last);
    const code = decoded & CODE_MASK;
    const next = p + <usize>(decoded >> SIZE_SHIFT);
    const itsClass = classOf(code) & known;
    const kind = itsClass & CLASS_MASK;
    if ((itsClass & UNSTABLE) != 0) {
      markUnstable();
      return 0;
    }
    // No word begins with an accent: of one that stands alone, as in «it´s», NFKC makes a space and a mark.
    if (((wordKinds >> kind) & 1) != 0 && (wordStart != 0 || code - 0x300 >= 0x70)) {
      if (wordStart == 0) wordStart = p;
      const bytes = folded(code, itsClass);
      const bits = encodedBits(bytes);
      pending |= (<u64>bytes) << filled;
      filled += bits;
      if (filled >= 64) {
        hash = absorb(hash, pending);
        filled -= 64;
        pending = filled > 0 ? <u64>bytes >> (bits - filled) : 0;
      }
    } else if (kind != IGNORABLE) {
      if (wordStart != 0) break;
      // Letters that make pairs are left to `pairs.ts`.
      wordsEnd = kind == PAIRED ? p : next;
      if (kind != UNSPACED) return token;
      // These scripts know no case.
      put(token, hashBytes(p, next), p, next);
      return token + 1;
    }
    p = next;
  }
  wordsEnd = p;
  if (wordStart == 0) return token;
  put(token, filled > 0 ? absorb(hash, pending) : hash, wordStart, p);
  return token + 1;
}
