// The two halves of an MD5 digest, both big-endian: the Python libraries each take one of them.
import { md5 } from '@noble/hashes/legacy';

/** The first 8 bytes of the MD5 of bytes, as a number. */
export function md5First(bytes: Uint8Array): bigint {
  return bigEndian(md5(bytes), 0);
}

/** The last 8 bytes of the MD5 of bytes, as a number. */
export function md5Last(bytes: Uint8Array): bigint {
  return bigEndian(md5(bytes), 8);
}

function bigEndian(digest: Uint8Array, offset: number): bigint {
  return new DataView(digest.buffer, digest.byteOffset).getBigUint64(offset);
}
