// What of a text is compared with others: its features, how often each occurs, and room for a bitmap of them.
//
// A block: the set bits of the bitmap (u32), its bytes (u32); then what other cores and files may hold as well: how many
// features there are (u32), occurrences of all (u32), a gram (u64) a feature, a count (u32) a feature; and last the bitmap
// (`comparison/bitmap.ts`).

const HEADER: usize = 16;
const FEATURE: usize = 12;
/** In place of the set bits of a bitmap: that it has not been made, and for how many comparisons more it will not be. */
export const NOT_MADE: u32 = 0xfffffff0;
/** To make a bitmap takes about as long as to do without it twice, and most texts are compared once or never. */
const COMPARISONS_WITHOUT: u32 = 3;

/** 256 bits for short texts, where each counts; four to eight for each occurrence that is told apart, where there are more. */
const SMALLEST_BITMAP: u32 = 32;

/** Of a set of so many features, with so many occurrences: a power of two. */
export function bitmapSize(features: u32, occurrences: u32): u32 {
  const told = min(occurrences, features << 1);
  return max(SMALLEST_BITMAP, (<u32>1) << (31 - clz(told | 1)));
}

export function blockSize(features: u32, bitmap: u32): usize {
  return HEADER + <usize>features * FEATURE + bitmap;
}

export function writeHeader(set: usize, features: u32, occurrences: u32, bitmap: u32): void {
  store<u32>(set, NOT_MADE + COMPARISONS_WITHOUT);
  store<u32>(set, bitmap, 4);
  store<u32>(set, features, 8);
  store<u32>(set, occurrences, 12);
}

export function featuresOf(set: usize): u32 {
  return load<u32>(set, 8);
}

export function occurrencesOf(set: usize): u32 {
  return load<u32>(set, 12);
}

export function setBits(set: usize): u32 {
  return load<u32>(set);
}

export function keepSetBits(set: usize, bits: u32): void {
  store<u32>(set, bits);
}

export function bitmapBytes(set: usize): u32 {
  return load<u32>(set, 4);
}

export function gramsOf(set: usize): usize {
  return set + HEADER;
}

export function countsOf(set: usize): usize {
  return set + HEADER + ((<usize>featuresOf(set)) << 3);
}

export function bitmapOf(set: usize): usize {
  return set + HEADER + <usize>featuresOf(set) * FEATURE;
}
