// Blocks of many sizes that come and go, without gaps between them.
//
// Blocks of one size stand one behind the other in slabs, and the last of them fills the hole that a block given back
// leaves. It may be moved because each block knows its owner, the head that points to it. So an index that grows by
// single fingerprints takes hardly more memory than one that is built at once.

import { allocate, allocateZeros, release } from '../heap';

/** What the blocks of a pool hold: keys of so many bytes, or values. Behind keys of 16 bits stand their values (u64 each). */
export const KEYS16: u32 = 2;
export const KEYS32: u32 = 4;
export const VALUES: u32 = 8;

/** Sizes, by the entries that a block has room for: every even number up to 32, then 16 steps to each doubling. */
const CLASSES: u32 = 96;
export const LARGEST: u32 = CLASSES - 1;
const SMALLEST_SLAB: u32 = 4096;
const LARGEST_SLAB: u32 = 65536;
/** Vectors may be read behind the last block. */
const READ_BEHIND: u32 = 64;

@unmanaged
export class Pool {
  kind: u32;
  /** What all slabs take. */
  bytes: usize;
  sizes: usize;
}

@unmanaged
class SizeClass {
  /** u32 a slab: its address. */
  slabs: usize;
  slabCapacity: u32;
  slabCount: u32;
  /** Blocks in the last slab; all before it are full. */
  used: u32;
}

export function createPool(kind: u32): Pool {
  const pool = changetype<Pool>(allocate(offsetof<Pool>()));
  pool.kind = kind;
  pool.bytes = 0;
  pool.sizes = allocateZeros(CLASSES * offsetof<SizeClass>());
  return pool;
}

/** Gives back all blocks at once. */
export function freePool(pool: Pool): void {
  if (changetype<usize>(pool) == 0) return;
  for (let size: u32 = 0; size < CLASSES; size++) {
    const blocks = classAt(pool, size);
    for (let slab: u32 = 0; slab < blocks.slabCount; slab++) release(slabAt(blocks, slab));
    release(blocks.slabs);
  }
  release(pool.sizes);
  release(changetype<usize>(pool));
}

/** What all its slabs take; nothing if there is no such pool. */
export function poolBytes(pool: Pool): usize {
  return changetype<usize>(pool) == 0 ? 0 : pool.bytes;
}

/** The smallest size with room for so many entries, or the largest. */
export function classFor(entries: u32): u32 {
  if (entries <= 32) return (max<u32>(entries, 1) + 1) / 2 - 1;
  const octave = 31 - clz(entries - 1);
  return min<u32>(LARGEST, 16 * (octave - 4) + ((entries - 1) >> (octave - 4)) - 16);
}

/** So many sizes smaller a block must fit before what shrinks is moved there: about a third of it is free then. */
const SIZES_FREE: u32 = 8;

/** The size of block for fewer entries: as it is until a good deal is free, lest what grows and shrinks by turns be moved each time. */
export function shrunkSize(size: u32, entries: u32): u32 {
  const wanted = classFor(entries) + 1;
  return wanted + SIZES_FREE <= size ? wanted : size;
}

/** Entries that a block of a size has room for. */
export function capacityOf(size: u32): u32 {
  return select<u32>(2 * size + 2, ((size & 15) + 17) << (size / 16), size < 16);
}

// Behind its entries a block has its owner (u32); one of keys of 32 bits then the address of the block of values that goes
// with it (u32, of no use in others); one of the largest size then the head (u64) of the next block of its bucket, or 0.

function entryBytes(kind: u32): u32 {
  return kind == KEYS16 ? KEYS16 + VALUES : kind;
}

function bytesOf(kind: u32, size: u32): u32 {
  return entryBytes(kind) * capacityOf(size) + (size == LARGEST ? 16 : 8);
}

/** Where the head stands that points to a block. */
export function ownerOf(kind: u32, block: usize, size: u32): usize {
  return load<u32>(block + entryBytes(kind) * capacityOf(size));
}

function setOwner(kind: u32, block: usize, size: u32, owner: usize): void {
  store<u32>(block + entryBytes(kind) * capacityOf(size), <u32>owner);
}

/** Where a block of the largest size has the head of the next. */
export function linkOf(kind: u32, block: usize): usize {
  return block + bytesOf(kind, LARGEST) - 8;
}

/** Where a block of keys of 32 bits has the address of the one of values that goes with it. */
export function partnerOf(block: usize, size: u32): usize {
  return block + KEYS32 * capacityOf(size) + 4;
}

/** Tells a block of keys, and the one that goes with it, where the head now stands that points to it. */
export function setOwners(kind: u32, block: usize, size: u32, owner: usize): void {
  setOwner(kind, block, size, owner);
  if (kind == KEYS32) setOwner(VALUES, load<u32>(partnerOf(block, size)), size, owner);
}

