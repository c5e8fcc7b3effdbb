// Which of 64 bytes can be part of a word: ASCII letters and digits, and everything above ASCII.

/** Bit i is set where byte i is an ASCII letter, an ASCII digit or part of a longer UTF-8 sequence. */
export function wordBytes(p: usize): u64 {
  if (ASC_FEATURE_SIMD) {
    return wordBytes16(p) | (wordBytes16(p + 16) << 16) | (wordBytes16(p + 32) << 32) | (wordBytes16(p + 48) << 48);
  }
  let bits: u64 = 0;
  for (let i: usize = 0; i < 64; i += 8) bits |= wordBytes8(p + i) << i;
  return bits;
}

/** Bit i is set where byte i is above ASCII. */
export function highBytes(p: usize): u64 {
  if (ASC_FEATURE_SIMD) {
    return highBytes16(p) | (highBytes16(p + 16) << 16) | (highBytes16(p + 32) << 32) | (highBytes16(p + 48) << 48);
  }
  let bits: u64 = 0;
  for (let i: usize = 0; i < 64; i += 8) bits |= gather(load<u64>(p + i) & EIGHTH_BITS) << i;
  return bits;
}

/** Whether any of the 64 bytes is above ASCII. */
export function hasHighByte(p: usize): bool {
  if (ASC_FEATURE_SIMD) {
    const first = v128.or(v128.load(p), v128.load(p, 16));
    const second = v128.or(v128.load(p, 32), v128.load(p, 48));
    return i8x16.bitmask(v128.or(first, second)) != 0;
  }
  let all: u64 = 0;
  for (let i: usize = 0; i < 64; i += 8) all |= load<u64>(p + i);
  return (all & EIGHTH_BITS) != 0;
}

/** The lowest `count` bits, or all 64. */
export function lowest(count: usize): u64 {
  return count > 63 ? -1 : ((<u64>1) << count) - 1;
}

// In memory: V8 makes the vector of a constant anew each time, in three instructions, and loads it in one. Four bytes each.

/** The bit by which lower case differs. */
const CASE: usize = memory.data<u32>([0x20202020]);
/** 'a' - 128 and 26 - 128: ranges begin at -128, since signed bytes are compared at once, unsigned ones in three steps. */
const LETTERS: usize = memory.data<u32>([0xe1e1e1e1]);
const LETTERS_END: usize = memory.data<u32>([0x9a9a9a9a]);
/** '0' - 128 and 10 - 128. */
const DIGITS: usize = memory.data<u32>([0xb0b0b0b0]);
const DIGITS_END: usize = memory.data<u32>([0x8a8a8a8a]);

function wordBytes16(p: usize): u64 {
  const bytes = v128.load(p);
  const lower = v128.or(bytes, v128.load32_splat(CASE));
  const letter = i8x16.lt_s(i8x16.sub(lower, v128.load32_splat(LETTERS)), v128.load32_splat(LETTERS_END));
  const digit = i8x16.lt_s(i8x16.sub(bytes, v128.load32_splat(DIGITS)), v128.load32_splat(DIGITS_END));
  return <u64>(<u32>i8x16.bitmask(v128.or(v128.or(letter, digit), bytes)));
}

function highBytes16(p: usize): u64 {
  return <u64>(<u32>i8x16.bitmask(v128.load(p)));
}

const EIGHTH_BITS: u64 = 0x8080808080808080;
const ONES: u64 = 0x0101010101010101;

/** Eight bytes in one word: adding (128 - bound) to seven bits sets the eighth where they reach the bound. */
function wordBytes8(p: usize): u64 {
  const bytes = load<u64>(p);
  const low = bytes & ~EIGHTH_BITS;
  const lower = low | (ONES * 0x20);
  const letter = (lower + ONES * (0x80 - 0x61)) ^ (lower + ONES * (0x80 - 0x7b));
  const digit = (low + ONES * (0x80 - 0x30)) ^ (low + ONES * (0x80 - 0x3a));
  return gather((letter | digit | bytes) & EIGHTH_BITS);
}

/** The eighth bits of eight bytes as one byte. */
function gather(bits: u64): u64 {
  return ((bits >> 7) * 0x0102040810204080) >> 56;
}
