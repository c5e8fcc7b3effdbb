// One table: the rows of an index sorted by 16 bits of their fingerprint, the prefix.
//
// A directory says where the bucket of each prefix begins; the other 48 bits stand beside the row numbers, in
// the order of the buckets, so that a probe touches one short stretch of memory and nothing else.
import { fingerprintOf, Rows } from './rows';

@unmanaged
export class Table {
  /** u32 a prefix and one more: where its bucket begins. */
  directory: usize;
  /** u16 a row: the 16 bits above the prefix. */
  near: usize;
  /** u32 a row: the 32 bits above those. */
  far: usize;
  /** u32 a row: its number. */
  rows: usize;
}

export const TABLES: u32 = 4;

export function tableAt(tables: usize, t: u32): Table {
  return changetype<Table>(tables + t * offsetof<Table>());
}

const PREFIXES: usize = 1 << 16;
/** The columns may be read behind the last row: a vector of them, or the first row of an empty bucket at the end. */
const SLACK: usize = 16;

/** The fingerprint as table t sees it: the prefix in the low 16 bits, block t of the four. */
export function rotated(fingerprint: u64, t: u32): u64 {
  return rotr<u64>(fingerprint, 16 * t);
}

/** Back from what table t sees. */
export function unrotated(seen: u64, t: u32): u64 {
  return rotl<u64>(seen, 16 * t);
}

export function buildTable(table: Table, t: u32, rows: Rows): void {
  const count = <usize>rows.count;
  table.directory = heap.alloc((PREFIXES + 1) << 2);
  table.near = heap.alloc((count << 1) + SLACK);
  table.far = heap.alloc((count << 2) + SLACK);
  table.rows = heap.alloc(count << 2);
  countPrefixes(table.directory, t, rows);
  scatter(table, t, rows);
}

/** Also of a table that was left half built for want of memory: what is 0 is not there. */
export function freeTable(table: Table): void {
  heap.free(table.directory);
  heap.free(table.near);
  heap.free(table.far);
  heap.free(table.rows);
  table.directory = table.near = table.far = table.rows = 0;
}

/** Leaves in each entry where the bucket of the prefix BEFORE it begins; `scatter` moves every entry on by its bucket. */
function countPrefixes(directory: usize, t: u32, rows: Rows): void {
  memory.fill(directory, 0, (PREFIXES + 1) << 2);
  for (let row: u32 = 0; row < rows.count; row++) {
    const place = directory + ((<usize>(rotated(fingerprintOf(rows, row), t) & 0xffff)) << 2);
    store<u32>(place, load<u32>(place) + 1);
  }
  let begin: u32 = 0;
  let before: u32 = 0;
  for (let prefix: usize = 0; prefix <= PREFIXES; prefix++) {
    const size = load<u32>(directory + (prefix << 2));
    store<u32>(directory + (prefix << 2), before);
    before = begin;
    begin += size;
  }
}

function scatter(table: Table, t: u32, rows: Rows): void {
  const nextPlaces = table.directory + 4;
  for (let row: u32 = 0; row < rows.count; row++) {
    const seen = rotated(fingerprintOf(rows, row), t);
    const next = nextPlaces + ((<usize>(seen & 0xffff)) << 2);
    const at = <usize>load<u32>(next);
    store<u32>(next, <u32>at + 1);
    store<u16>(table.near + (at << 1), <u16>(seen >> 16));
    store<u32>(table.far + (at << 2), <u32>(seen >> 32));
    store<u32>(table.rows + (at << 2), row);
  }
}
