// Words of any script, by code point.

import { absorb, hashBytes } from '../hash';
import { FULL, put } from './batch';
import { splitsUnspaced } from './recipe';
import { end, isUnstable, known, markUnstable } from './text';
import { mayBeThrees } from './threes';
import { CLASS_MASK, classOf, classTable, folded, IGNORABLE, SEPARATOR, UNSPACED, UNSTABLE, WORD } from './unicode';
import { CODE_MASK, codeOfThree, codeOfTwo, decode, encodedBits, SIZE_SHIFT } from './utf8';

/** Where reading stopped. */
export let wordsEnd: usize = 0;

/**
 * Adds words to a batch that holds `count` tokens, and returns how many it holds then. Reads until an ASCII separator
 * that is followed by ASCII, what `threes.ts` reads faster, the end of the text, or a full batch.
 */
export function readWords(from: usize, count: usize): usize {
  const last = end;
  let token = count;
  let p = from;
  while (p < last && token < FULL) {
    if (p > from && splitsUnspaced && mayBeThrees(p)) break;
    const word = p;
    p = plainEnd(word, last);
    const decoded = decode(p, last);
    const code = decoded & CODE_MASK;
    const kind = p < last ? classOf(code) & known & (CLASS_MASK | UNSTABLE) : SEPARATOR;
    const isWord = p > word;
    // A word and the separator behind it, or a separator alone; whatever else is read again, by `readFolding`.
    if (isWord && (kind == SEPARATOR || (kind == UNSPACED && splitsUnspaced))) {
      put(token++, hashBytes(word, p), word, p);
    } else if (isWord || kind != SEPARATOR) {
      token = readFolding(word, last, token);
      if (isUnstable) return 0;
      p = wordsEnd;
      continue;
    }
    if (kind != SEPARATOR || p >= last) continue;
    p += <usize>(decoded >> SIZE_SHIFT);
    if (code < 0x80 && p < last && load<u8>(p) < 0x80) break;
  }
  wordsEnd = p;
  return token;
}

/** Where the characters end that stand in a word as they are in its hash: nearly all are such. */
function plainEnd(from: usize, last: usize): usize {
  const classes = classTable;
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
      // Conditions one by one: V8 makes a number of each that is joined to another.
      if ((bytes & 0xc000) != 0x8000) break;
      if (load<u8>(classes + codeOfTwo(bytes)) != WORD) break;
      p += 2;
    } else {
      // Surrogates are no words, and have three bytes.
      if ((bytes & 0xc0c0f0) != 0x8080e0) break;
      const code = codeOfThree(bytes);
      if (code < 0x800) break;
      if (load<u8>(classes + code) != WORD) break;
      p += 3;
    }
  }
  return p;
}

/** Reads a word of which some characters are changed or left out, or what stands between words, and adds what is a token. */
function readFolding(from: usize, last: usize, token: usize): usize {
  const wordKinds: u32 = splitsUnspaced ? 1 << WORD : (1 << WORD) | (1 << UNSPACED);
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
    if (((wordKinds >> kind) & 1) != 0) {
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
      wordsEnd = next;
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
