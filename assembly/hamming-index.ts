// An index: its rows, and four tables that hold all but the newest of them.
import { dropRow, fingerprintOf, freeRows, idOf, isDead, packRows, putRow, Rows, rowOf, startRows } from './rows';
import { buildTable, freeTable, TABLES, Table, tableAt } from './table';

@unmanaged
export class Index {
  /** Rows below this stand in the tables; 0 while there are none. */
  tabled: u32;
  rows: Rows;
  tables: usize;
}

export function createIndex(): Index {
  const index = changetype<Index>(heap.alloc(offsetof<Index>()));
  index.tabled = 0;
  index.rows = changetype<Rows>(heap.alloc(offsetof<Rows>()));
  index.tables = heap.alloc(TABLES * offsetof<Table>());
  memory.fill(index.tables, 0, TABLES * offsetof<Table>());
  startRows(index.rows);
  return index;
}

export function freeIndex(index: Index): void {
  dropTables(index);
  freeRows(index.rows);
  heap.free(index.tables);
  heap.free(changetype<usize>(index.rows));
  heap.free(changetype<usize>(index));
}

export function indexSize(index: Index): u32 {
  return index.rows.count - index.rows.dead;
}

export function indexHas(index: Index, id: u32): bool {
  return rowOf(index.rows, id) != <u32>-1;
}

/** Adds fingerprints (u64 each); their ids stand at `ids` (u32 each), or are `firstId` and up where that is 0. */
export function indexAdd(index: Index, fingerprints: usize, ids: usize, firstId: u32, count: u32): void {
  for (let i: u32 = 0; i < count; i++) {
    const id = ids != 0 ? load<u32>(ids + ((<usize>i) << 2)) : firstId + i;
    putRow(index.rows, load<u64>(fingerprints + ((<usize>i) << 3)), id);
  }
}

export function indexRemove(index: Index, id: u32): bool {
  return dropRow(index.rows, id);
}

/** How many rows the tables hold; the others are read through by every search. */
export function indexTabled(index: Index): u32 {
  return index.tabled;
}

export function indexDead(index: Index): u32 {
  return index.rows.dead;
}

/** Packs the rows and sorts all of them into tables. */
export function indexBuild(index: Index): void {
  dropTables(index);
  packRows(index.rows);
  for (let t: u32 = 0; t < TABLES; t++) buildTable(tableAt(index.tables, t), t, index.rows);
  index.tabled = index.rows.count;
}

/** Packs the rows and goes without tables. */
export function indexPack(index: Index): void {
  dropTables(index);
  packRows(index.rows);
}

/** The fingerprint of an id that is there. */
export function indexFingerprint(index: Index, id: u32): u64 {
  return fingerprintOf(index.rows, rowOf(index.rows, id));
}

/** Writes the ids (u32) of all live rows. */
export function indexIds(index: Index, target: usize): void {
  let place = target;
  for (let row: u32 = 0; row < index.rows.count; row++) {
    if (isDead(index.rows, row)) continue;
    store<u32>(place, idOf(index.rows, row));
    place += 4;
  }
}

function dropTables(index: Index): void {
  for (let t: u32 = 0; t < TABLES; t++) freeTable(tableAt(index.tables, t));
  index.tabled = 0;
}
