// Characters of a text: the code points of its words, and one space for whatever stands between words.

import { absorb } from '../hash';
import { FULL, put } from './batch';
import { end, known, markUnstable } from './text';
import { CLASS_MASK, classOf, folded, IGNORABLE, readyUnicode, SEPARATOR, UNSTABLE } from './unicode';
import { CODE_MASK, decode, SIZE_SHIFT } from './utf8';

/** Keeps characters apart from words of one letter in the hash. */
const CHARACTER_STATE: u64 = 0xe7037ed1a0b428db;
const SPACE: u64 = 0x20;

let cursor: usize = 0;
/** Where the last character ended; the text's start before the first. */
let lastEnd: usize = 0;
let hasCharacter: bool = false;
let separatorSeen: bool = false;

export function startCharacters(start: usize): void {
  cursor = lastEnd = start;
  hasCharacter = separatorSeen = false;
}

/** Fills the batch and returns how many tokens it holds. */
export function readCharacters(): usize {
  readyUnicode();
  const last = end;
  let p = cursor;
  let token: usize = 0;
  while (p < last && token < FULL) {
    const decoded = decode(p, last);
    const code = decoded & CODE_MASK;
    const itsClass = classOf(code) & known;
    if ((itsClass & UNSTABLE) != 0) {
      markUnstable();
      return 0;
    }
    const next = p + <usize>(decoded >> SIZE_SHIFT);
    const kind = itsClass & CLASS_MASK;
    if (kind == SEPARATOR) separatorSeen = true;
    else if (kind != IGNORABLE) {
      if (separatorSeen && hasCharacter) put(token++, absorb(CHARACTER_STATE, SPACE), lastEnd, p);
      put(token++, absorb(CHARACTER_STATE, folded(code, itsClass)), p, next);
      separatorSeen = false;
      hasCharacter = true;
      lastEnd = next;
    }
    p = next;
  }
  cursor = p;
  return token;
}