/** Makes sure that the next block of a size can be taken. */
export function prepareBlock(pool: Pool, size: u32): void {
  const blocks = classAt(pool, size);
  if (blocks.slabCount == 0 || blocks.used == perSlab(pool.kind, blocks.slabCount - 1, size)) {
    addSlab(pool, blocks, size);
  }
}

/** A block; the head at `owner` has yet to point to it. */
export function takeBlock(pool: Pool, size: u32, owner: usize): usize {
  prepareBlock(pool, size);
  const blocks = classAt(pool, size);
  const block = slabAt(blocks, blocks.slabCount - 1) + blocks.used * bytesOf(pool.kind, size);
  blocks.used++;
  setOwner(pool.kind, block, size, owner);
  if (size == LARGEST) store<u64>(linkOf(pool.kind, block), 0);
  return block;
}

/** Gives a block back, and moves another one of its size to its place. */
export function giveBlock(pool: Pool, size: u32, block: usize): void {
  const blocks = classAt(pool, size);
  const bytes = bytesOf(pool.kind, size);
  // The last slab was prepared, and then there was no room for something else.
  if (blocks.used == 0) dropSlab(pool, blocks, size);
  blocks.used--;
  const last = slabAt(blocks, blocks.slabCount - 1) + blocks.used * bytes;
  if (last != block) {
    memory.copy(block, last, bytes);
    pointTo(pool.kind, block, size);
  }
  if (blocks.used == 0) dropSlab(pool, blocks, size);
}

/** After a block was moved: whatever points to it points to its new place. */
function pointTo(kind: u32, block: usize, size: u32): void {
  const owner = ownerOf(kind, block, size);
  if (kind == VALUES) {
    store<u32>(partnerOf(load<u32>(owner), size), <u32>block);
    return;
  }
  store<u32>(owner, <u32>block);
  if (size != LARGEST) return;
  const link = linkOf(kind, block);
  if (load<u32>(link) != 0) setOwners(kind, load<u32>(link), LARGEST, link);
}

/** Slabs that hold blocks of a size. */
export function slabCountOf(pool: Pool, size: u32): u32 {
  return classAt(pool, size).slabCount;
}

/** Where a slab begins. */
export function slabOf(pool: Pool, size: u32, slab: u32): usize {
  return slabAt(classAt(pool, size), slab);
}

/** How many blocks a slab holds. */
export function slabBlocks(pool: Pool, size: u32, slab: u32): u32 {
  const blocks = classAt(pool, size);
  return slab + 1 == blocks.slabCount ? blocks.used : perSlab(pool.kind, slab, size);
}

/** From one block of a slab to the next. */
export function blockBytes(pool: Pool, size: u32): u32 {
  return bytesOf(pool.kind, size);
}

function classAt(pool: Pool, size: u32): SizeClass {
  return changetype<SizeClass>(pool.sizes + size * offsetof<SizeClass>());
}

function slabAt(blocks: SizeClass, slab: u32): usize {
  return load<u32>(blocks.slabs + ((<usize>slab) << 2));
}

/** How many blocks a slab has room for. The first slabs of a size are smaller: most indexes are. */
function perSlab(kind: u32, slab: u32, size: u32): u32 {
  return max<u32>(1, min(SMALLEST_SLAB << min<u32>(slab, 4), LARGEST_SLAB) / bytesOf(kind, size));
}

/** No more than its blocks take: what is left of 64 KiB would be a hundredth of all. */
function slabBytes(kind: u32, slab: u32, size: u32): u32 {
  return perSlab(kind, slab, size) * bytesOf(kind, size);
}

function addSlab(pool: Pool, blocks: SizeClass, size: u32): void {
  if (blocks.slabCount == blocks.slabCapacity) {
    const capacity = max<u32>(4, blocks.slabCapacity * 2);
    const slabs = allocate((<usize>capacity) << 2);
    memory.copy(slabs, blocks.slabs, (<usize>blocks.slabCount) << 2);
    release(blocks.slabs);
    blocks.slabs = slabs;
    blocks.slabCapacity = capacity;
  }
  const bytes = slabBytes(pool.kind, blocks.slabCount, size);
  store<u32>(blocks.slabs + ((<usize>blocks.slabCount) << 2), <u32>allocate(bytes + READ_BEHIND));
  blocks.slabCount++;
  blocks.used = 0;
  pool.bytes += bytes;
}

function dropSlab(pool: Pool, blocks: SizeClass, size: u32): void {
  blocks.slabCount--;
  release(slabAt(blocks, blocks.slabCount));
  pool.bytes -= slabBytes(pool.kind, blocks.slabCount, size);
  if (blocks.slabCount > 0) blocks.used = perSlab(pool.kind, blocks.slabCount - 1, size);
}
