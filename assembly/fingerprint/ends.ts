// The beginning and the end of a text. Where words are compared, they are neighbours of the first and the last one: without them
// a word that is added costs three pairs in the middle, but one at an end, and of short texts much of what they have.

import { absorb } from '../hash';
import { REACH } from './batch';
import { gatherGrams } from './grams';

// They have the hashes of control characters, which stand in no word.
const BEGINNING: u64 = 0x02;
const END: u64 = 0x03;

/** All sizes but 1: the ends are no words. */
const SEVERAL: u32 = ~1;

/** The last words of a batch (u64), the end behind them, and what is read where grams are made two at a time. */
const kept: usize = memory.data(8 * (15 + 2), 16);
/** Where the end can be put behind them. */
export const lastKept: usize = kept + 8 * REACH;

/** Puts the beginning in front of the first word, and returns how many tokens can be reached there now. */
export function putBeginning(first: usize): u32 {
  store<u64>(first - 8, absorb(0, BEGINNING));
  return 1;
}

/** Keeps the last words of a batch, since it is not known that it is the last one until the next is read. */
export function keepLast(batch: usize, tokens: u32): void {
  memory.copy(kept, batch + ((<usize>tokens) << 3) - 8 * REACH, 8 * REACH);
}

/** Gathers the grams that end where the text does, at `place`, of which `before` tokens can be reached in front of it. */
export function gatherEnd(place: usize, sizes: u32, before: u32): void {
  // The beginning alone: a text without words.
  if (before < 2) return;
  store<u64>(place, absorb(0, END));
  gatherGrams(place, 1, sizes & SEVERAL, before);
}
