// The weight of a feature by how often it occurs in the document, in quarters.

export const TERM_FREQUENCY: u32 = 0;
export const LOG_TERM_FREQUENCY: u32 = 1;

/** The weight of a feature that occurs once is 2^ONCE_LEVEL, whichever the rule. */
export const ONCE_LEVEL: usize = 2;

/**
 * log2(1 + times) in quarters, rounded down, straight between powers of two: 4, 6, 8, 9, 10, 11, 12, 12, 13, …
 * Integers, so that every build and every engine agree to the last bit.
 */
export function logWeight(times: u32): u32 {
  const x = times + 1;
  const exponent = 31 - clz(x);
  const fraction = exponent >= 2 ? (x >> (exponent - 2)) & 3 : (x << (2 - exponent)) & 3;
  return exponent * 4 + fraction;
}
