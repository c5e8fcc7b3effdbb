// Words of which some characters are changed or left out, code point by code point.

import { absorb, hashBytes } from '../hash';
import { put } from './batch';
import { splitsUnspaced } from './recipe';
import { known, markUnstable } from './text';
import { CLASS_MASK, classOf, folded, IGNORABLE, isAccent, PAIRED, UNSPACED, UNSTABLE, WORD } from './unicode';
import { CODE_MASK, decode, encodedBits, SIZE_SHIFT } from './utf8';

/** Where reading stopped. */
export let singlyEnd: usize = 0;

/**
 * Reads one word up to `last` at most, or what stands between words, and adds what is a token to a batch that holds `token`.
 * Returns how many it holds then; nothing of use if the text is found unstable.
 */
export function readSingly(from: usize, last: usize, token: usize): usize {
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
    if (((wordKinds >> kind) & 1) != 0 && (wordStart != 0 || !isAccent(code))) {
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
      singlyEnd = kind == PAIRED ? p : next;
      if (kind != UNSPACED) return token;
      // These scripts know no case.
      put(token, hashBytes(p, next), p, next);
      return token + 1;
    }
    p = next;
  }
  singlyEnd = p;
  if (wordStart == 0) return token;
  put(token, filled > 0 ? absorb(hash, pending) : hash, wordStart, p);
  return token + 1;
}
