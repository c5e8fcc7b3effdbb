// Sorts all fingerprints of an index into its tables at once: a radix sort in two passes, each of which writes to few
// enough places that the processor's caches hold them.
import { blockOf, countOf, nextOf, Store, startBucket } from './bucket';
import { IdMap } from './id-map';
import { blockBytes, KEYS16, LARGEST, ownerOf, Pool, slabBlocks, slabCountOf, slabOf, VALUES } from './pool';
import { appendEntry, bucketOf, directoryBytes, idAt, permuted, restored, seenBehind, Table } from './table';
import { addTwin } from './twins';

/** The first pass goes by the leading eight bits. */
const PARTITION_BITS: u32 = 8;
const PARTITIONS: u32 = 256;

/** Where each partition begins (u32), and one more. While it is filled: where its next row belongs. */
const begins: usize = memory.data(4 * 257, 16);

/** Rows in the order of their partitions: what the table sees (u64), and ids (u32). */
let rows: usize = 0;
let ids: usize = 0;

export function startBuild(count: u32): void {
  // Of a build for which there was no room.
  endBuild();
  rows = heap.alloc((<usize>count) << 3);
  ids = heap.alloc((<usize>count) << 2);
}

export function endBuild(): void {
  heap.free(rows);
  heap.free(ids);
  heap.free(slots);
  rows = ids = slots = 0;
  slotCount = 0;
}

/** Sorts what the map has, whose blocks make up `source`, into the first table. Ids with equal fingerprints become twins of the first of them. */
export function buildFirst(pools: Store, table: Table, source: Pool, twinPools: Store, twins: IdMap): u32 {
  counting = true;
  readMap(source, table);
  startPartitions();
  readMap(source, table);
  let distinct: u32 = 0;
  for (let p: u32 = 0; p < PARTITIONS; p++) {
    const begin = beginOf(p);
    const count = fold(twinPools, twins, begin, beginOf(p + 1) - begin);
    fillBuckets(pools, table, p, begin, count);
    distinct += count;
  }
  return distinct;
}

/** Sorts what the first table has into another one. */
export function buildFrom(pools: Store, table: Table, first: Table): void {
  counting = true;
  readTable(first, table);
  startPartitions();
  readTable(first, table);
  for (let p: u32 = 0; p < PARTITIONS; p++) fillBuckets(pools, table, p, beginOf(p), beginOf(p + 1) - beginOf(p));
}

let counting: bool = false;

function takeRow(seen: u64, id: u32): void {
  const place = begins + 4 + ((<usize>(seen >> (64 - PARTITION_BITS))) << 2);
  const at = <usize>load<u32>(place);
  store<u32>(place, <u32>at + 1);
  if (counting) return;
  store<u64>(rows + (at << 3), seen);
  store<u32>(ids + (at << 2), id);
}

/** From how many rows each partition has to where it begins. */
function startPartitions(): void {
  let begin: u32 = 0;
  for (let p: usize = 0; p <= PARTITIONS; p++) {
    const place = begins + (p << 2);
    const size = load<u32>(place, 4);
    // One place later, since taking rows moves the beginning of a partition to its end, where the next begins.
    if (p < PARTITIONS) store<u32>(place, begin, 4);
    begin += size;
  }
  counting = false;
}

function beginOf(p: u32): u32 {
  return load<u32>(begins + ((<usize>p) << 2));
}

/** Every block of the pool is one of the map's values. */
function readMap(pool: Pool, table: Table): void {
  if (counting) memory.fill(begins, 0, 4 * 257);
  for (let size: u32 = 0; size <= LARGEST; size++) {
    for (let slab: u32 = 0; slab < slabCountOf(pool, size); slab++) {
      let block = slabOf(pool, size, slab);
      for (let left = slabBlocks(pool, size, slab); left > 0; left--, block += blockBytes(pool, size)) {
        readBlock(block, size, table);
      }
    }
  }
}

function readBlock(block: usize, size: u32, table: Table): void {
  const head = load<u64>(ownerOf(VALUES, block, size));
  const keys = blockOf(head);
  for (let i: usize = 0; i < countOf(head); i++) {
    takeRow(permuted(table, load<u64>(block + (i << 3))), load<u32>(keys + (i << 2)));
  }
}

function readTable(first: Table, table: Table): void {
  if (counting) memory.fill(begins, 0, 4 * 257);
  const end = first.directory + directoryBytes(first);
  for (let bucket = first.directory; bucket < end; bucket += 8) {
    const leading = (<u64>((bucket - first.directory) >> 3)) << (64 - first.directoryBits);
    for (let at = bucket; at != 0; at = nextOf(KEYS16, load<u64>(at))) {
      const head = load<u64>(at);
      for (let i: u32 = 0; i < countOf(head); i++) {
        const fingerprint = restored(first, leading | seenBehind(first, head, i));
        takeRow(permuted(table, fingerprint), idAt(head, i));
      }
    }
  }
}

/** Gives each bucket of a partition a block of its size, and its rows. */
function fillBuckets(pools: Store, table: Table, p: u32, begin: u32, count: u32): void {
  const bytes = directoryBytes(table) >> PARTITION_BITS;
  const heads = table.directory + <usize>p * bytes;
  memory.fill(heads, 0, bytes);
  for (let row = begin; row < begin + count; row++) {
    const at = bucketOf(table, load<u64>(rows + ((<usize>row) << 3)));
    store<u64>(at, load<u64>(at) + 1);
  }
  for (let at = heads; at < heads + bytes; at += 8) {
    const size = load<u64>(at);
    if (size > 0) startBucket(pools, at, <u32>size);
  }
  for (let row = begin; row < begin + count; row++) {
    appendEntry(pools, table, load<u64>(rows + ((<usize>row) << 3)), load<u32>(ids + ((<usize>row) << 2)));
  }
}

/** Slots (row + 1, or 0) of an open-addressed set, at most half full. */
let slots: usize = 0;
let slotCount: u32 = 0;

/** Keeps the first of equal rows of a partition, and moves those kept together. Returns how many. */
function fold(pools: Store, twins: IdMap, begin: u32, count: u32): u32 {
  clearSlots(count);
  const mask = slotCount - 1;
  let kept = begin;
  for (let row = begin; row < begin + count; row++) {
    const seen = load<u64>(rows + ((<usize>row) << 3));
    const id = load<u32>(ids + ((<usize>row) << 2));
    let slot = <u32>((seen * 0x9e3779b97f4a7c15) >> 32) & mask;
    let other = load<u32>(slots + ((<usize>slot) << 2));
    while (other != 0 && load<u64>(rows + ((<usize>(other - 1)) << 3)) != seen) {
      slot = (slot + 1) & mask;
      other = load<u32>(slots + ((<usize>slot) << 2));
    }
    if (other != 0) {
      addTwin(pools, twins, load<u32>(ids + ((<usize>(other - 1)) << 2)), id);
      continue;
    }
    store<u64>(rows + ((<usize>kept) << 3), seen);
    store<u32>(ids + ((<usize>kept) << 2), id);
    store<u32>(slots + ((<usize>slot) << 2), ++kept);
  }
  return kept - begin;
}

function clearSlots(count: u32): void {
  let wanted: u32 = 64;
  while (wanted < 2 * count) wanted *= 2;
  if (wanted > slotCount) {
    heap.free(slots);
    slots = 0;
    slotCount = 0;
    slots = heap.alloc((<usize>wanted) << 2);
    slotCount = wanted;
  }
  memory.fill(slots, 0, (<usize>slotCount) << 2);
}
