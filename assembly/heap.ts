// AssemblyScript's TLSF allocator, which frees. For the caller: texts, queries, results.

/** Pages of 64 KiB that the memory grows by once it cannot be doubled: 64 MiB. */
const STEP: i32 = 1024;
const MOST_PAGES: i32 = 65535;
/** Not tried again where it has trapped: some hosts give less than 4 GiB. */
let growsAhead = true;

/**
 * A block of up to 2^30 - 16 bytes. Traps when the memory cannot grow.
 *
 * The allocator doubles the memory, and beyond 2 GiB grows it by what it needs at the moment. Each time V8 takes all of it for
 * new garbage, and collects: of 90 s in which 5·10⁷ fingerprints were sorted, that was 70.
 */
export function allocate(size: usize): usize {
  const before = memory.size();
  const block = heap.alloc(size);
  const pages = memory.size();
  if (growsAhead && pages > before && pages < 2 * before && pages + STEP < MOST_PAGES) {
    growsAhead = false;
    heap.free(heap.alloc((<usize>STEP) << 16));
    growsAhead = true;
  }
  return block;
}

/** A block that is filled with 0. */
export function allocateZeros(size: usize): usize {
  const block = allocate(size);
  memory.fill(block, 0, size);
  return block;
}

export function release(block: usize): void {
  heap.free(block);
}
