// An index as bytes and back, bucket by bucket: neither its tables nor its maps are sorted anew, and there is no address
// among the bytes that could lead astray.
//
// What is saved is a row of blocks: the number of the bucket (u32), how many entries (u32), their keys (filled up to
// eight bytes), their values (u64 each). A bucket with many entries has several; all but its first are full. Those of the twins
// link each to the next (low half) and to the one before: a ring, of which lists are made again.

import { allocateZeros } from '../heap';
import { blockOf, countOf, createStore, nextOf, putBlock, Store, valuesOf } from './bucket';
import { settle } from './changes';
import { giveParts, hasKey, headOfKey, IdMap, mapValue, partHead } from './id-map';
import { Index, tableAt } from './index-parts';
import { KEYS16, KEYS32 } from './pool';
import { directoryBytes } from './table';
import { createTwins, isListed, linkOf, listRing, TwinList } from './twins';

/** What an index consists of: the map, the twins and, from this number on, the tables. */
const MAP: u32 = 0;
const TWINS: u32 = 1;
const FIRST_TABLE: u32 = 2;

const HEADER: u32 = 8;
export const NO_CURSOR: u64 = 0xffffffffffffffff;

/** How many bytes the last call has saved. */
export let savedBytes: u32 = 0;

function sectionExists(index: Index, section: u32): bool {
  if (section == MAP) return true;
  return changetype<usize>(index.twins) != 0 && section < FIRST_TABLE + index.tableCount;
}

function storeOf(index: Index, section: u32): Store {
  if (section == MAP) return index.pools;
  return section == TWINS ? index.twins.pools : index.tablePools;
}

function mapOf(index: Index, section: u32): IdMap {
  return section == MAP ? index.map : index.twins.ids;
}

function bucketsOf(index: Index, section: u32): u32 {
  if (section < FIRST_TABLE) return mapOf(index, section).parts;
  return 1 << tableAt(index, section - FIRST_TABLE).directoryBits;
}

/** Where the head of a bucket stands. */
function bucketAt(index: Index, section: u32, bucket: u32): usize {
  if (section < FIRST_TABLE) return partHead(mapOf(index, section), bucket);
  return tableAt(index, section - FIRST_TABLE).directory + ((<usize>bucket) << 3);
}

function keyBytes(kind: u32, count: u32): u32 {
  return (kind * count + 7) & ~7;
}

/** How many parts a map has: of the fingerprints, or of the twins. */
export function mapParts(index: Index, section: u32): u32 {
  settle(index);
  return sectionExists(index, section) ? mapOf(index, section).parts : 0;
}

/**
 * Saves blocks from a cursor on (0 at first) as long as they fit the bytes at `target`, which must do for one block. Returns the
 * cursor to go on with, if nothing has changed since, or 2^64 - 1 after the last.
 */
export function saveBlocks(index: Index, section: u32, cursor: u64, target: usize, capacity: u32): u64 {
  settle(index);
  const kind = storeOf(index, section).kind;
  const buckets = bucketsOf(index, section);
  let bucket = <u32>cursor;
  let at = <usize>(cursor >> 32);
  savedBytes = 0;
  while (bucket < buckets) {
    if (at == 0) at = bucketAt(index, section, bucket);
    const head = load<u64>(at);
    if (countOf(head) > 0) {
      const bytes = HEADER + keyBytes(kind, countOf(head)) + 8 * countOf(head);
      if (savedBytes + bytes > capacity) return <u64>bucket | ((<u64>at) << 32);
      saveBlock(kind, bucket, head, target + savedBytes);
      savedBytes += bytes;
      if (section == TWINS) linkTwins(target + savedBytes, countOf(head), blockOf(head));
    }
    at = nextOf(kind, head);
    if (at == 0) bucket++;
  }
  return NO_CURSOR;
}

function saveBlock(kind: u32, bucket: u32, head: u64, target: usize): void {
  const count = countOf(head);
  const values = target + HEADER + keyBytes(kind, count);
  store<u32>(target, bucket);
  store<u32>(target, count, 4);
  // What fills the keys up is always the same.
  store<u64>(values - 8, 0);
  memory.copy(target + HEADER, blockOf(head), kind * count);
  memory.copy(values, valuesOf(kind, head), 8 * count);
}

