// Letters of Thai, Lao, Khmer and Myanmar. There are so few that long texts hold all of them in the same shares: alone they
// tell a language, not a text. So a token is two of them in a row, or one that has no neighbour.

import { absorb } from '../hash';
import { FULL, put } from './batch';
import { end, known } from './text';
import { classOf, IGNORABLE, PAIRED } from './unicode';
import { CODE_MASK, codeOfThree, decode, encodedBits, isThree, SIZE_SHIFT } from './utf8';

/** Whether one of these letters may stand at p: they have three bytes or four. */
export function mayBePairs(p: usize): bool {
  return load<u8>(p) >= 0xe0;
}

/** Where reading stopped. */
export let pairsEnd: usize = 0;

/** The letter that was read last, as UTF-8, where a batch was full in the midst of a run; or 0. */
let letterBefore: u64 = 0;
let letterStart: usize = 0;

export function startPairs(): void {
  letterBefore = 0;
}

/** Adds the letters of a run, if there is one, to a batch that holds `firstToken` tokens, and returns how many it holds then. */
export function readPairs(from: usize, firstToken: usize): usize {
  const last = end;
  const mask = known;
  // What is between the end of a batch and this run ended the run before.
  let before: u64 = from == pairsEnd ? letterBefore : 0;
  let bits = <u64>encodedBits(<u32>before);
  let start = letterStart;
  let isAlone = false;
  let token = firstToken;
  let p = from;
  letterBefore = 0;
  while (p < last) {
    const bytes = load<u32>(p);
    // Nearly all of these letters have three bytes; the others have four, and none has case.
    const isUsual = isThree(bytes) && p + 3 <= last;
    const decoded = isUsual ? codeOfThree(bytes) | (3 << SIZE_SHIFT) : decode(p, last);
    const itsClass = classOf(decoded & CODE_MASK) & mask;
    const next = p + <usize>(decoded >> SIZE_SHIFT);
    if (itsClass == PAIRED) {
      if (token >= FULL) {
        letterBefore = before;
        letterStart = start;
        break;
      }
      const letter = <u64>(isUsual ? bytes & 0xffffff : bytes);
      isAlone = before == 0;
      if (!isAlone) put(token++, absorb(0, before | (letter << bits)), start, next);
      before = letter;
      bits = (<u64>(next - p)) << 3;
      start = p;
    } else if (itsClass != IGNORABLE) break;
    p = next;
  }
  pairsEnd = p;
  // There is room: it was looked for before the letter was read.
  if (isAlone) put(token++, absorb(0, before), start, p);
  return token;
}
