// Changes of the tables wait until there are some: then the cache misses of one overlap with those of the others. Whoever
// looks into the tables settles them first. The map of ids knows of each at once.
import { behind, Change, writeChange } from './change';
import { entryPlace, fetchBuckets, sightAt, together } from './fetch';
import { Index, tableAt } from './index-parts';
import { appendEntry, findEntry, findEntryAt, foundId, removeFound, setFoundId } from './table';
import { addTwin, removeTwin } from './twins';

/** So many wait at most. */
const WAITING: u32 = 32;
/** What they take. */
export const CHANGES_BYTES: usize = <usize>WAITING * offsetof<Change>();

/** Puts an id and its fingerprint into the tables, or takes them out, soon. */
export function changeSoon(index: Index, fingerprint: u64, id: u32, comes: bool): void {
  writeChange(behind(index.changes, index.changeCount), fingerprint, id, comes);
  if (++index.changeCount == WAITING) settle(index);
}

/** Makes the changes that wait, in their order. Without tables they are forgotten when there are new ones. */
export function settle(index: Index): void {
  const count = index.changeCount;
  if (count == 0 || !index.tabled) return;
  index.changeCount = 0;
  index.tabled = 0;
  const tables = index.tableCount;
  for (let first: u32 = 0; first < count; first += together(tables)) {
    const some = min(count - first, together(tables));
    const begin = behind(index.changes, first);
    fetchBuckets(index, begin, behind(begin, some), 0, tables);
    for (let i: u32 = 0; i < some; i++) {
      const change = changetype<Change>(behind(begin, i));
      if (change.comes) addToTables(index, change, i * tables);
      else removeFromTables(index, change.id, i * tables);
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
