// Hamming-radius search: buckets of four tables around the query's blocks, and the newest rows read through.
//
// Exact by the general pigeonhole principle (Qin et al., «GPH», ICDE 2018): the radii of the four 16-bit blocks
// satisfy Σ(radius + 1) = k + 1, so k errors leave some block t with at most radius_t of them, and the probe of
// table t meets it. The first such t reports the match, so each is reported once.
import { Index } from './hamming-index';
import { addMatch, clearMatches, matchCount, sortMatches } from './matches';
import { AT_ONCE, beginOf, endOf, flipsOf, locate, planProbes, probeCount, tableNumberOf } from './probes';
import { fingerprintOf, idOf, isDead, Rows, rowOf } from './rows';
import { rotated, Table, tableAt, unrotated } from './table';

/** What the search that is running is after. */
let maxDistance: u32 = 0;
/** Radius + 1 of table t in byte t; 0 where the table is not probed. All 0: every row is read. */
let radii: u32 = 0;
/** Only ids above this one match, and the order is by id: all pairs, each once. -1 for every id, nearest first. */
let after: i64 = -1;

/** A batch ends early when it has this many matches: 8 MiB. One group of queries may have more. */
const MATCHES_A_BATCH: u32 = 1 << 20;

/**
 * Searches for `count` fingerprints (u64 each) and returns how many it came to. A match is distance << 32 | id,
 * in the list of matches in that order; where the matches of query i end is written to ends + 4 i.
 */
export function indexSearch(index: Index, queries: usize, count: u32, k: u32, radiiPlusOne: u32, ends: usize): u32 {
  return searchAll(index, queries, 0, count, k, radiiPlusOne, ends);
}

/**
 * The same for the fingerprints of `count` ids (u32 each), which are written to `queries`; only matches with larger
 * ids, as id << 8 | distance.
 */
export function indexPairs(
  index: Index,
  ids: usize,
  queries: usize,
  count: u32,
  k: u32,
  radiiPlusOne: u32,
  ends: usize,
): u32 {
  for (let i: usize = 0; i < count; i++) {
    const row = rowOf(index.rows, load<u32>(ids + (i << 2)));
    store<u64>(queries + (i << 3), fingerprintOf(index.rows, row));
  }
  return searchAll(index, queries, ids, count, k, radiiPlusOne, ends);
}

function searchAll(index: Index, queries: usize, ids: usize, count: u32, k: u32, r: u32, ends: usize): u32 {
  clearMatches();
  maxDistance = k;
  radii = r;
  planProbes(r);
  // Several queries with few probes are located together, so that their cache misses overlap.
  const group = max<u32>(1, AT_ONCE / max<u32>(1, probeCount));
  let done: u32 = 0;
  while (done < count && matchCount < MATCHES_A_BATCH) {
    const size = min(group, count - done);
    const first = queries + ((<usize>done) << 3);
    if (probeCount <= AT_ONCE) {
      for (let i: u32 = 0; i < size; i++)
        locate(index.tables, load<u64>(first + (i << 3)), 0, probeCount, i * probeCount);
    }
    for (let i: u32 = 0; i < size; i++, done++) {
      after = ids != 0 ? <i64>load<u32>(ids + ((<usize>done) << 2)) : -1;
      searchOne(index, load<u64>(first + (i << 3)), i * probeCount);
      store<u32>(ends + ((<usize>done) << 2), matchCount);
    }
  }
  return done;
}

/** Finds the matches of one query; if it has few probes, they are located from `place` on. */
function searchOne(index: Index, query: u64, place: u32): void {
  const from = matchCount;
  if (probeCount <= AT_ONCE) scanBuckets(index, query, 0, probeCount, place);
  else {
    for (let first: u32 = 0; first < probeCount; first += AT_ONCE) {
      const size = min(AT_ONCE, probeCount - first);
      locate(index.tables, query, first, size, 0);
      scanBuckets(index, query, first, size, 0);
    }
  }
  readThrough(index.rows, radii == 0 ? 0 : index.tabled, query);
  if (matchCount - from > 1) sortMatches(from);
}

