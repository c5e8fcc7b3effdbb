// Parts a large document's grams by their leading bits, so that each part is counted within the first-level cache.

/** Grams of a part, about; to part fewer than four times as many takes longer than it spares. */
const PART: u32 = 2048;
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
  if (count < 4 * PART) return;
  const bits = min(MOST_BITS, 32 - clz(count / PART));
  partCount = 1 << bits;
  const shift = 64 - bits;
  const last = from + ((<usize>count) << 3);
  memory.fill(ends, 0, (<usize>partCount) << 2);
  for (let place = from; place < last; place += 8) {
    const end = ends + ((<usize>(load<u64>(place) >> shift)) << 2);
    store<u32>(end, load<u32>(end) + 1);
  }
  let sum: u32 = 0;
  for (let part: usize = 0; part < partCount; part++) {
    const size = load<u32>(ends + (part << 2));
    store<u32>(ends + (part << 2), sum);
    sum += size;
  }
  // Each beginning moves on to its part's end.
  for (let place = from; place < last; place += 8) {
    const gram = load<u64>(place);
    const end = ends + ((<usize>(gram >> shift)) << 2);
    const target = load<u32>(end);
    store<u64>(to + ((<usize>target) << 3), gram);
    store<u32>(end, target + 1);
  }
}
