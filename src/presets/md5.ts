// The two halves of an MD5 digest, both big-endian: the Python libraries each take one of them.
import { md5 } from 'js-md5';
import type { Halves } from './halves.ts';

/** The first 8 bytes of the MD5 of bytes. */
export function md5First(bytes: Uint8Array, start: number, end: number, hash: Halves): void {
  bigEndian(md5.array(bytes.subarray(start, end)), 0, hash);
}

/** The last 8 bytes of the MD5 of bytes. */
export function md5Last(bytes: Uint8Array, start: number, end: number, hash: Halves): void {
  bigEndian(md5.array(bytes.subarray(start, end)), 8, hash);
}

function bigEndian(digest: readonly number[], offset: number, hash: Halves): void {
  for (let half = 0; half < 2; half++) {
    const at = offset + 4 - 4 * half;
    hash[half] = (digest[at]! << 24) | (digest[at + 1]! << 16) | (digest[at + 2]! << 8) | digest[at + 3]!;
  }
}
