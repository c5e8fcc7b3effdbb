// Search without tables: the query is compared with every fingerprint.
import { blockOf, countOf } from './bucket';
import { blockBytes, LARGEST, ownerOf, Pool, slabBlocks, slabCountOf, slabOf, VALUES } from './pool';
import { endQueries, report, startMatches } from './report';
import { Twins } from './twins';

/**
 * Searches for fingerprints (u64 each) in a list of others, whose ids are their places there. Matches, in the order of the
 * list, and where those of each query end, are written as `indexSearch` does.
 */
export function listSearch(list: usize, length: u32, k: u32, queries: usize, count: u32, ends: usize): void {
  startMatches(changetype<Twins>(0), ends, false);
  const end = list + ((<usize>length) << 3);
  for (let i: u32 = 0; i < count; i++) {
    const query = load<u64>(queries + ((<usize>i) << 3));
    for (let place = nextNear(list, end, query, k); place < end; place = nextNear(place + 8, end, query, k)) {
      report(i, <u32>((place - list) >> 3), <u32>popcnt(load<u64>(place) ^ query));
    }
  }
  endQueries(count);
}

/** Compares the query with every fingerprint of an index, in the order of memory. Twins are met by themselves. */
export function readThrough(values: Pool, query: u64, k: u32, tag: u32): void {
  for (let size: u32 = 0; size <= LARGEST; size++) {
    const bytes = blockBytes(values, size);
    const slabs = slabCountOf(values, size);
    for (let slab: u32 = 0; slab < slabs; slab++) {
      const begin = slabOf(values, size, slab);
      const end = begin + slabBlocks(values, size, slab) * bytes;
      let place = nextNear(begin, end, query, k);
      // What stands in the slab between the entries is read, too; whether something is one is looked at when it is near.
      while (place < end) {
        reportEntry(begin, <u32>(place - begin), size, bytes, query, tag);
        place = nextNear(place + 8, end, query, k);
      }
    }
  }
}

/** The first of the numbers (u64) up to `end` that is within the distance, or `end`. */
function nextNear(begin: usize, end: usize, query: u64, k: u64): usize {
  let place = begin;
  for (; place + 32 <= end; place += 32) {
    const a = popcnt(load<u64>(place) ^ query);
    const b = popcnt(load<u64>(place, 8) ^ query);
    const c = popcnt(load<u64>(place, 16) ^ query);
    const d = popcnt(load<u64>(place, 24) ^ query);
    // One branch for four, and nearly never taken.
    if (min(min(a, b), min(c, d)) <= k) break;
  }
  while (place < end && popcnt(load<u64>(place) ^ query) > k) place += 8;
  return place;
}

function reportEntry(slab: usize, at: u32, size: u32, bytes: u32, query: u64, tag: u32): void {
  const i = (at % bytes) / 8;
  const head = load<u64>(ownerOf(VALUES, slab + at - 8 * i, size));
  if (i >= countOf(head)) return;
  report(tag, load<u32>(blockOf(head) + (i << 2)), <u32>popcnt(load<u64>(slab + at) ^ query));
}
