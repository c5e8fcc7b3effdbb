// What an index tells beyond searches: groups by each rule, pairs of two sets, statistics, plans of one's own.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HammingIndex, IncompletePlanError, InvalidArgumentError, RecipeMismatchError } from '../../src/index.ts';
import { putTogether } from '../../src/search/equal-ids.ts';
import { GROUP_RULES, groupPairs } from '../../src/search/groups.ts';
import { groupEqual } from '../../src/search/list-groups.ts';
import * as reference from '../reference/search.ts';
import { flipped, randomBits, sets } from '../support/fingerprints.ts';
import { plans } from '../support/plan-shapes.ts';

const DISTANCE = 4;

/** A few centres, so that chains, cliques and equal fingerprints are frequent. */
const fingerprints = fc.array(
  fc
    .tuple(fc.nat(2), fc.nat(9))
    .map(([centre, bits]) => flipped(BigInt(centre) * 0x0f0f0f0f0f0f0f0fn, bits % 6, randomBits(BigInt(bits)))),
  { maxLength: 24 },
);

function indexOf(values: readonly bigint[], firstId = 0): HammingIndex {
  const index = new HammingIndex({ maxDistance: DISTANCE });
  for (const [i, value] of values.entries()) index.add(value, firstId + i);
  return index;
}

/** Id and group of everything that is in a group, as the slow twin says it: a group of each id. */
function listed(groupOf: readonly number[]): [number, number][] {
  return [...groupOf.entries()].filter(([id, group]) => groupOf.some((other, i) => i !== id && other === group));
}

const RULES: Record<string, (values: readonly bigint[]) => number[]> = {
  leader(values) {
    const groupOf: number[] = [];
    for (const [id, value] of values.entries()) {
      const leaders = [...groupOf.keys()].filter((other) => groupOf[other] === other);
      const near = leaders
        .map((leader) => ({ leader, distance: reference.distance(value, values[leader]!) }))
        .filter(({ distance }) => distance <= DISTANCE)
        .sort((x, y) => x.distance - y.distance || x.leader - y.leader);
      groupOf.push(near[0]?.leader ?? id);
    }
    return groupOf;
  },
  components(values) {
    const groupOf = [...values.keys()];
    for (let changed = true; changed; ) {
      changed = false;
      for (const [a, b] of reference.pairs(new Map(values.entries()), DISTANCE)) {
        const least = Math.min(groupOf[a]!, groupOf[b]!);
        if (groupOf[a] === least && groupOf[b] === least) continue;
        groupOf[a] = groupOf[b] = least;
        changed = true;
      }
    }
    return groupOf;
  },
};

describe('groups', () => {
  it.each(Object.keys(RULES))('by %s are those of the slow twin', (rule) => {
    fc.assert(
      fc.property(fingerprints, (values) => {
        const index = indexOf(values);
        const { length, ids, groups } = index.groups({ rule: rule as 'leader' });
        const expected = listed(RULES[rule]!(values));
        expect(Array.from(ids, (id, i) => [id, groups[i]])).toEqual(expected);
        expect(length).toBe(new Set(expected.map(([, group]) => group)).size);
        index.dispose();
      }),
      { numRuns: 60 },
    );
  });

  it('by complete linkage: all members near each other, and no two groups that could be one', () => {
    fc.assert(
      fc.property(fingerprints, (values) => {
        const index = indexOf(values);
        const { ids, groups } = index.groups({ rule: 'complete' });
        const members = new Map<number, number[]>(values.map((_, id) => [id, [id]]));
        for (const [i, id] of ids.entries()) {
          if (groups[i] === id) continue;
          members.get(groups[i]!)!.push(id);
          members.delete(id);
        }
        const farthest = (some: readonly number[], others: readonly number[]) =>
          Math.max(...some.flatMap((x) => others.map((y) => reference.distance(values[x]!, values[y]!))));
        const clusters = [...members.values()];
        for (const [i, cluster] of clusters.entries()) {
          expect(farthest(cluster, cluster)).toBeLessThanOrEqual(DISTANCE);
          for (const other of clusters.slice(i + 1)) expect(farthest(cluster, other)).toBeGreaterThan(DISTANCE);
        }
        index.dispose();
      }),
      { numRuns: 60 },
    );
  });

  it.each(GROUP_RULES)('by %s are the same whether equal fingerprints are paired or put together', (rule) => {
    const crowds = fc.array(fc.tuple(fc.nat(5), fc.nat(2)), { maxLength: 40 });
    fc.assert(
      fc.property(crowds, fc.infiniteStream(fc.nat(2 ** 32 - 1)), (values, ids) => {
        const index = new HammingIndex({ maxDistance: DISTANCE });
        const random = randomBits(53n);
        const near = Array.from({ length: 18 }, (_, i) => flipped(BigInt(i % 2) * 0x1fn, i % 5, random));
        for (const [crowd, bits] of values) index.add(near[3 * crowd + bits]!, ids.next().value!);
        const equal = putTogether(index.entries(), -1)!;
        const distinct = new HammingIndex({ maxDistance: DISTANCE });
        distinct.addAll(equal.fingerprints);
        expect(groupEqual(distinct.pairs(), equal, rule)).toEqual(groupPairs(index.pairs(), rule));
        index.dispose();
        distinct.dispose();
      }),
      { numRuns: 200 },
    );
  });

  it.each(GROUP_RULES)('by %s of more equal fingerprints than all their pairs would fit a memory', (rule) => {
    const random = randomBits(59n);
    const values = new BigUint64Array(60_000).map((_, i) => BigInt(i % 3 === 0 ? 0 : i % 7));
    for (const plan of [undefined, { maxDistance: 3, blocks: [64], tables: [] }]) {
      const index = new HammingIndex({ maxDistance: 3, plan });
      index.addAll(values);
      index.addAll(BigUint64Array.from(sets.uniform!(3000, random)));
      const { length, ids } = index.groups({ rule });
      expect([length, ids.length]).toEqual([1, 60_000]);
      index.dispose();
    }
  });

  it('by an unknown rule are refused', () => {
    const index = indexOf([]);
    expect(() => index.groups({ rule: 'single' as 'leader' })).toThrow(/leader, components, complete/);
    expect(() => index.groups(undefined as never)).toThrow(InvalidArgumentError);
    expect(() => index.groups({ rule: 'leader', distance: 3 } as never)).toThrow(/distance/);
  });
});

