// An upper bound of what two feature sets share, from a bitmap of each: most texts that are compared are unlike, and a few
// words of memory tell so. After Sandes, Teodoro and Melo, «Bitmap filter: speeding up exact set similarity joins with
// bitwise operations», Information Systems 88 (2020); here for multisets.
//
// A feature sets the bit of its first occurrence, and another for its second. A bit of one set that is clear in the other
// stands for an occurrence, at least, that the other has not; bits are different occurrences, so their number counts them.

import {
  bitmapBytes,
  bitmapOf,
  countsOf,
  featuresOf,
  gramsOf,
  keepSetBits,
  NOT_MADE,
  occurrencesOf,
  setBits,
} from '../feature-set';

/** At most so many occurrences are shared; nothing is known as long as one of the two has no bitmap. */
export function mostShared(a: usize, b: usize): u32 {
  // Not joined by «and», so that each set counts the comparison.
  const hasA = hasBitmap(a);
  if (!hasBitmap(b) || !hasA) return ~0;
  return bitmapBytes(a) < bitmapBytes(b) ? bound(b, a) : bound(a, b);
}

/** Whether a set has its bitmap: it is made as soon as the set is compared often enough. */
function hasBitmap(set: usize): bool {
  const bits = setBits(set);
  if (bits < NOT_MADE) return true;
  if (bits > NOT_MADE) {
    keepSetBits(set, bits - 1);
    return false;
  }
  makeBitmap(set);
  return true;
}

/** The same for two sets that have their bitmaps, of which the second is no larger than the first. */
function bound(a: usize, b: usize): u32 {
  const bytes = <usize>bitmapBytes(a);
  const wrap = <usize>bitmapBytes(b) - 1;
  const ofA = bitmapOf(a);
  const ofB = bitmapOf(b);
  let common: u64 = 0;
  for (let at: usize = 0; at < bytes; at += 8) common += popcnt(load<u64>(ofA + at) & load<u64>(ofB + (at & wrap)));
  // A bit of the smaller one may be counted more than once, so that fewer of its bits are told to be missing than are.
  return min(occurrencesOf(a) + <u32>common - setBits(a), occurrencesOf(b) + <u32>common - setBits(b));
}

function makeBitmap(set: usize): void {
  const bitmap = bitmapOf(set);
  const bytes = <usize>bitmapBytes(set);
  memory.fill(bitmap, 0, bytes);
  const grams = gramsOf(set);
  const counts = countsOf(set);
  const mask = (bytes << 3) - 1;
  const features = <usize>featuresOf(set);
  for (let i: usize = 0; i < features; i++) {
    const gram = load<u64>(grams + (i << 3));
    setBit(bitmap, <usize>gram & mask);
    if (load<u32>(counts + (i << 2)) > 1) setBit(bitmap, <usize>(gram >> 32) & mask);
  }
  let bits: u64 = 0;
  for (let at: usize = 0; at < bytes; at += 8) bits += popcnt(load<u64>(bitmap + at));
  keepSetBits(set, <u32>bits);
}

function setBit(bitmap: usize, bit: usize): void {
  const place = bitmap + (bit >> 3);
  store<u8>(place, load<u8>(place) | ((<u8>1) << (<u8>bit & 7)));
}
