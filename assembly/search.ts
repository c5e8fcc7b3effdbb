// Hamming-radius search: four tables probed around the query's prefixes, the newest rows and small indexes read through.
//
// Exact by the general pigeonhole principle (Qin et al., «GPH», ICDE 2018): the radii of the four 16-bit blocks
// satisfy Σ(radius + 1) = k + 1, so k errors leave some block t with at most radius_t of them, and the probe of
// table t meets it. The first such t reports the match, so each is reported once.
import { addMatch, clearMatches, matchCount, sortMatches } from './matches';
import { dropRow, fingerprintOf, freeRows, idOf, isDead, packRows, putRow, Rows, rowOf, startRows } from './rows';
import { buildTable, freeTable, rotated, TABLES, Table, unrotated } from './table';

@unmanaged
export class Index {
  /** Rows below this stand in the tables; 0 while there are none. */
  tabled: u32;
  rows: Rows;
  tables: usize;
}

/** What a search is after: the parts that stay the same from probe to probe. */
let query: u64 = 0;
let maxDistance: u32 = 0;
/** Radius + 1 of table t in byte t; 0 where the table is not probed. */
let radii: u32 = 0;
/** Only ids above this one match, and the order is by id: all pairs, each once. -1 for every id, nearest first. */
let after: i64 = -1;

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
  for (let t: u32 = 0; t < TABLES; t++) buildTable(tableOf(index, t), t, index.rows);
  index.tabled = index.rows.count;
}

/** Packs the rows and goes without tables. */
export function indexPack(index: Index): void {
  dropTables(index);
  packRows(index.rows);
}

