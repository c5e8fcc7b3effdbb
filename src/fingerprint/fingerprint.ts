import { InvalidArgumentError } from '../errors.ts';
import { shown } from '../shown.ts';
import { fingerprintCore } from '../wasm/core.ts';

const LARGEST = 2n ** 64n - 1n;

/** Throws unless `value` is a fingerprint: a bigint from 0 to 2^64 - 1. */
export function checkFingerprint(value: unknown): asserts value is bigint {
  if (typeof value === 'bigint' && value >= 0n && value <= LARGEST) return;
  throw new InvalidArgumentError(
    `A fingerprint is a bigint from 0 to 2^64 - 1, not ${shown(value)}. ` +
      'Use fromHex() for text and BigInt.asUintN(64, value) for signed integers.',
  );
}

/**
 * In how many of their 64 bits two fingerprints differ, 0…64. For fingerprints of texts, 0…3 means nearly the same text;
 * unrelated ones of one language, which share its frequent words, differ in about 30 by words and pairs, in 20 by words
 * (docs/distance.md).
 *
 * @throws {InvalidArgumentError} if one is not a bigint from 0 to 2^64 - 1
 * @example hammingDistance(0b1011n, 0b1001n) // 1
 */
export function hammingDistance(a: bigint, b: bigint): number {
  checkFingerprint(a);
  checkFingerprint(b);
  return fingerprintCore().kernel.hammingDistance(a, b);
}

/**
 * A fingerprint as 16 hexadecimal digits, most significant first: for JSON, which has no 64-bit integers.
 *
 * @throws {InvalidArgumentError} if it is not a bigint from 0 to 2^64 - 1
 * @example toHex(255n) // '00000000000000ff'
 */
export function toHex(fingerprint: bigint): string {
  checkFingerprint(fingerprint);
  return fingerprint.toString(16).padStart(16, '0');
}

/**
 * A fingerprint from its 16 hexadecimal digits, upper or lower case.
 *
 * @throws {InvalidArgumentError} if there are not exactly 16 hexadecimal digits
 * @example fromHex('00000000000000ff') // 255n
 */
export function fromHex(digits: string): bigint {
  if (typeof digits === 'string' && /^[0-9a-f]{16}$/i.test(digits)) return BigInt(`0x${digits}`);
  throw new InvalidArgumentError(
    `A fingerprint in hexadecimal has 16 digits (0-9, a-f) and nothing else, unlike ${shown(digits)}.`,
  );
}
