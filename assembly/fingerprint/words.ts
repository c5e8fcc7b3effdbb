// Words of any script, by code point.

import { absorb } from '../hash';
import { FULL, put } from './batch';
import { foldsCase, splitsUnspaced } from './recipe';
import { end, known, markUnstable } from './text';
import { mayBeThrees } from './threes';
import { CLASS_MASK, classOf, FOLDS_CASE, folded, IGNORABLE, UNSPACED, UNSTABLE, WORD } from './unicode';
import { CODE_MASK, decode, encodedBits, SIZE_SHIFT } from './utf8';

/** Where reading stopped. */
export let wordsEnd: usize = 0;

/**
 * Adds words to a batch that holds `count` tokens, and returns how many it holds then. Reads until an ASCII separator
 * that is followed by ASCII, what `threes.ts` reads faster, the end of the text, or a full batch.
 */
export function readWords(from: usize, count: usize): usize {
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
    if (!inWord && p > from && splitsUnspaced && mayBeThrees(p)) break;
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
      let bytes = load<u32>(p) & (<u32>-1 >> (32 - ((<u32>size) << 3)));
      let bits = (<u32>size) << 3;
      if (foldsCase && (code < 0x80 || (itsClass & FOLDS_CASE) != 0)) {
        bytes = folded(code, itsClass);
        bits = encodedBits(bytes);
      }
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
