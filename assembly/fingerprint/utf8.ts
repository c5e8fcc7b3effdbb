// One code point of UTF-8 (RFC 3629) at a time.

/** The code point of a decoded value. */
export const CODE_MASK: u32 = 0x1fffff;
/** How far the number of its bytes is shifted up in a decoded value. */
export const SIZE_SHIFT: u32 = 24;
/** A byte that is not UTF-8: one byte long, and a separator. */
const INVALID: u32 = 0xfffd | (1 << SIZE_SHIFT);

// The next ones are of four bytes as they stand in a text, the first lowest.

/** Whether a code point of two bytes begins there; overlong forms are none. */
function isTwo(bytes: u32): bool {
  return (bytes & 0xc0e0) == 0x80c0 && (bytes & 0x1e) != 0;
}

function codeOfTwo(bytes: u32): u32 {
  return ((bytes & 31) << 6) | ((bytes >> 8) & 63);
}

/** Whether one of three bytes begins there; overlong forms are none. */
export function isThree(bytes: u32): bool {
  return (bytes & 0xc0c0f0) == 0x8080e0 && (bytes & 0x200f) != 0;
}

export function codeOfThree(bytes: u32): u32 {
  return ((bytes & 15) << 12) | ((bytes & 0x3f00) >> 2) | ((bytes >> 16) & 63);
}

/**
 * The code point at p, in a text that ends at `end`, and its size << SIZE_SHIFT. Overlong forms are invalid. Surrogates, and what
 * is above U+10FFFF, are read as if they were code points: they are separators, as all that is invalid is.
 */
export function decode(p: usize, end: usize): u32 {
  const bytes = load<u32>(p);
  const left = end - p;
  if ((bytes & 0x80) == 0) return (bytes & 0x7f) | (1 << SIZE_SHIFT);
  if (isThree(bytes) && left >= 3) return codeOfThree(bytes) | (3 << SIZE_SHIFT);
  if (isTwo(bytes) && left >= 2) return codeOfTwo(bytes) | (2 << SIZE_SHIFT);
  if ((bytes & 0xc0c0c0f8) == 0x808080f0 && left >= 4) {
    const code = ((bytes & 7) << 18) | ((bytes << 4) & 0x3f000) | ((bytes >> 10) & 0xfc0) | ((bytes >> 24) & 63);
    if (code >= 0x10000) return code | (4 << SIZE_SHIFT);
  }
  return INVALID;
}

/** A code point as UTF-8, its first byte lowest. */
export function encode(code: u32): u32 {
  if (code < 0x80) return code;
  if (code < 0x800) return 0x80c0 | (code >> 6) | ((code & 63) << 8);
  if (code < 0x10000) return 0x8080e0 | (code >> 12) | ((code << 2) & 0x3f00) | ((code & 63) << 16);
  return 0x808080f0 | (code >> 18) | ((code >> 4) & 0x3f00) | ((code << 10) & 0x3f0000) | ((code & 63) << 24);
}

/** How many bits an encoded code point takes; it is not U+0000. */
export function encodedBits(bytes: u32): u32 {
  return (39 - clz(bytes)) & ~7;
}
