// What the search for one fingerprint has found, match by match.
//
// The fingerprints of the first few that it met are kept, since it had all their bits: to look one up by its id is to wait
// for three cache misses one after the other, which takes about as long as the search.

import { mapValue } from './id-map';
import { Index, tableAt } from './index-parts';
import { matchList } from './matches';
import { tableNumberOf } from './program';
import { restored } from './table';

/** So many are kept at most: they are read through for each match. */
const KEPT: u32 = 16;
const ids: usize = memory.data(4 * 16, 16);
/** What a table sees of their fingerprints (u64), and its number (u32). */
const sights: usize = memory.data(8 * 16, 16);
const tables: usize = memory.data(4 * 16, 16);
let kept: u32 = 0;

export function forgetFound(): void {
  kept = 0;
}

/** Keeps the fingerprint of an id, which the table of a stage sees like this. Searches for many keep some, too, and never ask. */
export function keepFound(stage: usize, seen: u64, id: u32): void {
  if (kept == KEPT) return;
  store<u32>(ids + ((<usize>kept) << 2), id);
  store<u64>(sights + ((<usize>kept) << 3), seen);
  store<u32>(tables + ((<usize>kept) << 2), tableNumberOf(stage));
  kept++;
}

export function foundId(i: u32): u32 {
  return load<u32>(matchList() + ((<usize>i) << 3));
}

export function foundDistance(i: u32): u32 {
  return load<u32>(matchList() + ((<usize>i) << 3), 4);
}

export function foundFingerprint(index: Index, i: u32): u64 {
  const id = foundId(i);
  for (let k: usize = 0; k < kept; k++) {
    if (load<u32>(ids + (k << 2)) != id) continue;
    return restored(tableAt(index, load<u32>(tables + (k << 2))), load<u64>(sights + (k << 3)));
  }
  return mapValue(index.map, id);
}
