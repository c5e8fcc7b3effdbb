// The n-grams of a text's tokens, a batch at a time.

import { extend } from '../hash';
import { hashes } from './batch';

/** Room for the grams (u64) of one size that end in a batch. */
const joined: usize = memory.data(8 * 1024, 16);

/** Where the grams found last stand, and how many there are. */
export let found: usize = joined;
export let foundCount: usize = 0;

/** Finds the grams of `size` tokens that end in a batch of `tokens`, when `before` tokens of the batch before can be reached. */
export function findGrams(tokens: u32, size: u32, before: u32): void {
  findGramsAt(hashes, tokens, size, before);
}

/** The same of a batch, of at most 1024 tokens, whose hashes stand anywhere, with those before them in front. */
export function findGramsAt(batch: usize, tokens: u32, size: u32, before: u32): void {
  const missing = size - 1 > before ? size - 1 - before : 0;
  foundCount = tokens > missing ? <usize>(tokens - missing) : 0;
  const first = batch + ((<usize>missing) << 3);
  found = size == 1 ? first : joined;
  if (size == 2) joinPairs(first);
  else if (size > 2)
    for (let i: usize = 0; i < foundCount; i++) store<u64>(joined + (i << 3), gramAt(first + (i << 3), size));
}

function joinPairs(first: usize): void {
  const end = joined + (foundCount << 3);
  for (let target = joined, word = first; target < end; target += 8, word += 8) {
    store<u64>(target, extend(load<u64>(word - 8), load<u64>(word)));
  }
}

/** The gram of `size` tokens whose last token's hash stands at `last`. */
export function gramAt(last: usize, size: u32): u64 {
  let token = last - ((<usize>(size - 1)) << 3);
  let gram = load<u64>(token);
  while (token < last) {
    token += 8;
    gram = extend(gram, load<u64>(token));
  }
  return gram;
}
