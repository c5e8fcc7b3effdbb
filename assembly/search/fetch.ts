// Has the processor fetch what some changes of the tables are about to touch, of all of them and in several tables at once:
// one load waits for another only where it must. Without this, a change waits for a dozen cache misses one after the other.
import { blockOf, countOf, nextOf, valuesOf } from './bucket';
import { Change } from './change';
import { Index, tableAt } from './index-parts';
import { KEYS16 } from './pool';
import { bucketOf, keyPlace, permuted } from './table';

/** What was loaded only so that it is in the cache goes here, lest the loads be left out. */
export let fetched: u32 = 0;

/** Buckets at once: a plan has up to 256 tables. */
const MOST: u32 = 256;
/** What its table sees (u64), the head of the bucket (u64), and where the entry stands that goes (u32), at a guess. */
const sights: usize = memory.data(8 * 256, 16);
const heads: usize = memory.data(8 * 256, 16);
const entries: usize = memory.data(4 * 256, 16);
/** Of longer buckets the rest is fetched by the processor itself. */
const KEYS_FETCHED: u32 = 512;

/** How many changes of so many tables there may be at once. */
export function together(tables: u32): u32 {
  return MOST / max<u32>(1, tables);
}

// Counted through the changes that were fetched and, for each, the tables:

/** What a table sees of a fingerprint. */
export function sightAt(i: u32): u64 {
  return load<u64>(sights + ((<usize>i) << 3));
}

function headAt(i: u32): u64 {
  return load<u64>(heads + ((<usize>i) << 3));
}

/** The guess at where the entry stands. */
export function entryPlace(i: u32): u32 {
  return load<u32>(entries + ((<usize>i) << 2));
}

/**
 * Fetches for changes from one place up to another what they touch in a table and in those behind it, up to another. If these
 * are several, it says in which of them each that comes should be looked for.
 */
export function fetchBuckets(index: Index, changes: usize, end: usize, first: u32, last: u32): void {
  fetched = 0;
  fetchHeads(index, changes, end, first, last);
  fetchKeys(changes, end, first, last);
  locateEntries(index, changes, end, first, last);
  fetchValues(changes, end, first, last);
}

function fetchHeads(index: Index, changes: usize, end: usize, first: u32, last: u32): void {
  let i: usize = 0;
  for (let at = changes; at < end; at += offsetof<Change>()) {
    const fingerprint = changetype<Change>(at).fingerprint;
    for (let t = first; t < last; t++, i += 8) {
      const table = tableAt(index, t);
      const seen = permuted(table, fingerprint);
      store<u64>(sights + i, seen);
      store<u64>(heads + i, load<u64>(bucketOf(table, seen)));
    }
  }
}

/** All keys where they will be read through; and everywhere the last, and its value. */
function fetchKeys(changes: usize, end: usize, first: u32, last: u32): void {
  let sink: u32 = 0;
  let i: u32 = 0;
  for (let at = changes; at < end; at += offsetof<Change>()) {
    const change = changetype<Change>(at);
    if (change.comes && first + 1 < last) change.quietest = <u16>quietestOf(i, last - first);
    for (let t = first; t < last; t++, i++) {
      const head = headAt(i);
      if (head == 0) continue;
      const keys = blockOf(head);
      const keysEnd = keys + 2 * countOf(head);
      sink += load<u8>(keysEnd) + load<u8>(valuesOf(KEYS16, head) + ((<usize>countOf(head)) << 3) - 8);
      if (change.comes && change.quietest != t) continue;
      for (let line = keys; line < min(keysEnd, keys + KEYS_FETCHED); line += 64) sink += load<u8>(line);
    }
  }
  fetched += sink;
}

/** The number of the shortest of some buckets. */
function quietestOf(first: u32, count: u32): u32 {
  let quietest: u32 = 0;
  let fewest: u32 = 0xffffffff;
  for (let t: u32 = 0; t < count; t++) {
    const head = headAt(first + t);
    const size = nextOf(KEYS16, head) == 0 ? countOf(head) : 0xffff;
    if (size >= fewest) continue;
    fewest = size;
    quietest = t;
  }
  return quietest;
}

/** Of what goes, where in its buckets it stands, or probably so: its key stands there. */
function locateEntries(index: Index, changes: usize, end: usize, first: u32, last: u32): void {
  let i: u32 = 0;
  for (let at = changes; at < end; at += offsetof<Change>()) {
    const change = changetype<Change>(at);
    for (let t = first; t < last; t++, i++) {
      const entry = change.comes ? 0 : keyPlace(tableAt(index, t), headAt(i), sightAt(i));
      store<u32>(entries + ((<usize>i) << 2), entry);
    }
  }
}

/** The values of what goes. */
function fetchValues(changes: usize, end: usize, first: u32, last: u32): void {
  let sink: u32 = 0;
  let i: u32 = 0;
  for (let at = changes; at < end; at += offsetof<Change>()) {
    const comes = changetype<Change>(at).comes;
    for (let t = first; t < last; t++, i++) {
      if (!comes) sink += load<u8>(valuesOf(KEYS16, headAt(i)) + ((<usize>entryPlace(i)) << 3));
    }
  }
  fetched += sink;
}
