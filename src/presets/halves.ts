/**
 * A hash of 64 bits in two numbers, its lower 32 bits before the upper: engines add, multiply and shift them many times
 * as fast as one bigint.
 */
export type Halves = Uint32Array;

/** A hash function: it writes what the bytes from `start` up to `end` hash to. */
export type HashPart = (bytes: Uint8Array, start: number, end: number, hash: Halves) => void;

/** The hash of all bytes, as one number. */
export function hashOf(hashPart: HashPart, bytes: Uint8Array): bigint {
  const hash = new Uint32Array(2);
  hashPart(bytes, 0, bytes.length, hash);
  return joined(hash[0]!, hash[1]!);
}

/** The number of 64 bits of which these are the lower and the upper half. */
export function joined(low: number, high: number): bigint {
  return (BigInt(high) << 32n) | BigInt(low);
}
