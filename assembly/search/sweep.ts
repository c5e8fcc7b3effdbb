// Searches for many fingerprints at once: in one part of a table after the other, for all of them. So the directory and the
// buckets are met about in their order, and are in the cache when they are met again.

import { startParts, takePlace } from '../counting-sort';
import { allocate } from '../heap';
import { addSlot, emptySlots, runSlots, SLOTS, slotCount } from './filter';
import { Index, tableAt } from './index-parts';
import { firstProbeOf, flipsOf, PROBE_BYTES, probeAt, probesOf, stageAt, stageCount, tableNumberOf } from './program';
import { endSweep, isOverfull, startSweep } from './report';
import { bucketOf, permuted, Table } from './table';

/** The queries of a sweep, at most and at least. */
const MOST: u32 = 8192;
const FEWEST: u32 = 32;
/** A part has so many queries on average, */
const QUERIES_A_PART: u32 = 2;
/** and there are at most so many: of ten million fingerprints, the keys of a part then take 80 KiB. */
const MOST_PARTS: u32 = 256;

/** Where the queries of each part begin (u32), and where those of the last end. */
const begins: usize = memory.data(4 * 257, 16);
/** The queries as the table sees them (u64), by their leading bits; and which they are (u32). */
let seen: usize = 0;
let tags: usize = 0;
/** There are 64 - shift leading bits. */
let shift: u32 = 0;

/** How many queries had not too many matches together, lately. */
let fitting: u32 = MOST;

/**
 * Searches for as many of the fingerprints (u64 each) as it says; none if they are few, or have very many matches. What it
 * writes is what `indexSearch` does.
 */
export function sweep(index: Index, program: usize, queries: usize, count: u32, ends: usize, sorted: bool): u32 {
  const swept = min(count, fitting);
  fitting = min(MOST, 2 * fitting);
  if (swept < FEWEST) return 0;
  emptySlots();
  startSweep(index.twins, sorted);
  if (!reportAll(index, program, queries, swept)) {
    fitting = swept / 8;
    return 0;
  }
  endSweep(swept, ends);
  return swept;
}

/** Reports the matches of the queries in no order; false if there are too many. */
function reportAll(index: Index, program: usize, queries: usize, count: u32): bool {
  if (tags == 0) {
    seen = allocate(MOST << 3);
    tags = allocate(MOST << 2);
  }
  shift = <u32>clz<u64>(min(MOST_PARTS, count / QUERIES_A_PART)) + 1;
  for (let s: u32 = 0; s < stageCount(program); s++) {
    const stage = stageAt(program, s);
    const table = tableAt(index, tableNumberOf(stage));
    sortQueries(table, queries, count);
    for (let part: u32 = 0; part < <u32>(1 << (64 - shift)); part++) {
      let probe = probeAt(program, firstProbeOf(stage));
      for (let left = probesOf(stage); left > 0; left--, probe += PROBE_BYTES) {
        probePart(program, table, stage, probe, part ^ <u32>(flipsOf(probe) >> shift));
      }
      if (isOverfull()) return false;
    }
  }
  runSlots(program);
  return !isOverfull();
}

function probePart(program: usize, table: Table, stage: usize, probe: usize, part: u32): void {
  const end = beginOf(part + 1);
  for (let i = beginOf(part); i < end; i++) {
    const wanted = load<u64>(seen + ((<usize>i) << 3)) ^ flipsOf(probe);
    addSlot(wanted, load<u64>(bucketOf(table, wanted)), stage, probe, load<u32>(tags + ((<usize>i) << 2)));
    if (slotCount == SLOTS) runSlots(program);
  }
}

function beginOf(part: u32): u32 {
  return load<u32>(begins + ((<usize>part) << 2));
}

/** Sorts the queries by their parts of a table. */
function sortQueries(table: Table, queries: usize, count: u32): void {
  // Where the next of each part belongs: in the end where it ends, so where the one behind it begins.
  const nexts = begins + 4;
  memory.fill(begins, 0, 4 * 257);
  for (let i: u32 = 0; i < count; i++) {
    takePlace(nexts, <usize>(permuted(table, load<u64>(queries + ((<usize>i) << 3))) >> shift));
  }
  startParts(nexts, 1 << (64 - shift));
  for (let i: u32 = 0; i < count; i++) {
    const query = permuted(table, load<u64>(queries + ((<usize>i) << 3)));
    const at = <usize>takePlace(nexts, <usize>(query >> shift));
    store<u64>(seen + (at << 3), query);
    store<u32>(tags + (at << 2), i);
  }
}
