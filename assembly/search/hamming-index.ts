// An index: a map from ids to fingerprints, and tables of the distinct fingerprints to search them by.
//
// The tables follow from the map. If memory runs out while they are changed, they are dropped and built anew when
// there is room; nothing is lost.

import { allocate, allocateZeros, release } from '../heap';
import { makeBatch } from './batch';
import { blockOf, countOf, createStore, freeStore, nextOf, Store, valuesOf } from './bucket';
import { buildTables, endBuild } from './build';
import { behind, writeChange } from './change';
import { CHANGES_BYTES, changeSoon, settle } from './changes';
import {
  addKey,
  addKeys,
  createMap,
  foundValue,
  freeMap,
  hasKey,
  partHead,
  removeFoundKey,
  reserveParts,
  setValue,
} from './id-map';
import { Index, tableAt } from './index-parts';
import { KEYS16, KEYS32 } from './pool';
import { Table } from './table';
import { createTwins, freeTwins, listOf, Twins } from './twins';

/**
 * An index with `tableCount` tables, described at `layout`: for each how many bits its directory has (u32), of how
 * many moves its permutation is made (u32), and those moves as in `Table`.
 */
export function createIndex(layout: usize, tableCount: u32): Index {
  const index = changetype<Index>(allocateZeros(offsetof<Index>()));
  index.pools = createStore(KEYS32);
  index.map = createMap();
  index.tableCount = tableCount;
  index.tables = allocate(tableCount * offsetof<Table>());
  index.changes = allocate(CHANGES_BYTES);
  let place = layout;
  for (let t: u32 = 0; t < tableCount; t++) {
    const table = tableAt(index, t);
    table.directory = 0;
    table.directoryBits = load<u32>(place);
    table.moveCount = load<u32>(place, 4);
    const bytes = (<usize>table.moveCount) << 4;
    table.moves = allocate(bytes);
    memory.copy(table.moves, place + 8, bytes);
    place += 8 + bytes;
  }
  return index;
}

export function freeIndex(index: Index): void {
  dropTables(index);
  for (let t: u32 = 0; t < index.tableCount; t++) release(tableAt(index, t).moves);
  release(index.tables);
  release(index.changes);
  freeMap(index.map);
  freeStore(index.pools);
  release(changetype<usize>(index));
}

export function indexSize(index: Index): u32 {
  return index.map.count;
}

export function indexHas(index: Index, id: u32): bool {
  return hasKey(index.map, id);
}

/** Makes ready for so many fingerprints that are about to be added. */
export function indexReserve(index: Index, count: u32): void {
  reserveParts(index.map, count);
}

/**
 * Adds fingerprints (u64 each); their ids stand at `ids` (u32 each), or are `firstId` and up where that is 0: then none of
 * them is there.
 */
export function indexAdd(index: Index, fingerprints: usize, ids: usize, firstId: u32, count: u32): void {
  if (ids == 0 && !index.tabled) {
    addKeys(index.pools, index.map, firstId, fingerprints, count);
    return;
  }
  for (let i: usize = 0; i < count; i++) {
    indexPut(index, load<u64>(fingerprints + (i << 3)), ids != 0 ? load<u32>(ids + (i << 2)) : firstId + <u32>i);
  }
}

/**
 * Adds as `indexAdd`, to tables and faster, but only what has an id that is not there. Returns how many that are. At `changes`
 * there is room for twice as many of them, and in its second half there may be what comes.
 */
export function indexAddNew(
  index: Index,
  fingerprints: usize,
  ids: usize,
  firstId: u32,
  count: u32,
  changes: usize,
): u32 {
  settle(index);
  index.tabled = 0;
  if (ids == 0) addKeys(index.pools, index.map, firstId, fingerprints, count);
  let added: u32 = 0;
  for (let i: usize = 0; i < count; i++) {
    const fingerprint = load<u64>(fingerprints + (i << 3));
    const id = ids != 0 ? load<u32>(ids + (i << 2)) : firstId + <u32>i;
    if (ids != 0) {
      if (hasKey(index.map, id)) continue;
      addKey(index.pools, index.map, id, fingerprint);
    }
    writeChange(behind(changes, added++), fingerprint, id, true);
  }
  makeBatch(index, changes, added);
  return added;
}