/** Compares the query with every row from `first` on. */
function readThrough(rows: Rows, first: u32, query: u64): void {
  const k = <u64>maxDistance;
  let place = rows.fingerprints + ((<usize>first) << 3);
  const end = rows.fingerprints + ((<usize>rows.count) << 3);
  for (; place + 32 <= end; place += 32) {
    const a = popcnt(load<u64>(place) ^ query);
    const b = popcnt(load<u64>(place, 8) ^ query);
    const c = popcnt(load<u64>(place, 16) ^ query);
    const d = popcnt(load<u64>(place, 24) ^ query);
    // One branch for four rows, and nearly never taken.
    if (min(min(a, b), min(c, d)) > k) continue;
    for (let i: usize = 0; i < 32; i += 8) reportWithin(rows, place + i, query);
  }
  for (; place < end; place += 8) reportWithin(rows, place, query);
}

function reportWithin(rows: Rows, place: usize, query: u64): void {
  const distance = <u32>popcnt(load<u64>(place) ^ query);
  if (distance <= maxDistance) report(rows, <u32>((place - rows.fingerprints) >> 3), distance);
}

/** Looks through `count` buckets that were located from `place` on. */
function scanBuckets(index: Index, query: u64, first: u32, count: u32, place: u32): void {
  for (let i: u32 = 0; i < count; i++) {
    const begin = beginOf(place + i);
    const end = endOf(place + i);
    if (begin == end) continue;
    const t = tableNumberOf(first + i);
    scanBucket(index.rows, tableAt(index.tables, t), t, begin, end, flipsOf(first + i), rotated(query, t));
  }
}

/** From this budget on, so many rows pass the first filter that it costs more than it saves. */
const WIDE_BUDGET: u32 = 5;

function scanBucket(rows: Rows, table: Table, t: u32, begin: u32, end: u32, flips: u32, seen: u64): void {
  const budget = maxDistance - popcnt(flips);
  let at = begin;
  if (ASC_FEATURE_SIMD && budget < WIDE_BUDGET && end - begin > 3) {
    // The 16 bits beside the prefix, eight rows at a time.
    const nears = i16x8.splat(<i16>(seen >> 16));
    const budgets = i16x8.splat(<i16>budget);
    for (; at < end; at += 8) {
      const different = v128.xor(v128.load(table.near + ((<usize>at) << 1)), nears);
      const errors = i16x8.extadd_pairwise_i8x16_u(i8x16.popcnt(different));
      let passed = <u32>i16x8.bitmask(i16x8.le_u(errors, budgets));
      if (end - at < 8) passed &= (1 << (end - at)) - 1;
      for (; passed != 0; passed &= passed - 1) check(rows, table, t, at + ctz(passed), flips, seen);
    }
    return;
  }
  for (; at < end; at++) check(rows, table, t, at, flips, seen);
}

/** Compares all bits, and leaves the match to the first table that is due to meet it. */
function check(rows: Rows, table: Table, t: u32, at: u32, flips: u32, seen: u64): void {
  const place = <usize>at;
  const remaining =
    ((<u64>load<u16>(table.near + (place << 1))) << 16) | ((<u64>load<u32>(table.far + (place << 2))) << 32);
  const errors = ((remaining ^ seen) & ~0xffff) | flips;
  if (<u32>popcnt(errors) > maxDistance) return;
  found(rows, table, t, at, errors);
}

function found(rows: Rows, table: Table, t: u32, at: u32, errors: u64): void {
  const different = unrotated(errors, t);
  for (let earlier: u32 = 0; earlier < t; earlier++) {
    const itsErrors = popcnt(<u32>(different >> (16 * earlier)) & 0xffff);
    if (itsErrors < ((radii >> (8 * earlier)) & 255)) return;
  }
  report(rows, load<u32>(table.rows + ((<usize>at) << 2)), <u32>popcnt(errors));
}

function report(rows: Rows, row: u32, distance: u32): void {
  if (isDead(rows, row)) return;
  const id = idOf(rows, row);
  if (after < 0) addMatch(((<u64>distance) << 32) | id);
  else if (<i64>id > after) addMatch(((<u64>id) << 8) | distance);
}
