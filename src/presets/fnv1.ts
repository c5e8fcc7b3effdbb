// FNV-1, 64 bits: Fowler, Noll, Vo; http://www.isthe.com/chongo/tech/comp/fnv/, Go's hash/fnv.New64.
import type { Halves } from './halves.ts';

/** The offset basis, 0xcbf29ce484222325. */
const LOW = 0x84222325;
const HIGH = 0xcbf29ce4;
/** The prime is 2⁴⁰ and this. */
const PRIME = 0x1b3;

/** The FNV-1 hash of bytes: multiplied first, then xored. (FNV-1a is the other way round, and more common.) */
export function fnv1(bytes: Uint8Array, start: number, end: number, hash: Halves): void {
  let low = LOW;
  let high = HIGH;
  for (let at = start; at < end; at++) {
    // What the lower half times the prime has beyond 32 bits, from products that fit into 32 themselves.
    const carry = ((low >>> 16) * PRIME + (((low & 0xffff) * PRIME) >>> 16)) >>> 16;
    high = (Math.imul(high, PRIME) + (low << 8) + carry) | 0;
    low = Math.imul(low, PRIME) ^ bytes[at]!;
  }
  hash[0] = low;
  hash[1] = high;
}
