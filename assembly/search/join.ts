// All pairs within a distance: every bucket against those that the probes lead to.
//
// A pair is met from one side only: from the bucket with the smaller number, or within a bucket from the entry that comes
// first.

import { blockOf, countOf, nextHead, nextOf, valuesOf } from './bucket';
import { pairBuckets } from './bucket-pairs';
import { settle } from './changes';
import { partHead } from './id-map';
import { Index, tableAt } from './index-parts';
import { ENOUGH, matchCount } from './matches';
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
import { readThrough } from './read';
import { pairTwins, startPairs } from './report';
import { idAt, Table } from './table';
import { Twins } from './twins';

/** A cursor is the number of a stage times this, and that of a bucket: directories have fewer. */
const STAGE: u32 = 1 << 20;
export const NO_CURSOR: u32 = 0xffffffff;

/**
 * Lists pairs, from a cursor on (0 at first), and returns the cursor to go on with, or 2^32 - 1 after the last. A pair
 * is two entries of the list of matches: the ids (u32 each), and the distance (u64).
 */
export function indexPairs(index: Index, program: usize, cursor: u32): u32 {
  settle(index);
  const reads = probeCount(program) == 0;
  startPairs(reads ? changetype<Twins>(0) : index.twins, reads);
  if (reads) return readPairs(index, distanceOf(program), cursor);
  for (let s = cursor / STAGE; s < stageCount(program); s++) {
    const table = tableAt(index, tableNumberOf(stageAt(program, s)));
    const buckets: u32 = 1 << table.directoryBits;
    for (let bucket = s == cursor / STAGE ? cursor % STAGE : 0; bucket < buckets; bucket++) {
      joinBucket(program, s, table, bucket);
      if (matchCount < ENOUGH) continue;
      return bucket + 1 == buckets ? (s + 1) * STAGE : s * STAGE + bucket + 1;
    }
  }
  return NO_CURSOR;
}

/** A bucket and those that the probes lead to from it. */
function joinBucket(program: usize, s: u32, table: Table, bucket: u32): void {
  const heads = table.directory;
  const head = load<u64>(heads + ((<usize>bucket) << 3));
  if (head == 0) return;
  if (s == 0) pairAllTwins(head);
  const stage = stageAt(program, s);
  let probe = probeAt(program, firstProbeOf(stage));
  for (let left = probesOf(stage); left > 0; left--, probe += PROBE_BYTES) {
    const other = bucket ^ <u32>(flipsOf(probe) >> (64 - table.directoryBits));
    if (other >= bucket) pairBuckets(program, stage, probe, head, load<u64>(heads + ((<usize>other) << 3)));
  }
}

function pairAllTwins(first: u64): void {
  for (let head = first; head != 0; head = nextHead(KEYS16, head)) {
    for (let i: u32 = 0; i < countOf(head); i++) pairTwins(idAt(head, i));
  }
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
