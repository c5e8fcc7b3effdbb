// FNV-1, 64 bits: Fowler, Noll, Vo; http://www.isthe.com/chongo/tech/comp/fnv/, Go's hash/fnv.New64.
const OFFSET_BASIS = 0xcbf29ce484222325n;
const PRIME = 0x100000001b3n;

/** The FNV-1 hash of bytes: multiplied first, then xored. (FNV-1a is the other way round, and more common.) */
export function fnv1(bytes: Uint8Array): bigint {
  let hash = OFFSET_BASIS;
  for (const byte of bytes) hash = BigInt.asUintN(64, hash * PRIME) ^ BigInt(byte);
  return hash;
}