/** Has the values, which end here, say where each id stands in its ring. */
function linkTwins(end: usize, count: u32, ids: usize): void {
  const values = end - 8 * count;
  for (let i: usize = 0; i < count; i++) {
    const list = changetype<TwinList>(<usize>(load<u64>(values + (i << 3)) >> 32));
    store<u64>(values + (i << 3), linkOf(list, load<u32>(ids + (i << 2))));
  }
}

/** Makes an empty index ready for its blocks; `tabled` says whether it has tables, and so twins. */
export function startLoad(index: Index, parts: u32, tabled: bool, twinParts: u32): void {
  giveParts(index.map, parts);
  if (!tabled) return;
  index.tablePools = createStore(KEYS16);
  index.twins = createTwins();
  giveParts(index.twins.ids, twinParts);
  for (let t: u32 = 0; t < index.tableCount; t++) {
    const table = tableAt(index, t);
    table.directory = allocateZeros(directoryBytes(table));
  }
}

/** Puts blocks where they belong. False if something is wrong with them: then the index is good for nothing. */
export function loadBlocks(index: Index, section: u32, source: usize, length: u32): bool {
  if (!sectionExists(index, section)) return false;
  const pools = storeOf(index, section);
  const buckets = bucketsOf(index, section);
  let place = source;
  let left = length;
  while (left >= HEADER) {
    const bucket = load<u32>(place);
    const count = load<u32>(place, 4);
    if (bucket >= buckets || count > length / 8) return false;
    const bytes = HEADER + keyBytes(pools.kind, count) + 8 * count;
    if (bytes > left) return false;
    const at = bucketAt(index, section, bucket);
    if (section < FIRST_TABLE && !keysBelong(mapOf(index, section), at, place + HEADER, count)) return false;
    if (!putBlock(pools, at, place + HEADER, place + bytes - 8 * count, count)) return false;
    if (section < FIRST_TABLE) mapOf(index, section).count += count;
    place += bytes;
    left -= bytes;
  }
  return left == 0;
}

function keysBelong(map: IdMap, at: usize, keys: usize, count: u32): bool {
  for (let key = keys; key < keys + ((<usize>count) << 2); key += 4) {
    if (headOfKey(map, load<u32>(key)) != at) return false;
  }
  return true;
}

/** After the last block: opens the tables. False if the twins do not stand in rings, which a search would never leave. */
export function finishLoad(index: Index): bool {
  if (!sectionExists(index, TWINS)) return true;
  if (!readTwins(index, false) || !readTwins(index, true)) return false;
  index.tabled = 1;
  return true;
}

/** Reads the rings through: whether they are such, or, if all are, to list them. */
function readTwins(index: Index, listing: bool): bool {
  const ids = index.twins.ids;
  for (let p: u32 = 0; p < ids.parts; p++) {
    for (let at = partHead(ids, p); at != 0; at = nextOf(KEYS32, load<u64>(at))) {
      const head = load<u64>(at);
      for (let i: usize = 0; i < countOf(head); i++) {
        const id = load<u32>(blockOf(head) + (i << 2));
        const value = valuesOf(KEYS32, head) + (i << 3);
        if (!(listing ? list(index, id, value) : isLinked(index, id, value))) return false;
      }
    }
  }
  return true;
}

/** Whether the next in the ring of an id, which the low half of its value says, leads back to it and has its fingerprint. */
function isLinked(index: Index, id: u32, value: usize): bool {
  const next = load<u32>(value);
  const ids = index.twins.ids;
  if (next == id || !hasKey(ids, next) || <u32>(mapValue(ids, next) >> 32) != id) return false;
  return hasKey(index.map, id) && hasKey(index.map, next) && mapValue(index.map, id) == mapValue(index.map, next);
}

/** Makes lists of the ring of an id, if it is still one. False if the id is there twice: only its first value is known. */
function list(index: Index, id: u32, value: usize): bool {
  if (!isListed(id, load<u64>(value))) listRing(index.twins, id);
  return isListed(id, load<u64>(value));
}
