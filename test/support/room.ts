import type { Core } from '../../src/wasm/core.ts';

/** How large the memory of a core is, and how many small blocks it still has: it gives them all. */
export function roomOf(core: Core): { size: number; blocks: number } {
  const size = core.memory.u8.length;
  let blocks = 0;
  for (; core.memory.u8.length === size; blocks++) core.memory.allocate(8);
  return { size, blocks };
}
