// Many changes of the tables at once: table by table, and in each by the leading bits of what it sees, so that the buckets
// which several changes touch stay in the processor's cache. A million changes among 10^7 fingerprints take a third of
// the time that they take one after the other (`changes.ts`).
//
// Changes of equal fingerprints keep their order in every table, others do not. So all of a batch are of one kind: an id
// that went from one fingerprint to another could otherwise come before it has gone.
import { startParts, takePlace } from '../counting-sort';
import { nextOf } from './bucket';
import { behind, Change } from './change';
import { changeSoon } from './changes';
import { entryPlace, fetchBuckets, sightAt, together } from './fetch';
import { Index, tableAt } from './index-parts';
import { KEYS16 } from './pool';
import { appendEntry, bucketOf, findEntry, findEntryAt, foundId, permuted, removeFound, Table } from './table';
import { addTwin } from './twins';

/** What a table has for one value of so many leading bits fits the second-level cache, of up to 10^8 fingerprints. */
const PARTITION_BITS: u32 = 10;
const PARTITIONS: u32 = 1 << 10;
/** Where the next change of each partition belongs (u32). */
const ends: usize = memory.data(4 << 10, 16);

/** Changes in the order in which a table takes them, and room for them in the order of the next. */
let ordered: usize = 0;
let room: usize = 0;
/**
 * From here to the end of the first half stand those that are left to `changeSoon`. It is free when the first table has its order
 * in the second, and later tables have as many fewer.
 */
let crowded: usize = 0;

/**
 * Makes changes of the tables, and then there are tables again. Ids that come are in none, and such as go have no twins.
 * Behind the changes there is room for as many.
 */
export function makeBatch(index: Index, changes: usize, count: u32): void {
  const end = behind(changes, count);
  ordered = changes;
  room = crowded = end;
  let left = count;
  for (let t: u32 = 0; t < index.tableCount; t++) {
    order(tableAt(index, t), left);
    left = changeTable(index, t, left);
  }
  index.tabled = 1;
  for (let at = crowded; at < end; at = behind(at, 1)) {
    changeSoon(index, changetype<Change>(at).fingerprint, changetype<Change>(at).id, true);
  }
}

/** Makes those that are ordered in a table, keeps what the other tables are to have, and returns how many that are. */
function changeTable(index: Index, t: u32, count: u32): u32 {
  const table = tableAt(index, t);
  let kept: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const place = i % together(1);
    const at = behind(ordered, i);
    if (place == 0) fetchBuckets(index, at, behind(at, min(count - i, together(1))), t, t + 1);
    const seen = sightAt(place);
    const change = changetype<Change>(at);
    if (change.comes) {
      if (t == 0 && !isNew(index, table, seen, change)) continue;
      appendEntry(index.tablePools, table, seen, change.id);
      // Always there, unless what was loaded had been forged.
    } else if (findEntryAt(table, seen, entryPlace(place))) removeFound(index.tablePools, table, seen);
    copyChange(behind(ordered, kept++), at);
  }
  return kept;
}

/**
 * Whether the first table has no equal of what comes, which is its twin then. What comes into a bucket of several blocks is
 * set aside: in another table an equal one may be found sooner.
 */
function isNew(index: Index, table: Table, seen: u64, change: Change): bool {
  if (nextOf(KEYS16, load<u64>(bucketOf(table, seen))) != 0) {
    crowded -= offsetof<Change>();
    copyChange(crowded, changetype<usize>(change));
    return false;
  }
  if (!findEntry(table, seen)) return true;
  addTwin(index.twins, foundId(), change.id);
  return false;
}

function copyChange(to: usize, from: usize): void {
  memory.copy(to, from, offsetof<Change>());
}

/** Brings so many of the changes into the order of a table. */
function order(table: Table, count: u32): void {
  const end = behind(ordered, count);
  memory.fill(ends, 0, 4 * PARTITIONS);
  for (let at = ordered; at < end; at = behind(at, 1)) takePlace(ends, partitionOf(table, at));
  startParts(ends, PARTITIONS);
  for (let at = ordered; at < end; at = behind(at, 1)) {
    copyChange(behind(room, takePlace(ends, partitionOf(table, at))), at);
  }
  const before = ordered;
  ordered = room;
  room = before;
}

function partitionOf(table: Table, change: usize): usize {
  return <usize>(permuted(table, changetype<Change>(change).fingerprint) >> (64 - PARTITION_BITS));
}
