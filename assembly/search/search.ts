// Hamming-radius search: by the probes of a program, or through all fingerprints.

import { settle } from './changes';
import { addSlot, emptySlots, runSlots, SLOTS, slotCount } from './filter';
import { forgetFound } from './found';
import { Index, tableAt } from './index-parts';
import { ENOUGH, matchCount } from './matches';
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
import { endQueries, startMatches } from './report';
import { sweep } from './sweep';
import { bucketOf, permuted } from './table';
import { Twins } from './twins';

/**
 * Searches for `count` fingerprints (u64 each) and returns how many it came to. A match is distance << 32 | id,
 * in the list of matches, in that order if they are to be sorted; where the matches of query i end is written to ends + 4 i.
 */
export function indexSearch(index: Index, program: usize, queries: usize, count: u32, ends: usize, sorted: bool): u32 {
  settle(index);
  const reads = probeCount(program) == 0;
  const swept = reads ? 0 : sweep(index, program, queries, count, ends, sorted);
  if (swept > 0) return swept;
  emptySlots();
  startMatches(reads ? changetype<Twins>(0) : index.twins, ends, sorted);
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
  startMatches(reads ? changetype<Twins>(0) : index.twins, 0, true);
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
