// Sorts all fingerprints of an index into its tables at once: a radix sort in two passes, each of which writes to few
// enough places that the processor's caches hold them.
import { startParts, takePlace } from '../counting-sort';
import { stride } from '../hash';
import { allocate, allocateZeros, release } from '../heap';
import { blockOf, countOf, nextOf, Store, startBucket, valuesOf } from './bucket';
import { Index, tableAt } from './index-parts';
import { blockBytes, capacityOf, KEYS16, LARGEST, ownerOf, slabBlocks, slabCountOf, slabOf, VALUES } from './pool';
import { appendEntry, bucketOf, directoryBytes, nearOf, permuted, restored, Table } from './table';
import { addTwin, Twins } from './twins';

/** The first pass goes by the leading eight bits. */
const PARTITION_BITS: u32 = 8;
const PARTITIONS: u32 = 256;

/** For each table, where each of its partitions begins (u32). */
let begins: usize = 0;
/** Where the next row of each partition belongs (u32). */
const ends: usize = memory.data(4 * 256, 16);

/** Rows in the order of their partitions: what the table sees (u64), and ids (u32). */
let rows: usize = 0;
let ids: usize = 0;
/** Of each bucket of a partition, where its next entry belongs (u64). */
let places: usize = 0;

/** Fills the tables, which have nothing yet. Ids with equal fingerprints become twins of the first of them. */
export function buildTables(index: Index): void {
  startBuild(index);
  for (let t: u32 = 0; t < index.tableCount; t++) {
    const table = tableAt(index, t);
    table.directory = allocate(directoryBytes(table));
    memory.copy(ends, beginsOf(t), 4 * PARTITIONS);
    if (t == 0) readMap(index, false);
    else readTable(tableAt(index, 0), table);
    for (let p: u32 = 0; p < PARTITIONS; p++) {
      const begin = load<u32>(beginsOf(t) + ((<usize>p) << 2));
      const count = load<u32>(ends + ((<usize>p) << 2)) - begin;
      const distinct = t == 0 ? fold(index.twins, begin, count) : count;
      fillBuckets(index.tablePools, table, p, begin, distinct);
    }
  }
  endBuild();
}

function startBuild(index: Index): void {
  // Of a build for which there was no room.
  endBuild();
  rows = allocate((<usize>index.map.count) << 3);
  ids = allocate((<usize>index.map.count) << 2);
  let most: usize = 0;
  for (let t: u32 = 0; t < index.tableCount; t++) most = max(most, directoryBytes(tableAt(index, t)));
  places = allocate(most >> PARTITION_BITS);
  begins = allocateZeros(beginsOf(index.tableCount) - begins);
  readMap(index, true);
  // Later tables have fewer rows than were counted if some are equal.
  for (let t: u32 = 0; t < index.tableCount; t++) startParts(beginsOf(t), PARTITIONS);
}

export function endBuild(): void {
  release(rows);
  release(ids);
  release(places);
  release(begins);
  release(slots);
  rows = ids = places = begins = slots = 0;
  slotCount = 0;
}

function beginsOf(t: u32): usize {
  return begins + ((<usize>(t * PARTITIONS)) << 2);
}

/** Counts for every table what its partitions will have, or takes the rows of the first. Every block of the pool is one of the map's values. */
function readMap(index: Index, counting: bool): void {
  const pool = index.pools.values;
  for (let size: u32 = 0; size <= LARGEST; size++) {
    for (let slab: u32 = 0; slab < slabCountOf(pool, size); slab++) {
      let block = slabOf(pool, size, slab);
      for (let left = slabBlocks(pool, size, slab); left > 0; left--, block += blockBytes(pool, size)) {
        if (counting) countBlock(index, block, size);
        else takeBlock(tableAt(index, 0), block, size);
      }
    }
  }
}

function countBlock(index: Index, block: usize, size: u32): void {
  const end = block + ((<usize>countOf(load<u64>(ownerOf(VALUES, block, size)))) << 3);
  for (let t: u32 = 0; t < index.tableCount; t++) {
    const table = tableAt(index, t);
    for (let value = block; value < end; value += 8)
      takePlace(beginsOf(t), partitionOf(permuted(table, load<u64>(value))));
  }
}

