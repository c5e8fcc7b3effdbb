// Changes of the tables wait until there are some: then the cache misses of one overlap with those of the others. Whoever
// looks into the tables settles them first. The map of ids knows of each at once.
import { Change } from './change';
import { entryPlace, fetchBuckets, sightAt, together } from './fetch';
import { Index, tableAt } from './index-parts';
import { appendEntry, findEntry, findEntryAt, foundId, removeFound, setFoundId } from './table';
import { addTwin, removeTwin } from './twins';

/** So many wait at most. */
const WAITING: u32 = 32;
/** What they take. */
export const CHANGES_BYTES: usize = <usize>WAITING * offsetof<Change>();

function changeAt(index: Index, i: u32): Change {
  return changetype<Change>(index.changes + <usize>i * offsetof<Change>());
}

/** Puts an id and its fingerprint into the tables, or takes them out, soon. */
export function changeSoon(index: Index, fingerprint: u64, id: u32, comes: bool): void {
  const change = changeAt(index, index.changeCount);
  change.fingerprint = fingerprint;
  change.id = id;
  change.comes = u32(comes);
  if (++index.changeCount == WAITING) settle(index);
}

/** Makes the changes that wait, in their order. */
export function settle(index: Index): void {
  const count = index.changeCount;
  if (count == 0) return;
  index.changeCount = 0;
  index.tabled = 0;
  for (let first: u32 = 0; first < count; first += together(index)) {
    const end = min(count, first + together(index));
    fetchBuckets(index, changetype<usize>(changeAt(index, first)), changetype<usize>(changeAt(index, end)));
    for (let i = first; i < end; i++) {
      const change = changeAt(index, i);
      const place = (i - first) * index.tableCount;
      if (change.comes) addToTables(index, change, place);
      else removeFromTables(index, change.id, place);
    }
  }
  index.tabled = 1;
}

/** What was fetched for the change begins at a place. */
function addToTables(index: Index, change: Change, place: u32): void {
  if (findEntry(tableAt(index, change.quietest), sightAt(place + change.quietest))) {
    addTwin(index.twins, foundId(), change.id);
    return;
  }
  for (let t: u32 = 0; t < index.tableCount; t++) {
    appendEntry(index.tablePools, tableAt(index, t), sightAt(place + t), change.id);
  }
}

function removeFromTables(index: Index, id: u32, place: u32): void {
  const other = removeTwin(index.twins, id);
  for (let t: u32 = 0; t < index.tableCount; t++) {
    const table = tableAt(index, t);
    const seen = sightAt(place + t);
    // Always there, unless what was loaded had been forged.
    if (!findEntryAt(table, seen, entryPlace(place + t))) continue;
    if (other == id) removeFound(index.tablePools, table, seen);
    else if (foundId() == id) setFoundId(other);
  }
}