/** The fingerprints (u64) of `count` ids (u32), each of which must be there. */
export function indexFingerprints(index: Index, ids: usize, count: u32, target: usize): void {
  for (let i: u32 = 0; i < count; i++) {
    const row = rowOf(index.rows, load<u32>(ids + ((<usize>i) << 2)));
    store<u64>(target + ((<usize>i) << 3), fingerprintOf(index.rows, row));
  }
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

/** A batch ends early when it has this many matches: 8 MiB. One query may have more. */
const MATCHES_A_BATCH: u32 = 1 << 20;

/**
 * Searches for `count` fingerprints (u64 each) and returns how many it came to. A match is distance << 32 | id,
 * in the list of matches in that order; where the matches of query i end is written to ends + 4 i.
 */
export function indexSearch(index: Index, queries: usize, count: u32, k: u32, radiiPlusOne: u32, ends: usize): u32 {
  clearMatches();
  maxDistance = k;
  radii = radiiPlusOne;
  after = -1;
  for (let i: u32 = 0; i < count; i++) {
    if (matchCount >= MATCHES_A_BATCH) return i;
    query = load<u64>(queries + ((<usize>i) << 3));
    searchOne(index);
    store<u32>(ends + ((<usize>i) << 2), matchCount);
  }
  return count;
}

/** The same for the fingerprints of `count` ids (u32 each), and only matches with larger ids: id << 8 | distance. */
export function indexPairs(index: Index, ids: usize, count: u32, k: u32, radiiPlusOne: u32, ends: usize): u32 {
  clearMatches();
  maxDistance = k;
  radii = radiiPlusOne;
  for (let i: u32 = 0; i < count; i++) {
    if (matchCount >= MATCHES_A_BATCH) return i;
    const id = load<u32>(ids + ((<usize>i) << 2));
    query = fingerprintOf(index.rows, rowOf(index.rows, id));
    after = id;
    searchOne(index);
    store<u32>(ends + ((<usize>i) << 2), matchCount);
  }
  return count;
}

function searchOne(index: Index): void {
  const from = matchCount;
  if (radii == 0) readThrough(index.rows, 0);
  else {
    for (let t: u32 = 0; t < TABLES; t++) {
      const radius = <i32>((radii >> (8 * t)) & 255) - 1;
      if (radius >= 0) probe(index, t, <u32>radius);
    }
    readThrough(index.rows, index.tabled);
  }
  if (matchCount - from > 1) sortMatches(from);
}

/** Compares the query with every row from `first` on. */
function readThrough(rows: Rows, first: u32): void {
  const q = query;
  const k = <u64>maxDistance;
  const fingerprints = rows.fingerprints;
  for (let row = first; row < rows.count; row++) {
    const distance = popcnt(load<u64>(fingerprints + ((<usize>row) << 3)) ^ q);
    if (distance <= k) report(rows, row, <u32>distance);
  }
}

function report(rows: Rows, row: u32, distance: u32): void {
  if (isDead(rows, row)) return;
  const id = idOf(rows, row);
  if (after < 0) addMatch(((<u64>distance) << 32) | id);
  else if (<i64>id > after) addMatch(((<u64>id) << 8) | distance);
}

/** All prefixes within `radius` of the query's, in the order of their distance. */
function probe(index: Index, t: u32, radius: u32): void {
  const table = tableOf(index, t);
  const seen = rotated(query, t);
  const prefix = <u32>seen & 0xffff;
  for (let errors: u32 = 0; errors <= radius; errors++) {
    // Every 16-bit number with `errors` bits, ascending (Gosper's hack).
    let flips: u32 = (1 << errors) - 1;
    do {
      scanBucket(index.rows, table, t, prefix ^ flips, flips, seen);
      if (flips == 0) break;
      const lowest = flips & (0 - flips);
      const carried = flips + lowest;
      flips = carried | (((carried ^ flips) / lowest) >> 2);
    } while (flips < 0x10000);
  }
}

/** Filters a bucket by the 16 bits beside the prefix, eight rows at a time where there is SIMD. */
function scanBucket(rows: Rows, table: Table, t: u32, prefix: u32, flips: u32, seen: u64): void {
  const place = table.directory + ((<usize>prefix) << 2);
  let at = load<u32>(place);
  const end = load<u32>(place, 4);
  const near = <u32>(seen >> 16) & 0xffff;
  const budget = maxDistance - popcnt(flips);
  if (ASC_FEATURE_SIMD) {
    const nears = i16x8.splat(<i16>near);
    const budgets = i16x8.splat(<i16>budget);
    for (; at < end; at += 8) {
      const different = v128.xor(v128.load(table.near + ((<usize>at) << 1)), nears);
      const errors = i16x8.extadd_pairwise_i8x16_u(i8x16.popcnt(different));
      let passed = <u32>i16x8.bitmask(i16x8.le_u(errors, budgets));
      if (end - at < 8) passed &= (1 << (end - at)) - 1;
      for (; passed != 0; passed &= passed - 1) check(rows, table, t, at + ctz(passed), flips, seen);
    }
    return;
  }
  for (; at < end; at++) {
    if (popcnt(<u32>load<u16>(table.near + ((<usize>at) << 1)) ^ near) <= budget)
      check(rows, table, t, at, flips, seen);
  }
}

/** Compares all bits, and leaves the match to the first table that is due to meet it. */
function check(rows: Rows, table: Table, t: u32, at: u32, flips: u32, seen: u64): void {
  const near = <u64>load<u16>(table.near + ((<usize>at) << 1)) ^ ((seen >> 16) & 0xffff);
  const far = <u64>load<u32>(table.far + ((<usize>at) << 2)) ^ (seen >> 32);
  const errors = <u64>flips | (near << 16) | (far << 32);
  const distance = <u32>popcnt(errors);
  if (distance > maxDistance) return;
  const different = unrotated(errors, t);
  for (let earlier: u32 = 0; earlier < t; earlier++) {
    const itsErrors = popcnt(<u32>(different >> (16 * earlier)) & 0xffff);
    if (itsErrors < ((radii >> (8 * earlier)) & 255)) return;
  }
  report(rows, load<u32>(table.rows + ((<usize>at) << 2)), distance);
}

function tableOf(index: Index, t: u32): Table {
  return changetype<Table>(index.tables + t * offsetof<Table>());
}

function dropTables(index: Index): void {
  for (let t: u32 = 0; t < TABLES; t++) freeTable(tableOf(index, t));
  index.tabled = 0;
}