function partitionOf(seen: u64): usize {
  return <usize>(seen >> (64 - PARTITION_BITS));
}

function takeBlock(table: Table, block: usize, size: u32): void {
  const head = load<u64>(ownerOf(VALUES, block, size));
  const keys = blockOf(head);
  for (let i: usize = 0; i < countOf(head); i++) {
    takeRow(permuted(table, load<u64>(block + (i << 3))), load<u32>(keys + (i << 2)));
  }
}

function takeRow(seen: u64, id: u32): void {
  const at = <usize>takePlace(ends, partitionOf(seen));
  store<u64>(rows + (at << 3), seen);
  store<u32>(ids + (at << 2), id);
}

function readTable(first: Table, table: Table): void {
  const end = first.directory + directoryBytes(first);
  for (let bucket = first.directory; bucket < end; bucket += 8) {
    const leading = (<u64>((bucket - first.directory) >> 3)) << (64 - first.directoryBits);
    for (let at = bucket; at != 0; at = nextOf(KEYS16, load<u64>(at))) {
      const head = load<u64>(at);
      const values = valuesOf(KEYS16, head);
      for (let i: usize = 0; i < countOf(head); i++) {
        const value = load<u64>(values + (i << 3));
        const near = (<u64>load<u16>(blockOf(head) + (i << 1))) << (48 - first.directoryBits);
        takeRow(permuted(table, restored(first, leading | near | (value & 0xffffffff))), <u32>(value >> 32));
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
  for (let at: usize = 0; at < bytes; at += 8) {
    const size = load<u64>(heads + at);
    if (size > 0) store<u64>(places + at, startFull(pools, heads + at, <u32>size));
  }
  for (let row = begin; row < begin + count; row++) {
    const seen = load<u64>(rows + ((<usize>row) << 3));
    const id = load<u32>(ids + ((<usize>row) << 2));
    const at = places + bucketOf(table, seen) - heads;
    const place = load<u64>(at);
    if (place == 0) {
      appendEntry(pools, table, seen, id);
      continue;
    }
    store<u16>(<usize>(<u32>place), <u16>nearOf(table, seen));
    store<u64>(<usize>(place >> 32), (seen & 0xffffffff) | ((<u64>id) << 32));
    store<u64>(at, place + (((<u64>8) << 32) | 2));
  }
}

/** Where the first key and the first value (the more significant half) of a bucket belong that is about to get so many; 0 if one block is not enough. */
function startFull(pools: Store, at: usize, size: u32): u64 {
  startBucket(pools, at, size);
  if (size > capacityOf(LARGEST)) return 0;
  store<u16>(at, <u16>size, 4);
  const head = load<u64>(at);
  return <u64>blockOf(head) | ((<u64>valuesOf(KEYS16, head)) << 32);
}

/** Slots (row + 1, or 0) of an open-addressed set, at most half full. */
let slots: usize = 0;
let slotCount: u32 = 0;

/** Keeps the first of equal rows of a partition, and moves those kept together. Returns how many. */
function fold(twins: Twins, begin: u32, count: u32): u32 {
  clearSlots(count);
  const mask = slotCount - 1;
  let kept = begin;
  for (let row = begin; row < begin + count; row++) {
    const seen = load<u64>(rows + ((<usize>row) << 3));
    const id = load<u32>(ids + ((<usize>row) << 2));
    let slot = <u32>((seen * 0x9e3779b97f4a7c15) >> 32) & mask;
    let other = load<u32>(slots + ((<usize>slot) << 2));
    while (other != 0 && load<u64>(rows + ((<usize>(other - 1)) << 3)) != seen) {
      slot = (slot + <u32>stride(seen)) & mask;
      other = load<u32>(slots + ((<usize>slot) << 2));
    }
    if (other != 0) {
      addTwin(twins, load<u32>(ids + ((<usize>(other - 1)) << 2)), id);
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
    release(slots);
    slots = 0;
    slotCount = 0;
    slots = allocate((<usize>wanted) << 2);
    slotCount = wanted;
  }
  memory.fill(slots, 0, (<usize>slotCount) << 2);
}
