// Text → tokens, a batch at a time: ASCII in blocks, words with anything above ASCII by code point.
import { readAscii, stoppedAt, stoppedAtHigh } from './ascii';
import { carryOver, FULL, hashes, spans } from './batch';
import { absorb } from './hash';
import {
  CLASS_MASK,
  classOf,
  FOLDS_CASE,
  foldCase,
  IGNORABLE,
  readyUnicode,
  UNSPACED,
  UNSTABLE,
  WORD,
} from './unicode';
import { CODE_MASK, decode, encode, encodedBits, SIZE_SHIFT } from './utf8';

let text: usize = 0;
let end: usize = 0;
let cursor: usize = 0;
let count: usize = 0;
let isNormalised: bool = false;
/** Set when the text holds a code point that NFKC may change, and NFKC has not been applied. */
let isUnstable: bool = false;

/** Starts a text of `length` bytes of UTF-8, behind which 64 bytes may be read, never believed. */
export function startText(start: usize, length: usize, normalised: bool): void {
  text = start;
  end = start + length;
  cursor = start;
  count = 0;
  isNormalised = normalised;
  isUnstable = false;
  readyUnicode();
}

/** Whether the text must be put into NFKC and started again. */
export function needsNormalisation(): bool {
  return isUnstable;
}

/** Fills the batch and returns how many tokens it holds; 0 when the text is at its end or found unstable. */
export function nextTokens(): u32 {
  if (count > 0) carryOver(count);
  count = 0;
  while (cursor < end && count < FULL && !isUnstable) {
    count = readAscii(text, cursor, end, count);
    cursor = stoppedAt;
    if (stoppedAtHigh) readCodePoints();
  }
  return isUnstable ? 0 : <u32>count;
}

/** Writes token number `token` of the batch. */
function put(token: usize, hash: u64, from: usize, to: usize): void {
  store<u64>(hashes + (token << 3), hash);
  store<u64>(spans + (token << 3), <u64>(from - text) | ((<u64>(to - text)) << 32));
}

/** Reads code points until an ASCII separator that is followed by ASCII, the end of the text, or a full batch. */
function readCodePoints(): void {
  const last = end;
  // What normalisation could change is of no interest once it has been applied.
  const known: u32 = isNormalised ? ~UNSTABLE : ~0;
  let p = cursor;
  let token = count;
  let wordStart: usize = 0;
  let hash: u64 = 0;
  // The bytes of the word that are not absorbed yet, and how many bits they take.
  let pending: u64 = 0;
  let filled: u32 = 0;
  let inWord = false;
  while (p < last) {
    if (!inWord && load<u8>(p) > 0xe0) {
      token = readThrees(p, token, known);
      p = threesEnd;
      if (p >= last) break;
    }
    const decoded = decode(p, last);
    const code = decoded & CODE_MASK;
    const size = <usize>(decoded >> SIZE_SHIFT);
    const itsClass = classOf(code) & known;
    const kind = itsClass & CLASS_MASK;
    if ((itsClass & UNSTABLE) != 0) {
      isUnstable = true;
      return;
    }
    if (kind == WORD) {
      if (!inWord) {
        inWord = true;
        wordStart = p;
        hash = 0;
        pending = 0;
        filled = 0;
      }
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
      if (inWord) {
        inWord = false;
        put(token++, filled > 0 ? absorb(hash, pending) : hash, wordStart, p);
      }
      if (token >= FULL) break;
      if (kind == UNSPACED) {
        // These scripts know no case.
        put(token++, absorb(0, load<u32>(p) & (<u32>-1 >> (32 - ((<u32>size) << 3)))), p, p + size);
      } else if (code < 0x80 && p + 1 < last && load<u8>(p, 1) < 0x80) {
        p++;
        break;
      }
    }
    p += size;
  }
  if (inWord) put(token++, filled > 0 ? absorb(hash, pending) : hash, wordStart, p);
  count = token;
  cursor = p;
}

let threesEnd: usize = 0;

/**
 * Reads a run of unspaced characters and separators of three bytes each, of which Chinese and Japanese texts are made.
 * Each is written as if it were a token, and only counted if it is: which comes next cannot be guessed.
 */
function readThrees(from: usize, firstToken: usize, known: u32): usize {
  const last = end;
  let token = firstToken;
  let p = from;
  while (p + 3 <= last && token < FULL) {
    const bytes = load<u32>(p) & 0xffffff;
    const code = ((bytes & 15) << 12) | ((bytes >> 2) & 0xfc0) | ((bytes >> 16) & 63);
    if ((bytes & 0xc0c0f0) != 0x8080e0 || code < 0x1000) break;
    const itsClass = classOf(code) & known;
    if ((itsClass & ~UNSPACED) != 0) break;
    put(token, absorb(0, bytes), p, p + 3);
    // UNSPACED is 2, SEPARATOR 0.
    token += itsClass >> 1;
    p += 3;
  }
  threesEnd = p;
  return token;
}

/** A code point of a word, case folded, as UTF-8. */
function folded(code: u32, itsClass: u32): u32 {
  if (code < 0x80) return code - 0x41 < 26 ? code | 0x20 : code;
  return encode((itsClass & FOLDS_CASE) != 0 ? foldCase(code) : code);
}
