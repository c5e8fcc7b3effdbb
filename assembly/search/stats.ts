// How an index lies in memory, and how evenly.

import { countOf, nextHead, storeBytes } from './bucket';
import { settle } from './changes';
import { mapBytes } from './id-map';
import { Index, tableAt } from './index-parts';
import { KEYS16 } from './pool';
import { directoryBytes, Table } from './table';
import { twinBytes } from './twins';

/**
 * Writes u64s: bytes of the map, of all tables and of the twins; ids that have twins; then for each table how many
 * entries it has, the sum of the squares of its buckets' sizes, the size of the largest and its number.
 */
export function indexStats(index: Index, target: usize): void {
  settle(index);
  store<u64>(target, storeBytes(index.pools) + mapBytes(index.map));
  let bytes = storeBytes(index.tablePools);
  for (let t: u32 = 0; t < index.tableCount; t++) {
    const table = tableAt(index, t);
    if (table.directory != 0) bytes += directoryBytes(table);
    tableStats(table, index.tabled != 0, target + 32 + 32 * <usize>t);
  }
  store<u64>(target, bytes, 8);
  const twins = changetype<usize>(index.twins) != 0;
  store<u64>(target, twins ? twinBytes(index.twins) : 0, 16);
  store<u64>(target, twins ? index.twins.ids.count : 0, 24);
}

function tableStats(table: Table, built: bool, target: usize): void {
  let entries: u64 = 0;
  let squares: u64 = 0;
  let largest: u64 = 0;
  let hottest: u64 = 0;
  const buckets: usize = built ? directoryBytes(table) >> 3 : 0;
  for (let bucket: usize = 0; bucket < buckets; bucket++) {
    const size = bucketSize(load<u64>(table.directory + (bucket << 3)));
    entries += size;
    squares += size * size;
    if (size <= largest) continue;
    largest = size;
    hottest = bucket;
  }
  store<u64>(target, entries);
  store<u64>(target, squares, 8);
  store<u64>(target, largest, 16);
  store<u64>(target, hottest, 24);
}

function bucketSize(first: u64): u64 {
  let size: u64 = 0;
  for (let head = first; head != 0; head = nextHead(KEYS16, head)) size += countOf(head);
  return size;
}
