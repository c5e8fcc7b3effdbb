// Letters of Thai, Lao, Khmer and Myanmar. There are so few that long texts hold all of them in the same shares: alone they
// tell a language, not a text. So a token is a letter together with the one before it, and the first of a run stands alone.

import { absorb } from '../hash';
import { FULL, put } from './batch';
import { known, markUnstable } from './text';
import { CLASS_MASK, classOf, IGNORABLE, PAIRED, UNSTABLE } from './unicode';
import { CODE_MASK, decode, encode, encodedBits, SIZE_SHIFT } from './utf8';

/** Where reading stopped. */
export let pairsEnd: usize = 0;

/** The letter that was read last, as UTF-8, where a batch was full in the midst of a run; or 0. */
let letterBefore: u64 = 0;
let letterStart: usize = 0;

export function startPairs(): void {
  letterBefore = 0;
}

/** Adds the letters of a run to a batch that holds `firstToken` tokens, and returns how many it holds then. */
export function readPairs(from: usize, last: usize, firstToken: usize): usize {
  // What is between the end of a batch and this run ended the run before.
  let before = from == pairsEnd ? letterBefore : 0;
  let start = letterStart;
  let token = firstToken;
  let p = from;
  letterBefore = 0;
  while (p < last) {
    const decoded = decode(p, last);
    const itsClass = classOf(decoded & CODE_MASK) & known;
    if ((itsClass & UNSTABLE) != 0) {
      markUnstable();
      break;
    }
    const next = p + <usize>(decoded >> SIZE_SHIFT);
    const kind = itsClass & CLASS_MASK;
    if (kind == PAIRED) {
      if (token >= FULL) {
        letterBefore = before;
        letterStart = start;
        break;
      }
      // Letters have three or four bytes, and no case.
      const letter = <u64>encode(decoded & CODE_MASK);
      const joined = before != 0 ? before | (letter << encodedBits(<u32>before)) : letter;
      put(token++, absorb(0, joined), before != 0 ? start : p, next);
      before = letter;
      start = p;
    } else if (kind != IGNORABLE) break;
    p = next;
  }
  pairsEnd = p;
  return token;
}