it('pairs of two indexes are those of the slow twin', () => {
  fc.assert(
    fc.property(fingerprints, fingerprints, (ours, theirs) => {
      const [index, other] = [indexOf(ours, 100), indexOf(theirs)];
      const { a, b, distances } = index.pairsWith(other, { maxDistance: 3 });
      const expected = ours.flatMap((value, i) =>
        theirs
          .map((theirValue, j) => [100 + i, j, reference.distance(value, theirValue)])
          .filter(([, , distance]) => distance! <= 3),
      );
      expect(Array.from(a, (id, i) => [id, b[i], distances[i]])).toEqual(expected);
      index.dispose();
      other.dispose();
    }),
    { numRuns: 40 },
  );
});

it('pairs of two indexes whose recipes differ are refused', () => {
  const [index, other, unnamed] = ['words/2', 'words-bigrams/2', undefined].map(
    (recipe) => new HammingIndex({ maxDistance: 3, ...(recipe !== undefined && { recipe }) }),
  );
  expect(() => index!.pairsWith(other!)).toThrow(RecipeMismatchError);
  expect(() => index!.pairsWith(other!)).toThrow(/words-bigrams\/2.* by words\/2\./);
  expect(index!.pairsWith(unnamed!).length).toBe(0);
});

it('a limit gives the first of what there is without one', () => {
  const random = randomBits(41n);
  const values = sets.clustered!(3000, random);
  const index = new HammingIndex({ maxDistance: 12 });
  index.addAll(BigUint64Array.from(values));
  for (let i = 0; i < 30; i++) {
    const query = flipped(values[i]!, i % 14, random);
    const all = index.search(query);
    for (const limit of [0, 1, 2, 5, 1000]) expect(index.search(query, { limit })).toEqual(all.slice(0, limit));
  }
  index.dispose();
});

describe('an index with a plan of its own', () => {
  it.each(Object.entries(plans))('%s finds what one without finds', (_, plan) => {
    const random = randomBits(43n);
    const values = BigUint64Array.from(sets.clustered!(6000, random));
    const [own, usual] = [plan, undefined].map((some) => new HammingIndex({ maxDistance: 3, plan: some }));
    for (const index of [own!, usual!]) index.addAll(values);
    expect(own!.searchAll(values)).toEqual(usual!.searchAll(values));
    expect(own!.pairs()).toEqual(usual!.pairs());
    expect(own!.stats().tables.map(({ prefix }) => prefix)).toEqual(plan.tables.map(({ prefix }) => prefix));
    own!.dispose();
    usual!.dispose();
  });

  it('is refused if the plan would miss something, or is for less', () => {
    const lacking = { maxDistance: 3, blocks: [16, 16, 16, 16], tables: [{ prefix: [0], radius: 2 }] };
    expect(() => new HammingIndex({ maxDistance: 3, plan: lacking })).toThrow(IncompletePlanError);
    expect(() => new HammingIndex({ maxDistance: 4, plan: plans['6 × 21']! })).toThrow(InvalidArgumentError);
  });
});

it('tells what it takes, how it is searched, and where it is crowded', () => {
  const random = randomBits(47n);
  const index = new HammingIndex({ maxDistance: 6 });
  const values = [...sets.oneBucket!(400, random), ...sets.uniform!(8000, random)];
  index.addAll(BigUint64Array.from([...values, ...values.slice(0, 500)]));
  const { size, equal, bytes, tables } = index.stats();
  expect([size, equal]).toEqual([8900, 1000]);
  expect(bytes.total).toBe(bytes.rows + bytes.tables + bytes.equal);
  // Many share their last 16 bits: that table has the smallest radius.
  expect(tables.map(({ radius }) => radius)).toEqual([1, 1, 1, 0]);
  expect(tables[3]!.hottestBucket).toEqual({ entries: 400, number: 0xbeef });
  expect(tables[0]!.hottestBucket.entries).toBeLessThan(10);
  index.dispose();
});
