// AssemblyScript's TLSF allocator, which frees. For the caller: texts, queries, results.

/** A block of up to 2^30 - 16 bytes. Traps when the memory cannot grow. */
export function allocate(size: usize): usize {
  return heap.alloc(size);
}

/** A block that is filled with 0. */
export function allocateZeros(size: usize): usize {
  const block = heap.alloc(size);
  memory.fill(block, 0, size);
  return block;
}

export function release(block: usize): void {
  heap.free(block);
}
