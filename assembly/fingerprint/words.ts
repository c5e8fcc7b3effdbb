// Words of any script, by code point.

import { absorb } from '../hash';
import { FULL, hashes, put, spans } from './batch';
import { splitsUnspaced } from './recipe';
import { end, known, markUnstable } from './text';
import { CLASS_MASK, classOf, folded, IGNORABLE, readyUnicode, UNSPACED, UNSTABLE, WORD } from './unicode';
import { CODE_MASK, decode, encodedBits, SIZE_SHIFT } from './utf8';

/** Where reading stopped. */
export let wordsEnd: usize = 0;

/**
 * Adds words to a batch that holds `count` tokens, and returns how many it holds then. Reads until an ASCII separator
 * that is followed by ASCII, the end of the text, or a full batch.
 */
export function readWords(from: usize, count: usize): usize {
  readyUnicode();
  const last = end;
  const wordKinds: u32 = splitsUnspaced ? 1 << WORD : (1 << WORD) | (1 << UNSPACED);
  let p = from;
  let token = count;
  let wordStart: usize = 0;
  let hash: u64 = 0;
  // The bytes of the word that are not absorbed yet, and how many bits they take.
  let pending: u64 = 0;
  let filled: u32 = 0;
  let inWord = false;
  while (p < last) {
    if (!inWord && load<u8>(p) > 0xe0 && splitsUnspaced) {
      token = readThrees(p, token);
      p = threesEnd;
      if (p >= last) break;
    }
    const decoded = decode(p, last);
    const code = decoded & CODE_MASK;
    const size = <usize>(decoded >> SIZE_SHIFT);
    const itsClass = classOf(code) & known;
    const kind = itsClass & CLASS_MASK;
    if ((itsClass & UNSTABLE) != 0) {
      markUnstable();
      return 0;
    }
    if (((wordKinds >> kind) & 1) != 0) {
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
  wordsEnd = p;
  return token;
}

let threesEnd: usize = 0;

/**
 * Reads a run of unspaced characters and separators of three bytes each, of which Chinese and Japanese texts are made.
 * Each is written as if it were a token, and only counted if it is: which comes next cannot be guessed.
 */
function readThrees(from: usize, firstToken: usize): usize {
  // Tokens are at most as many as characters.
  const last = min(end, from + 3 * (FULL - firstToken) + 2);
  const mask = known;
  let hash = hashes + (firstToken << 3);
  let span = <u64>from | ((<u64>(from + 3)) << 32);
  let p = from;
  for (; p + 3 <= last; p += 3) {
    const bytes = load<u32>(p) & 0xffffff;
    const code = ((bytes & 15) << 12) | ((bytes & 0x3f00) >> 2) | ((bytes >> 16) & 63);
    if ((bytes & 0xc0c0f0) != 0x8080e0 || code < 0x1000) break;
    const itsClass = classOf(code) & mask;
    if ((itsClass & ~UNSPACED) != 0) break;
    store<u64>(hash, absorb(0, bytes));
    store<u64>(hash + (spans - hashes), span);
    span += 0x300000003;
    // UNSPACED is 2, SEPARATOR 0.
    hash += (<usize>itsClass) << 2;
  }
  threesEnd = p;
  return (hash - hashes) >> 3;
}
