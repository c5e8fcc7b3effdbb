// The n-grams of a text's tokens, a batch at a time.

import { extend } from '../hash';
import { hashes } from './batch';

/** Room for as many grams (u64) as a batch has tokens, and one more. */
export const grams: usize = memory.data(8 * 1024 + 8, 16);

/**
 * Writes the grams (u64) of `size` tokens that end in the batch of `tokens`, of which `before` can be reached that stand in
 * front of it. Returns how many there are, at most `tokens`; one more may be written behind them.
 */
export function writeGrams(tokens: u32, size: u32, before: u32, target: usize): u32 {
  const missing = size - 1 > before ? size - 1 - before : 0;
  if (tokens <= missing) return 0;
  let last = hashes + ((<usize>missing) << 3);
  const end = hashes + ((<usize>tokens) << 3);
  if (size == 1) memory.copy(target, hashes, (<usize>tokens) << 3);
  else if (size == 2) {
    for (let place = target; last < end; place += 16, last += 16) {
      const second = load<u64>(last);
      store<u64>(place, extend(load<u64>(last - 8), second));
      store<u64>(place, extend(second, load<u64>(last, 8)), 8);
    }
  } else for (let place = target; last < end; place += 8, last += 8) store<u64>(place, gramAt(last, size));
  return tokens - missing;
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
