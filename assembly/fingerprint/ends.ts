// The beginning and the end of a text. Where words are compared, they are neighbours of the first and the last one: without them
// a word that is added costs one pair at an end, but three in the middle, which is much of a short text.

import { hashes } from './batch';

/** No words have these hashes: those of up to eight bytes would not be UTF-8. */
const BEGINNING: u64 = 2;
const END: u64 = 3;

/** All sizes but 1: the ends are no words. */
export const SEVERAL: u32 = ~1;

/** Puts the beginning in front of the first batch, and returns how many tokens can be reached there now. */
export function putBeginning(): u32 {
  store<u64>(hashes - 8, BEGINNING);
  return 1;
}

/** Puts the end behind the last words, which were carried over, as a batch of its own, and returns how many tokens that has. */
export function putEnd(): u32 {
  store<u64>(hashes, END);
  return 1;
}
