// All pairs within a distance: every bucket against those that the probes lead to, by the same filter as a search.
//
// A pair is met from one side only: from the bucket with the smaller number, or within a bucket from the entry that comes
// first.
import { blockOf, countOf, nextOf, valuesOf } from './bucket';
import { addSlot, emptySlots, fetchSlots, runSlots, SLOTS, slotCount } from './filter';
import { Index, tableAt } from './hamming-index';
import { IdMap, partHead } from './id-map';
import { matchCount } from './matches';
import { KEYS16, KEYS32 } from './pool';
import {
  distanceOf,
  firstProbeOf,
  flipsOf,
  PROBE_BYTES,
  probeAt,
  probeCount,
  probesOf,
  stageAt,
  stageCount,
  tableNumberOf,
} from './program';
import { pairTwins, startPairs } from './report';
import { readThrough } from './search';
import { bucketOf, idAt, seenBehind, Table } from './table';

/** A batch ends with the bucket that brings it to so many numbers (u64), two for each pair. */
const ENOUGH: u32 = 1 << 20;
/** A cursor is the number of a stage times this, and that of a bucket: directories have fewer. */
const STAGE: u32 = 1 << 20;
export const NO_CURSOR: u32 = 0xffffffff;

/**
 * Lists pairs, from a cursor on (0 at first), and returns the cursor to go on with, or 2^32 - 1 after the last. A pair
 * is two entries of the list of matches: the ids (u32 each), and the distance (u64).
 */
export function indexPairs(index: Index, program: usize, cursor: u32): u32 {
  emptySlots();
  const reads = probeCount(program) == 0;
  startPairs(reads ? changetype<IdMap>(0) : index.twins, reads);
  if (reads) return readPairs(index, distanceOf(program), cursor);
  for (let s = cursor / STAGE; s < stageCount(program); s++) {
    const table = tableAt(index, tableNumberOf(stageAt(program, s)));
    const buckets: u32 = 1 << table.directoryBits;
    for (let bucket = s == cursor / STAGE ? cursor % STAGE : 0; bucket < buckets; bucket++) {
      joinBucket(program, s, table, bucket);
      if (matchCount < ENOUGH) continue;
      run(program);
      return bucket + 1 == buckets ? (s + 1) * STAGE : s * STAGE + bucket + 1;
    }
    run(program);
  }
  return NO_CURSOR;
}

function joinBucket(program: usize, s: u32, table: Table, bucket: u32): void {
  const first = table.directory + ((<usize>bucket) << 3);
  const leading = (<u64>bucket) << (64 - table.directoryBits);
  let head = load<u64>(first);
  while (head != 0) {
    for (let i: u32 = 0; i < countOf(head); i++) {
      const id = idAt(head, i);
      if (s == 0) pairTwins(id);
      joinEntry(program, s, table, head, i, leading | seenBehind(table, head, i), id);
    }
    const link = nextOf(KEYS16, head);
    head = link == 0 ? 0 : load<u64>(link);
  }
}

function joinEntry(program: usize, s: u32, table: Table, head: u64, i: u32, seen: u64, id: u32): void {
  const stage = stageAt(program, s);
  const own = bucketOf(table, seen);
  let probe = probeAt(program, firstProbeOf(stage));
  for (let left = probesOf(stage); left > 0; left--, probe += PROBE_BYTES) {
    const wanted = seen ^ flipsOf(probe);
    const at = bucketOf(table, wanted);
    if (at < own) continue;
    if (at == own) {
      if (i + 1 < countOf(head) || nextOf(KEYS16, head) != 0) addSlot(wanted, head, stage, probe, id, i + 1);
    } else addSlot(wanted, load<u64>(at), stage, probe, id, 0);
    if (slotCount == SLOTS) run(program);
  }
}

function run(program: usize): void {
  fetchSlots();
  runSlots(program);
}

/** Reads everything through for each fingerprint of one part of the map after the other; a pair counts with the larger id. */
function readPairs(index: Index, k: u32, cursor: u32): u32 {
  for (let p = cursor; p < index.map.parts; p++) {
    for (let at = partHead(index.map, p); at != 0; at = nextOf(KEYS32, load<u64>(at))) {
      const head = load<u64>(at);
      for (let i: usize = 0; i < countOf(head); i++) {
        const query = load<u64>(valuesOf(KEYS32, head) + (i << 3));
        readThrough(index.pools.values, query, k, load<u32>(blockOf(head) + (i << 2)));
      }
    }
    if (matchCount >= ENOUGH) return p + 1;
  }
  return NO_CURSOR;
}
