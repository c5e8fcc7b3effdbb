// Where a gram stands among others, all different, which stand densely: an open-addressed table of position + 1, in 2^bits slots
// (u32), at most half of them taken. Slots go by the leading bits of the gram, so that grams that come in that order take slots
// that lie together.

import { stride } from './hash';

/** The slot of a gram, or the empty one where it belongs. */
export function slotOf(slots: usize, bits: u32, grams: usize, gram: u64): usize {
  const mask = ((<usize>1) << bits) - 1;
  let slot = <usize>(gram >> (64 - bits));
  let found = load<u32>(slots + (slot << 2));
  while (found != 0 && load<u64>(grams + ((<usize>(found - 1)) << 3)) != gram) {
    slot = (slot + stride(gram)) & mask;
    found = load<u32>(slots + (slot << 2));
  }
  return slots + (slot << 2);
}

/** Clears the table, and puts so many grams into it. */
export function placeAll(slots: usize, bits: u32, grams: usize, count: u32): void {
  memory.fill(slots, 0, (<usize>4) << bits);
  const mask = ((<usize>1) << bits) - 1;
  for (let i: u32 = 0; i < count; i++) {
    const gram = load<u64>(grams + ((<usize>i) << 3));
    let slot = <usize>(gram >> (64 - bits));
    while (load<u32>(slots + (slot << 2)) != 0) slot = (slot + stride(gram)) & mask;
    store<u32>(slots + (slot << 2), i + 1);
  }
}
