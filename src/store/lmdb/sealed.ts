// LMDB has no checksums: each value carries one, of its key and itself, so that neither can change unnoticed.
import { checksumOfTwo } from '../../wasm/checksum.ts';
import { indexCore } from '../../wasm/core.ts';

const SEAL = 8;

/** A value with its checksum before it. */
export function seal(key: Uint8Array, value: Uint8Array): Buffer {
  const sealed = Buffer.allocUnsafe(SEAL + value.length);
  sealed.writeBigUInt64LE(sumOf(key, value));
  sealed.set(value, SEAL);
  return sealed;
}

/** The value that was sealed; undefined if it or its key has changed. */
export function unsealed(key: Uint8Array, sealed: Buffer): Buffer | undefined {
  if (sealed.length < SEAL) return undefined;
  const value = sealed.subarray(SEAL);
  return sealed.readBigUInt64LE() === sumOf(key, value) ? value : undefined;
}

/** What to do about damage. */
export const REMEDY = 'Restore the store from a copy, or save what can be saved with hammingbird store rebuild.';

const sumOf = (key: Uint8Array, value: Uint8Array): bigint => checksumOfTwo(indexCore(), key, value);
