// Has the processor fetch what a change of the tables is about to touch, all tables at once: one load waits for another
// only where it must. Without this, a change waits for a dozen cache misses one after the other.
import { blockOf, countOf, valuesOf } from './bucket';
import { Index, tableAt } from './hamming-index';
import { KEYS16 } from './pool';
import { bucketOf, keyPlace, permuted } from './table';

/** What was loaded only so that it is in the cache goes here, lest the loads be left out. */
export let fetched: u32 = 0;

/** The heads (u64) of the buckets of one fingerprint: a plan has up to 256 tables. */
const heads: usize = memory.data(8 * 256, 16);
/** Of longer buckets the rest is fetched by the processor itself. */
const KEYS_FETCHED: u32 = 512;

/** Fetches the keys of its buckets, and the last of their values, which an addition is put behind and a removal moves. */
export function fetchBuckets(index: Index, fingerprint: u64): void {
  let sink: u32 = 0;
  for (let t: u32 = 0; t < index.tableCount; t++) {
    const table = tableAt(index, t);
    store<u64>(heads + ((<usize>t) << 3), load<u64>(bucketOf(table, permuted(table, fingerprint))));
  }
  for (let t: u32 = 0; t < index.tableCount; t++) {
    const head = load<u64>(heads + ((<usize>t) << 3));
    const end = blockOf(head) + min(KEYS_FETCHED, 2 * countOf(head));
    for (let line = blockOf(head); line < end; line += 64) sink += load<u8>(line);
  }
  for (let t: u32 = 0; t < index.tableCount; t++) {
    const head = load<u64>(heads + ((<usize>t) << 3));
    if (head != 0) sink += load<u8>(valuesOf(KEYS16, head) + ((<usize>countOf(head)) << 3) - 8);
  }
  fetched = sink;
}

/** After `fetchBuckets`: fetches also the values that have its key, so probably its own. */
export function fetchEntries(index: Index, fingerprint: u64): void {
  let sink: u32 = 0;
  for (let t: u32 = 0; t < index.tableCount; t++) {
    const table = tableAt(index, t);
    const head = load<u64>(heads + ((<usize>t) << 3));
    if (head != 0)
      sink += load<u8>(valuesOf(KEYS16, head) + ((<usize>keyPlace(table, head, permuted(table, fingerprint))) << 3));
  }
  fetched = sink;
}
