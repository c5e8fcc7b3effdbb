// Memory for the caller: texts, queries, results. AssemblyScript's TLSF allocator, which frees.

/** A block of up to 2^30 - 16 bytes. Traps when the memory cannot grow. */
export function allocate(size: usize): usize {
  return heap.alloc(size);
}

export function release(block: usize): void {
  heap.free(block);
}
