// Hamming-radius search: by the probes of a program, or through all fingerprints.

import { blockOf, countOf } from './bucket';
import { settle } from './changes';
import { addSlot, emptySlots, runSlots, SLOTS, slotCount } from './filter';
import { forgetFound } from './found';
import { Index, tableAt } from './index-parts';
import { ENOUGH, matchCount } from './matches';
import { blockBytes, LARGEST, ownerOf, Pool, slabBlocks, slabCountOf, slabOf, VALUES } from './pool';
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
import { endQueries, report, startMatches } from './report';
import { sweep } from './sweep';
import { bucketOf, permuted } from './table';
import { Twins } from './twins';

/**
 * Searches for `count` fingerprints (u64 each) and returns how many it came to. A match is distance << 32 | id,
 * in the list of matches in that order; where the matches of query i end is written to ends + 4 i.
 */
export function indexSearch(index: Index, program: usize, queries: usize, count: u32, ends: usize): u32 {
  settle(index);
  const reads = probeCount(program) == 0;
  const swept = reads ? 0 : sweep(index, program, queries, count, ends);
  if (swept > 0) return swept;
  emptySlots();
  startMatches(reads ? changetype<Twins>(0) : index.twins, ends);
  let done: u32 = 0;
  while (done < count && matchCount < ENOUGH) {
    const query = load<u64>(queries + ((<usize>done) << 3));
    if (reads) readThrough(index.pools.values, query, distanceOf(program), done);
    else probe(index, program, query, done);
    done++;
  }
  runSlots(program);
  endQueries(done);
  return done;
}

/** The matches of one fingerprint: their number. What they are, `found.ts` tells. */
export function indexSearchOne(index: Index, program: usize, query: u64): u32 {
  settle(index);
  emptySlots();
  forgetFound();
  const reads = probeCount(program) == 0;
  startMatches(reads ? changetype<Twins>(0) : index.twins, 0);
  if (reads) readThrough(index.pools.values, query, distanceOf(program), 0);
  else probe(index, program, query, 0);
  runSlots(program);
  endQueries(1);
  return matchCount;
}

/** Locates the buckets that the query may have matches in; whenever there are many, looks into them. */
function probe(index: Index, program: usize, query: u64, tag: u32): void {
  const stages = stageCount(program);
  for (let s: u32 = 0; s < stages; s++) {
    const stage = stageAt(program, s);
    const table = tableAt(index, tableNumberOf(stage));
    const seen = permuted(table, query);
    let probe = probeAt(program, firstProbeOf(stage));
    for (let left = probesOf(stage); left > 0; left--, probe += PROBE_BYTES) {
      const wanted = seen ^ flipsOf(probe);
      addSlot(wanted, load<u64>(bucketOf(table, wanted)), stage, probe, tag);
      if (slotCount == SLOTS) runSlots(program);
    }
  }
}

/** Compares the query with every fingerprint, in the order of memory. Twins are met by themselves. */
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
