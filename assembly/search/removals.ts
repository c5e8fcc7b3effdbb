// Removals wait to be taken out of the tables until there are some: then the cache misses of one overlap with those of the
// others. Whoever looks into the tables settles them first.
import { fetchBuckets, fetchEntries } from './fetch';
import { Index, tableAt } from './hamming-index';
import { findEntry, foundId, permuted, removeFound, setFoundId } from './table';
import { nextTwin, removeTwin } from './twins';

/** So many wait at most. */
const WAITING: u32 = 32;
/** What they take: fingerprints (u64) and, behind them, their ids (u32). */
export const REMOVAL_BYTES: usize = 12 * 32;

function idsOf(index: Index): usize {
  return index.removals + 8 * WAITING;
}

/** Takes an id and its fingerprint out of the tables, soon. */
export function removeSoon(index: Index, fingerprint: u64, id: u32): void {
  store<u64>(index.removals + ((<usize>index.removalCount) << 3), fingerprint);
  store<u32>(idsOf(index) + ((<usize>index.removalCount) << 2), id);
  if (++index.removalCount == WAITING) settle(index);
}

/** Takes out of the tables what waits for it. */
export function settle(index: Index): void {
  const count = index.removalCount;
  if (count == 0) return;
  index.removalCount = 0;
  index.tabled = 0;
  fetchBuckets(index, index.removals, count);
  fetchEntries(index, index.removals, count);
  for (let i: usize = 0; i < count; i++) {
    removeFromTables(index, load<u64>(index.removals + (i << 3)), load<u32>(idsOf(index) + (i << 2)));
  }
  index.tabled = 1;
}

export function removeFromTables(index: Index, fingerprint: u64, id: u32): void {
  const other = nextTwin(index.twins, id);
  if (other != id) removeTwin(index.twinPools, index.twins, id);
  for (let t: u32 = 0; t < index.tableCount; t++) {
    const table = tableAt(index, t);
    const seen = permuted(table, fingerprint);
    // Always there, unless what was loaded had been forged.
    if (!findEntry(table, seen)) continue;
    if (other == id) removeFound(index.tablePools, table, seen);
    else if (foundId() == id) setFoundId(other);
  }
}