/** Adds a fingerprint, or gives an id another one. */
export function indexPut(index: Index, fingerprint: u64, id: u32): void {
  const isThere = hasKey(index.map, id);
  const before = isThere ? foundValue() : 0;
  if (isThere && before == fingerprint) return;
  if (isThere) setValue(index.map, id, fingerprint);
  else addKey(index.pools, index.map, id, fingerprint);
  if (!index.tabled) return;
  if (isThere) changeSoon(index, before, id, false);
  changeSoon(index, fingerprint, id, true);
}

/** False if the id is not there. */
export function indexRemove(index: Index, id: u32): bool {
  if (!hasKey(index.map, id)) return false;
  const fingerprint = foundValue();
  // Without tables until it is gone: should there be no room for a smaller block, they would keep what the map has not.
  const tabled = index.tabled;
  index.tabled = 0;
  removeFoundKey(index.pools, index.map, id);
  index.tabled = tabled;
  if (tabled) changeSoon(index, fingerprint, id, false);
  return true;
}

/**
 * Removes ids (u32 each) and returns how many were there. At `changes` there is room for twice as many of them, and in its
 * second half there may be the ids.
 */
export function indexRemoveAll(index: Index, ids: usize, count: u32, changes: usize): u32 {
  const before = index.map.count;
  const tabled = index.tabled;
  if (tabled) removeTwins(index, ids, count);
  index.tabled = 0;
  let removed: u32 = 0;
  for (let i: usize = 0; i < count; i++) {
    const id = load<u32>(ids + (i << 2));
    if (!hasKey(index.map, id)) continue;
    writeChange(behind(changes, removed++), foundValue(), id, false);
    removeFoundKey(index.pools, index.map, id);
  }
  if (tabled) makeBatch(index, changes, removed);
  return before - index.map.count;
}

/** Removes one by one those that have twins: what is then in the tables in their place depends on the order. */
function removeTwins(index: Index, ids: usize, count: u32): void {
  // A twin may still wait.
  settle(index);
  for (let i: usize = 0; i < count; i++) {
    const id = load<u32>(ids + (i << 2));
    if (changetype<usize>(listOf(index.twins, id)) != 0) indexRemove(index, id);
  }
  settle(index);
}

/** Whether there are tables. Without them every search reads all fingerprints through. */
export function indexTabled(index: Index): bool {
  return index.tabled != 0;
}

/** Sorts all fingerprints into tables. */
export function indexBuild(index: Index): void {
  dropTables(index);
  index.tablePools = createStore(KEYS16);
  index.twins = createTwins();
  buildTables(index);
  index.tabled = 1;
}

export function dropTables(index: Index): void {
  endBuild();
  index.tabled = index.changeCount = 0;
  for (let t: u32 = 0; t < index.tableCount; t++) {
    const table = tableAt(index, t);
    release(table.directory);
    table.directory = 0;
  }
  freeStore(index.tablePools);
  freeTwins(index.twins);
  index.tablePools = changetype<Store>(0);
  index.twins = changetype<Twins>(0);
}

/** Writes all ids (u32) and fingerprints (u64), in no order. */
export function indexEntries(index: Index, ids: usize, fingerprints: usize): void {
  let written: usize = 0;
  for (let p: u32 = 0; p < index.map.parts; p++) {
    for (let at = partHead(index.map, p); at != 0; at = nextOf(KEYS32, load<u64>(at))) {
      const head = load<u64>(at);
      memory.copy(ids + (written << 2), blockOf(head), countOf(head) << 2);
      memory.copy(fingerprints + (written << 3), valuesOf(KEYS32, head), countOf(head) << 3);
      written += countOf(head);
    }
  }
}
