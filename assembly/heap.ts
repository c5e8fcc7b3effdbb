// Memory by the block: first-fit among free blocks of about the same size; free neighbours are joined at once.
//
// A block begins with the size of the block before it if that is free, and else with 0 (u32), and its own size (u32). A free
// one goes on with the next one in its list, and with the address where itself is named (u32 each). Address 0 ends a list;
// what is stored there is never read.

/** Bytes that a block has in front of those that are handed out, which begin at a multiple of 16. */
const HEADER: usize = 8;
const LARGEST: usize = (1 << 30) - 16;

/** The first free block (u32) of each list: one for every eighth of every power of two from 2^4 to 2^31. */
const lists: usize = memory.data(4 * 224, 16);
const listsEnd: usize = lists + 4 * 224;

/** Pages of 64 KiB that the memory grows by once it cannot be doubled: 64 MiB. */
const STEP: u32 = 1024;

/** The end of the memory, a header of a block without size. */
let last: usize = ((__heap_base + HEADER + 15) & ~15) - HEADER;
store<u32>(last, 0);
coverRest();

/** A block of up to 2^30 - 16 bytes, not cleared. Traps when the memory cannot grow. */
export function allocate(size: usize): usize {
  if (size > LARGEST) unreachable();
  const wanted = (size + HEADER + 15) & ~15;
  // Behind the first list all blocks are large enough.
  for (let list = listOf(wanted); list < listsEnd; list += 4) {
    const block = <usize>load<u32>(list);
    if (block != 0 && sizeOf(block) >= wanted) return take(block, wanted);
  }
  // What is free at the end goes on with what is new.
  const rest = sizeBefore(last);
  if (rest < wanted) {
    grow(<u32>((wanted - rest + 0xffff) >> 16));
    coverRest();
  }
  return take(last - sizeBefore(last), wanted);
}

/** A block that is filled with 0. */
export function allocateZeros(size: usize): usize {
  const block = allocate(size);
  memory.fill(block, 0, size);
  return block;
}

/** Gives a block back; 0 is none. */
export function release(given: usize): void {
  if (given == 0) return;
  let block = given - HEADER;
  let end = block + sizeOf(block);
  const endBehind = end + sizeOf(end);
  if (sizeBefore(endBehind) != 0) {
    unlink(end);
    end = endBehind;
  }
  const before = sizeBefore(block);
  if (before != 0) {
    block -= before;
    unlink(block);
  }
  link(block, end - block);
}

function sizeOf(block: usize): usize {
  return <usize>load<u32>(block, 4);
}

/** The size of the block before this one, if that is free. */
function sizeBefore(block: usize): usize {
  return <usize>load<u32>(block);
}

/** Takes of a free block as many bytes as are wanted, and leaves the rest of it free. */
function take(block: usize, wanted: usize): usize {
  const rest = sizeOf(block) - wanted;
  unlink(block);
  store<u32>(block, <u32>wanted, 4);
  store<u32>(block + wanted, 0);
  if (rest > 0) link(block + wanted, rest);
  return block + HEADER;
}

/** Makes a free block, and puts it into the list of its size. */
function link(block: usize, size: usize): void {
  const list = listOf(size);
  const next = <usize>load<u32>(list);
  store<u32>(block, <u32>size, 4);
  store<u32>(block + size, <u32>size);
  store<u32>(block, <u32>next, 8);
  store<u32>(next, <u32>block + 8, 12);
  store<u32>(block, <u32>list, 12);
  store<u32>(list, <u32>block);
}

function unlink(block: usize): void {
  const next = <usize>load<u32>(block, 8);
  const named = <usize>load<u32>(block, 12);
  store<u32>(named, <u32>next);
  store<u32>(next, <u32>named, 12);
}

function listOf(size: usize): usize {
  const power = 31 - clz<u32>(<u32>size);
  return lists + ((((power - 5) << 3) + (<u32>size >> (power - 3))) << 2);
}

/**
 * Doubles the memory, or else makes it larger by 64 MiB, or else by what is needed: each time V8 takes all of it for new
 * garbage, and collects; of 90 s in which 5·10⁷ fingerprints were sorted, that was 70.
 */
function grow(needed: u32): void {
  if (memory.grow(max(needed, memory.size())) >= 0) return;
  if (memory.grow(max(needed, STEP)) >= 0) return;
  if (memory.grow(needed) < 0) unreachable();
}

/** Makes a free block of all that is behind what was the end of the memory. */
function coverRest(): void {
  const block = last;
  last = ((<usize>memory.size()) << 16) - HEADER;
  store<u32>(block, <u32>(last - block), 4);
  store<u64>(last, 0);
  release(block + HEADER);
}
