// The two halves of an MD5 digest, both big-endian: the Python libraries each take one of them.
import { md5 } from 'js-md5';

/** The first 8 bytes of the MD5 of bytes, as a number. */
export function md5First(bytes: Uint8Array): bigint {
  return new DataView(md5.arrayBuffer(bytes)).getBigUint64(0);
}

/** The last 8 bytes of the MD5 of bytes, as a number. */
export function md5Last(bytes: Uint8Array): bigint {
  return new DataView(md5.arrayBuffer(bytes)).getBigUint64(8);
}
