import type { IndexCore } from './core.ts';
import { place } from './memory.ts';

/** The checksum of bytes that follow on others, whose checksum is `before` (`assembly/search/checksum.ts`). */
export function checksum(core: IndexCore, before: bigint, bytes: Uint8Array): bigint {
  const at = place(core.memory, bytes);
  return BigInt.asUintN(64, core.kernel.checksum(before, at, bytes.length));
}

/** The checksum of two runs of bytes, which says also where the one ends and the other begins. One call, for short ones. */
export function checksumOfTwo(core: IndexCore, first: Uint8Array, second: Uint8Array): bigint {
  const { kernel, memory } = core;
  const length = first.length + second.length;
  const bytes = memory.scratchBytes(length);
  bytes.set(first);
  bytes.set(second, first.length);
  return BigInt.asUintN(64, kernel.checksum(BigInt(first.length), memory.scratch(length), length));
}
