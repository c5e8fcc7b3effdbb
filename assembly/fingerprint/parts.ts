// Parts a large document's grams by their leading bits, so that each part is counted within the second-level cache.
import { startParts, takePlace } from '../counting-sort';

/**
 * Grams of a part, at most, about. Fewer would fit into the first-level cache, but to write to as many parts at once takes
 * longer than that spares.
 */
const PART: u32 = 8192;
const MOST_BITS: u32 = 9;

const ends: usize = memory.data(4 << 9, 16);

/** How many parts the last grams were put into; where the grams of each end stands in `partEnd`. */
export let partCount: u32 = 1;

export function partEnd(part: u32): u32 {
  return load<u32>(ends + ((<usize>part) << 2));
}

/** Puts `count` grams (u64) at `from` into parts at `to`. A small number of them is one part, and stays where it is. */
export function partGrams(from: usize, count: u32, to: usize): void {
  partCount = 1;
  store<u32>(ends, count);
  if (count < 2 * PART) return;
  const bits = min(MOST_BITS, 32 - clz(count / PART));
  partCount = 1 << bits;
  const shift = 64 - bits;
  const last = from + ((<usize>count) << 3);
  memory.fill(ends, 0, (<usize>partCount) << 2);
  for (let place = from; place < last; place += 8) takePlace(ends, <usize>(load<u64>(place) >> shift));
  startParts(ends, partCount);
  for (let place = from; place < last; place += BLOCK << 3)
    placeBlock(place, min(last, place + (BLOCK << 3)), to, shift);
}

/** Grams that are placed at a time, and where they go (u32). */
const BLOCK: usize = 256;
const targets: usize = memory.data(4 << 8, 16);

/**
 * Each part's beginning moves on to its end. That and the grams' moving stand apart: a load of what was stored just before
 * must not wait for a store whose place is not known yet, or all of this takes twice as long.
 */
function placeBlock(from: usize, last: usize, to: usize, shift: u32): void {
  let target = targets;
  for (let place = from; place < last; place += 8, target += 4) {
    const end = ends + ((<usize>(load<u64>(place) >> shift)) << 2);
    const next = load<u32>(end);
    store<u32>(target, to + ((<usize>next) << 3));
    store<u32>(end, next + 1);
  }
  target = targets;
  for (let place = from; place < last; place += 8, target += 4) store<u64>(load<u32>(target), load<u64>(place));
}
