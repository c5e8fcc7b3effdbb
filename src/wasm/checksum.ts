import type { IndexCore } from './core.ts';

/** The checksum of bytes that follow on others, whose checksum is `before` (`assembly/checksum.ts`). */
export function checksum(core: IndexCore, before: bigint, bytes: Uint8Array): bigint {
  const at = core.memory.place(bytes);
  return BigInt.asUintN(64, core.kernel.checksum(before, at, bytes.length));
}
