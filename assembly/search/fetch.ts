// Has the processor fetch what changes of the tables are about to touch, all tables at once: one load waits for another
// only where it must. Without this, a change waits for a dozen cache misses one after the other.
import { blockOf, countOf, valuesOf } from './bucket';
import { Index, tableAt } from './hamming-index';
import { KEYS16 } from './pool';
import { bucketOf, keyPlace, permuted } from './table';

/** What was loaded only so that it is in the cache goes here, lest the loads be left out. */
export let fetched: u32 = 0;

/** The heads (u64) of the buckets of some fingerprints: a plan has up to 256 tables. */
const MOST_HEADS: u32 = 256;
const heads: usize = memory.data(8 * 256, 16);
/** Of longer buckets the rest is fetched by the processor itself. */
const KEYS_FETCHED: u32 = 512;

/** Fetches the keys of the buckets of so many fingerprints (u64), and the last of their values, which an addition is put behind and a removal moves. */
export function fetchBuckets(index: Index, fingerprints: usize, count: u32): void {
  let sink: u32 = 0;
  const end = heads + headBytes(index, count);
  let head = heads;
  for (let fingerprint = fingerprints; head < end; fingerprint += 8) {
    for (let t: u32 = 0; t < index.tableCount; t++, head += 8) {
      const table = tableAt(index, t);
      store<u64>(head, load<u64>(bucketOf(table, permuted(table, load<u64>(fingerprint)))));
    }
  }
  for (head = heads; head < end; head += 8) {
    const keys = blockOf(load<u64>(head));
    const keysEnd = keys + min(KEYS_FETCHED, 2 * countOf(load<u64>(head)));
    for (let line = keys; line < keysEnd; line += 64) sink += load<u8>(line);
  }
  for (head = heads; head < end; head += 8) {
    const itsHead = load<u64>(head);
    if (itsHead != 0) sink += load<u8>(valuesOf(KEYS16, itsHead) + ((<usize>countOf(itsHead)) << 3) - 8);
  }
  fetched = sink;
}

/** After `fetchBuckets`: fetches also the values that have their keys, so probably their own. */
export function fetchEntries(index: Index, fingerprints: usize, count: u32): void {
  let sink: u32 = 0;
  const end = heads + headBytes(index, count);
  let place = heads;
  for (let fingerprint = fingerprints; place < end; fingerprint += 8) {
    for (let t: u32 = 0; t < index.tableCount; t++, place += 8) {
      const table = tableAt(index, t);
      const head = load<u64>(place);
      if (head == 0) continue;
      const entry = keyPlace(table, head, permuted(table, load<u64>(fingerprint)));
      sink += load<u8>(valuesOf(KEYS16, head) + ((<usize>entry) << 3));
    }
  }
  fetched = sink;
}

/** The heads of as many fingerprints as there is room for. */
function headBytes(index: Index, count: u32): usize {
  return (<usize>(min(count, MOST_HEADS / max<u32>(1, index.tableCount)) * index.tableCount)) << 3;
}
