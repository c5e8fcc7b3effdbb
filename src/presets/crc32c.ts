// CRC-32C (Castagnoli), reflected: RFC 3720 appendix B.4; the instruction crc32 of SSE 4.2.
const POLYNOMIAL = 0x82f63b78;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit++) remainder = (remainder >>> 1) ^ (remainder & 1 ? POLYNOMIAL : 0);
  return remainder;
});

/**
 * The remainder after more bytes, as the instruction computes it: without the inversions before and after that
 * complete a CRC-32C, so that pieces can be chained.
 */
export function crc32c(remainder: number, bytes: Uint8Array, start = 0, end = bytes.length): number {
  let next = remainder;
  for (let at = start; at < end; at++) next = (next >>> 8) ^ TABLE[(next ^ bytes[at]!) & 0xff]!;
  return next >>> 0;
}
