// What an index consists of.

import { Store } from './bucket';
import { IdMap } from './id-map';
import { Table } from './table';
import { Twins } from './twins';

@unmanaged
export class Index {
  pools: Store;
  /** From each id to its fingerprint. */
  map: IdMap;
  tableCount: u32;
  tables: usize;
  /** Whether the tables hold every fingerprint. */
  tabled: u32;
  /** What the tables consist of, and the twins; 0 while there are no tables. */
  tablePools: Store;
  twins: Twins;
  /** Changes (`Change`) that the map has but not yet the tables, and how many. */
  changes: usize;
  changeCount: u32;
}

export function tableAt(index: Index, t: u32): Table {
  return changetype<Table>(index.tables + t * offsetof<Table>());
}
