// The tables, forced where the index itself would rather read everything through, and proofs that they miss nothing.
import { describe, expect, it } from 'vitest';
import { LARGEST_DISTANCE, probeCount, probingPlan, tableRadii } from '../src/search/plan.ts';
import { IndexMemory } from '../src/wasm/index-memory.ts';
import { builds } from './builds.ts';
import { flipped, randomBits, sets } from './fingerprints.ts';
import * as reference from './reference/search.ts';

const DISTANCES = Array.from({ length: LARGEST_DISTANCE + 1 }, (_, k) => k);

describe.each(DISTANCES)('the radii for distance %i', (maxDistance) => {
  const radii = tableRadii(maxDistance);

  it('cover every way in which so many errors fall on the four blocks', () => {
    // Which bits of a block are wrong does not matter, only how many: the counts are all there is to enumerate.
    for (let a = 0; a <= maxDistance; a++) {
      for (let b = 0; a + b <= maxDistance; b++) {
        for (let c = 0; a + b + c <= maxDistance; c++) {
          for (let d = 0; a + b + c + d <= maxDistance; d++) {
            expect([a, b, c, d].some((errors, table) => errors <= radii[table]!)).toBe(true);
          }
        }
      }
    }
  });

  it('cannot be smaller: with any one less, some way is missed', () => {
    for (const table of radii.keys()) {
      if (radii[table] === -1) continue;
      const less = radii.map((radius, i) => (i === table ? radius - 1 : radius));
      const missed = less.map((radius) => radius + 1);
      expect(missed.reduce((sum, errors) => sum + errors)).toBeLessThanOrEqual(maxDistance);
    }
  });
});

it('probes as many buckets as the theory says', () => {
  expect([3, 4, 6, 8, 10, 12].map(probeCount)).toEqual([4, 20, 52, 188, 428, 1108]);
});

describe.each(builds)('the tables of the $name build', ({ open }) => {
  it.each(Object.keys(sets))('equal brute force at every distance over %s fingerprints', (name) => {
    const random = randomBits(17n);
    const values = sets[name]!(name === 'allEqual' || name === 'repeated' ? 400 : 3000, random);
    const rows = new Map(values.map((value, id): [number, bigint] => [id, value]));
    const memory = new IndexMemory(open());
    memory.add(BigUint64Array.from(values), undefined, 0);
    memory.build();
    const queries = Array.from({ length: 19 }, (_, bits) => flipped(values[bits * 20]!, bits, random));
    const expected = queries.map((query) => reference.search(rows, query, LARGEST_DISTANCE));
    for (const maxDistance of DISTANCES) {
      const { matches, ends } = memory.search(BigUint64Array.from(queries), probingPlan(maxDistance));
      for (const i of queries.keys()) {
        const found = Array.from(matches.subarray(i === 0 ? 0 : 2 * ends[i - 1]!, 2 * ends[i]!));
        const wanted = expected[i]!.filter(({ distance }) => distance <= maxDistance);
        expect(found).toEqual(wanted.flatMap(({ id, distance }) => [id, distance]));
      }
    }
    memory.free();
  });

  it('hold every row once, in its bucket, under a bijection of the 64 bits', () => {
    // Each fingerprint is found by itself at distance 0 through each table alone, and only by itself.
    const values = BigUint64Array.from(sets.uniform!(2000, randomBits(23n)));
    const memory = new IndexMemory(open());
    memory.add(values, undefined, 0);
    memory.build();
    for (const table of [0, 1, 2, 3]) {
      const { matches, queries } = memory.search(values, { maxDistance: 0, radii: 1 << (8 * table) });
      expect(queries).toBe(values.length);
      expect(Array.from(matches)).toEqual(Array.from(values.keys()).flatMap((id) => [id, 0]));
    }
    memory.free();
  });
});
