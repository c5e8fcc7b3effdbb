// The tables, forced where the index itself would rather read everything through, and proofs that they miss nothing.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { errorBounds, errorPatterns } from '../../src/search/error-bounds.ts';
import { layoutBytes, layoutOf } from '../../src/search/layout.ts';
import { fourTables, type Plan, prefixBits } from '../../src/search/plan.ts';
import { probeCount, probingProgram } from '../../src/search/program.ts';
import { stagesFor } from '../../src/search/stages.ts';
import type { Core } from '../../src/wasm/core.ts';
import { IndexMemory } from '../../src/wasm/index-memory.ts';
import * as reference from '../reference/search.ts';
import { builds } from '../support/builds.ts';
import { flipped, randomBits, sets } from '../support/fingerprints.ts';
import { plans } from '../support/plan-shapes.ts';
import { DISTANCES, tabled } from '../support/plans.ts';

const upTo = (distance: number) => Array.from({ length: distance + 1 }, (_, k) => k);
const evenly = (plan: Plan) => plan.tables.map(() => 1);

/** An index in memory that always goes through its tables. */
function openIndex(core: Core, plan: Plan) {
  const layouts = layoutOf(plan);
  const memory = new IndexMemory(core, layoutBytes(layouts), plan.tables.length);
  const programs = upTo(plan.maxDistance).map((distance) =>
    memory.load(probingProgram(plan, layouts, stagesFor(plan, distance, evenly(plan)), distance)),
  );
  return { memory, programs };
}

/** What a search for one fingerprint finds. */
function foundBy(memory: IndexMemory, query: bigint, program: Parameters<IndexMemory['pairs']>[0]) {
  return Array.from({ length: memory.searchOne(query, program) }, (_, i) => memory.found(i));
}

/** What the tables of an index list as pairs, ordered as the reference has them. */
function pairsOf(memory: IndexMemory, program: Parameters<IndexMemory['pairs']>[0]): number[][] {
  const listed: number[][] = [];
  for (let cursor: number | undefined = 0; cursor !== undefined; ) {
    const { found, next }: { found: Uint32Array; next: number | undefined } = memory.pairs(program, cursor);
    for (let i = 0; i < found.length; i += 4) listed.push([found[i + 1]!, found[i]!, found[i + 2]!]);
    cursor = next;
  }
  return listed.sort((x, y) => x[0]! - y[0]! || x[1]! - y[1]!);
}

/** The same in another order (Fisher, Yates). */
function shuffled<T>(values: readonly T[], random: () => bigint): T[] {
  const order = [...values];
  for (let i = order.length - 1; i > 0; i--) {
    const j = Number(random() % BigInt(i + 1));
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}

/** Rotated to the left. */
const rotated = (value: bigint, by: number) =>
  BigInt.asUintN(64, (value << BigInt(by)) | (value >> BigInt((64 - by) % 64)));

const known = new Map<string, unknown>();

/** What the reference says, which is the same for each build. */
function remembered<T>(name: string, work: () => T): T {
  if (!known.has(name)) known.set(name, work());
  return known.get(name) as T;
}

describe.each(Object.entries(plans))('the plan %s', (_, plan) => {
  const layouts = layoutOf(plan);

  it('permutes the bits in each table: every one to a place of its own', () => {
    for (const { moves } of layouts) {
      const places = new Set<bigint>();
      for (let bit = 0n; bit < 64n; bit++) {
        const fitting = moves.filter(({ bits }) => (bits >> bit) & 1n);
        expect(fitting).toHaveLength(1);
        places.add((bit + BigInt(fitting[0]!.by)) % 64n);
      }
      expect(places.size).toBe(64);
    }
  });

  it('has a table for every way in which errors fall on the blocks, at every distance', () => {
    for (const distance of upTo(plan.maxDistance)) {
      const stages = stagesFor(plan, distance, evenly(plan));
      for (const errors of errorPatterns(plan.blocks, distance)) {
        const met = stages.some(
          ({ prefix, radius }) => prefix.reduce((sum, block) => sum + errors[block]!, 0) <= radius,
        );
        if (!met) expect.fail(`missed at distance ${distance}: ${errors}`);
      }
    }
  });

  // A bound that is too narrow loses so few matches that searches among some hundred fingerprints hardly ever show it.
  it('passes over nothing by the errors in the 16 bits behind those of the directory', () => {
    const random = randomBits(53n);
    const leading = (bits: bigint, count: number) => (bits >> BigInt(64 - count)) << BigInt(64 - count);
    for (const distance of upTo(plan.maxDistance)) {
      const stages = stagesFor(plan, distance, evenly(plan));
      const bounds = errorBounds(plan, layouts, stages, distance);
      for (let i = 0; i < 2000; i++) {
        // Anywhere, or side by side, so that many stand behind one directory.
        const among = i % 2 === 0 ? 63n : 15n;
        const bits = flipped(0n, i % (distance + 1), () => random() & among);
        const difference = rotated(bits, Number(random() & 63n));
        for (const [number, { table, prefix, radius }] of stages.entries()) {
          const { directoryBits, moves } = layouts[table]!;
          const seen = moves.reduce((sum, move) => sum | rotated(difference & move.bits, move.by), 0n);
          const width = prefixBits(plan, { prefix });
          if (reference.distance(leading(seen, width), 0n) > radius) continue;
          const flips = leading(seen, Math.max(width, directoryBits));
          const behind = reference.distance(leading(seen ^ flips, directoryBits + 16), 0n);
          const { least, most } = bounds(number, reference.distance(flips, 0n)) ?? { least: 64, most: -1 };
          if (behind < least || behind > most) expect.fail(`missed at distance ${distance}: ${difference}`);
          break;
        }
      }
    }
  });
});

it('goes through all ways in which errors fall on blocks', () => {
  const seen = new Set(Array.from(errorPatterns([2, 1, 3], 4), String));
  expect(seen).toContain('0,0,0');
  expect(seen).toContain('0,1,3');
  // Of the 24 ways to fill the blocks, those with 5 and 6 errors are too many: (1,1,3), (2,0,3), (2,1,2) and (2,1,3).
  expect(seen.size).toBe(20);
});

describe('the radii of four tables', () => {
  it.each(upTo(16))('cannot be smaller at distance %i: with any one less, some way is missed', (distance) => {
    const stages = stagesFor(fourTables(16), distance, [1, 1, 1, 1]);
    expect(stages.reduce((sum, { radius }) => sum + radius + 1, 0)).toBe(distance + 1);
  });

  it('are smallest where the buckets are most crowded', () => {
    const stages = stagesFor(fourTables(16), 6, [1, 2, 9, 3]);
    expect(stages.map(({ table, radius }) => [table, radius])).toEqual([
      [2, 0],
      [3, 1],
      [1, 1],
      [0, 1],
    ]);
  });

  it('make as many probes as the theory says', () => {
    const plan = fourTables(16);
    const probes = [3, 4, 6, 8, 10, 12].map((k) => {
      const program = probingProgram(plan, layoutOf(plan), stagesFor(plan, k, [1, 1, 1, 1]), k);
      return new Uint32Array(program.buffer)[2];
    });
    expect(probes).toEqual([4, 20, 52, 188, 428, 1108]);
  });
});

describe.each(builds)('the tables of the $name build', ({ name: build, open }) => {
  it('are without what was removed, whether it still waits to be taken out or not', () => {
    const random = randomBits(37n);
    // Some are equal to others, which take their place in the tables.
    const values = sets.repeated!(300, random);
    const rows = new Map(values.map((value, id): [number, bigint] => [id, value]));
    const { memory, programs } = openIndex(open(), fourTables(16));
    memory.add(BigUint64Array.from(values), undefined, 0);
    memory.build();
    for (const removed of [1, 31, 32, 33, 70]) {
      for (const id of [...rows.keys()].slice(0, removed)) {
        expect(memory.remove(id)).toBe(true);
        expect(memory.remove(id)).toBe(false);
        rows.delete(id);
      }
      expect(foundBy(memory, values[0]!, programs[8]!)).toEqual(reference.search(rows, values[0]!, 8));
      memory.put(values[0]!, 1000 + removed);
      rows.set(1000 + removed, values[0]!);
      expect(memory.remove([...rows.keys()][0]!)).toBe(true);
      rows.delete([...rows.keys()][0]!);
      expect(memory.stats().tables.map(({ entries }) => entries)).toEqual(Array(4).fill(new Set(rows.values()).size));
      expect(memory.remove([...rows.keys()][0]!)).toBe(true);
      rows.delete([...rows.keys()][0]!);
      expect(pairsOf(memory, programs[4]!)).toEqual(reference.pairs(rows, 4));
    }
  });

  it('list the pairs in and between buckets of more than one block', () => {
    const random = randomBits(31n);
    const centres = Array.from({ length: 700 }, () => random() & ~0xffffn);
    // Two buckets of the last table; the other tables have them spread.
    const values = Array.from({ length: 9800 }, (_, i) => {
      const value = flipped(centres[i % 700]! >> 16n, (i >> 1) % 3, random) & 0xffff_ffff_ffffn;
      return (value << 16n) | BigInt(0xbeee + (i & 1));
    });
    const { memory, programs } = openIndex(open(), fourTables(16));
    memory.add(BigUint64Array.from(values), undefined, 0);
    memory.build();
    const isSampled = (id: number) => id % 331 === 0;
    const expected = values.flatMap((value, i) =>
      !isSampled(i)
        ? []
        : [...values.entries()].flatMap(([j, other]) => {
            const distance = reference.distance(value, other);
            return distance > 4 || i === j || (isSampled(j) && j < i)
              ? []
              : [[Math.min(i, j), Math.max(i, j), distance]];
          }),
    );
    expected.sort((x, y) => x[0]! - y[0]! || x[1]! - y[1]!);
    const listed = pairsOf(memory, programs[4]!);
    expect(listed.filter(([a, b]) => isSampled(a!) || isSampled(b!))).toEqual(expected);
  });

  it('find an entry once, though it has moved up in its bucket and still stands behind the last', () => {
    const { memory, programs } = openIndex(open(), fourTables(16));
    const query = 0xbeefn << 48n;
    const rows = new Map(Array.from({ length: 40 }, (_, id): [number, bigint] => [id, query | BigInt(id)]));
    memory.add(BigUint64Array.from(rows.values()), undefined, 0);
    memory.build();
    for (const id of [...rows.keys()]) {
      for (const [distance, program] of programs.entries()) {
        expect(foundBy(memory, query, program)).toEqual(reference.search(rows, query, distance));
      }
      memory.remove(id);
      rows.delete(id);
    }
  });

  it('find what they are asked for where thousands look like it by the bits that are read first', () => {
    const { memory, programs } = openIndex(open(), fourTables(16));
    const query = 0xbeef_cafen << 32n;
    const random = randomBits(61n);
    const rows = new Map(Array.from({ length: 9000 }, (_, id) => [id, query | (random() >> 32n)]));
    memory.add(BigUint64Array.from(rows.values()), undefined, 0);
    memory.build();
    for (const distance of [3, 6, 9, 16]) {
      expect(foundBy(memory, query, programs[distance]!)).toEqual(reference.search(rows, query, distance));
    }
  });

  it('lose no match of queries that have too many together, though the last of them are met at the end', () => {
    const { memory, programs } = openIndex(open(), fourTables(16));
    memory.add(new BigUint64Array(30_000), undefined, 0);
    memory.build();
    const { queries, ends } = memory.search(new BigUint64Array(40), programs[0]!);
    expect(queries).toBeGreaterThan(0);
    expect([...ends]).toEqual(Array.from({ length: queries }, (_, i) => 30_000 * (i + 1)));
  });

  it('give the lists of very many matches back, sorted or not', () => {
    const core = open();
    const { memory, programs } = openIndex(core, fourTables(16));
    const values = BigUint64Array.from({ length: 30_000 }, (_, id) => BigInt(id & 1));
    memory.add(values, undefined, 0);
    memory.build();
    // Half are equal to a query, half differ in a bit, by turns.
    const bytes = (numbers: Uint32Array) => Buffer.from(numbers.slice().buffer);
    const expected = [0, 1].map((query) => {
      const numbers = Uint32Array.from({ length: 60_000 }, (_, i) => {
        const distance = Math.floor(i / 30_000);
        return i % 2 === 1 ? distance : (i % 30_000) + (query ^ distance);
      });
      return bytes(numbers);
    });
    const sizes = Array.from({ length: 5 }, () => {
      const { queries, matches } = memory.search(values.subarray(0, 40), programs[1]!);
      expect(queries).toBeGreaterThan(1);
      for (let query = 0; query < queries; query++) {
        const found = bytes(matches.subarray(60_000 * query, 60_000 * (query + 1)));
        expect(found.equals(expected[query % 2]!)).toBe(true);
      }
      return core.memory.u8.length;
    });
    expect(sizes[4]).toBe(sizes[1]);
    // And not kept for a search with few.
    expect(memory.searchOne(0xffn << 32n, programs[0]!)).toBe(0);
    core.memory.allocate(2 ** 24 - 64);
    expect(core.memory.u8.length).toBe(sizes[4]);
  });

  // The last bits of a key are also the first of a value there.
  it('count every error once, also behind a directory of more than 16 bits', () => {
    const tables = [0, 1, 2].map((block) => ({ prefix: [block], radius: 2 }));
    const { memory, programs } = openIndex(open(), { maxDistance: 8, blocks: [21, 22, 21], tables });
    memory.put(0n, 7);
    memory.build();
    for (let by = 0; by < 64; by++) {
      const query = rotated(0xffn, by);
      expect(foundBy(memory, query, programs[8]!)).toEqual([{ id: 7, fingerprint: 0n, distance: 8 }]);
    }
  });

  it('equal brute force by whatever plan the planner may choose', () => {
    const core = open();
    const plan = fc.constantFrom(...DISTANCES).chain((distance) => fc.constantFrom(...tabled(distance)));
    const among = fc.constantFrom(20n, 64n);
    fc.assert(
      fc.property(plan, fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), among, (plan, seed, among) => {
        const layouts = layoutOf(plan);
        const distance = plan.maxDistance;
        const stages = stagesFor(plan, distance, evenly(plan));
        fc.pre(probeCount(plan, layouts, stages) < 5000);
        const memory = new IndexMemory(core, layoutBytes(layouts), plan.tables.length);
        const program = memory.load(probingProgram(plan, layouts, stages, distance));
        const random = randomBits(seed);
        // Errors anywhere, or side by side from some bit on.
        const from = Number(seed & 63n);
        const near = (bits: number) => {
          const errors = flipped(0n, bits, () => random() % among);
          return seed ^ rotated(errors, from);
        };
        const values = Array.from({ length: 100 }, (_, i) => near(i % (distance + 3)));
        const rows = new Map(values.map((value, id): [number, bigint] => [id, value]));
        memory.add(BigUint64Array.from(values), undefined, 0);
        memory.build();
        for (const query of [seed, near(1), near(distance)]) {
          expect(foundBy(memory, query, program)).toEqual(reference.search(rows, query, distance));
        }
        expect(pairsOf(memory, program)).toEqual(reference.pairs(rows, distance));
        memory.free();
      }),
      { numRuns: build === 'debug' ? 20 : 150 },
    );
  });

  // Everything for four tables; for the other shapes what differs with the shape.
  describe.each(Object.entries(plans))('%s', (shape, plan) => {
    it.each(shape === '4 × 16' ? Object.keys(sets) : ['clustered', 'oneBucket'])(
      'equal brute force over %s fingerprints: searches and pairs',
      (name) => {
        const random = randomBits(17n);
        const values = sets[name]!(name === 'allEqual' || name === 'repeated' ? 300 : 1200, random);
        const rows = new Map(values.map((value, id): [number, bigint] => [id, value]));
        const { memory, programs } = openIndex(open(), plan);
        memory.add(BigUint64Array.from(values), undefined, 0);
        memory.build();
        const queries = Array.from({ length: 15 }, (_, bits) => flipped(values[bits * 20]!, bits, random));
        const expected = remembered(`${shape} ${name} matches`, () =>
          queries.map((query) => reference.search(rows, query, plan.maxDistance)),
        );
        for (const [maxDistance, program] of programs.entries()) {
          // So many are searched for together.
          const many = BigUint64Array.from([...queries, ...queries, ...queries]);
          const { matches, ends } = memory.search(many, program);
          for (const i of many.keys()) {
            const found = Array.from(matches.subarray(i === 0 ? 0 : 2 * ends[i - 1]!, 2 * ends[i]!));
            const wanted = expected[i % queries.length]!.filter(({ distance }) => distance <= maxDistance);
            expect(found).toEqual(wanted.flatMap(({ id, distance }) => [id, distance]));
          }
          for (const [i, query] of queries.entries()) {
            const wanted = expected[i]!.filter(({ distance }) => distance <= maxDistance);
            expect(foundBy(memory, query, program)).toEqual(wanted);
          }
        }
        const few = values.slice(0, 150);
        const small = openIndex(open(), plan);
        small.memory.add(BigUint64Array.from(few), undefined, 0);
        small.memory.build();
        const pairs = remembered(`${name} pairs`, () => reference.pairs(new Map(few.entries()), 16));
        for (const [maxDistance, program] of small.programs.entries()) {
          expect(pairsOf(small.memory, program)).toEqual(pairs.filter(([, , distance]) => distance <= maxDistance));
        }
      },
    );

    it('stay equal to brute force through additions, updates and removals', () => {
      const core = open();
      const id = fc.nat(30);
      const fingerprint = fc
        .tuple(fc.nat(3), fc.nat(4))
        .map(([centre, bits]) => flipped(BigInt(centre) * 0x5555555555555555n, bits, randomBits(BigInt(bits))));
      const step = fc.record({ adds: fc.boolean(), id, fingerprint });
      fc.assert(
        // By turns many changes wait for a search, or few.
        fc.property(fc.array(step, { maxLength: 200 }), fc.constantFrom(4, 150), (steps, every) => {
          const { memory, programs } = openIndex(core, plan);
          memory.build();
          const rows = new Map<number, bigint>();
          for (const [i, { adds, id, fingerprint }] of steps.entries()) {
            if (adds) {
              memory.put(fingerprint, id);
              rows.set(id, fingerprint);
            } else expect(memory.remove(id)).toBe(rows.delete(id));
            if (i % every !== 0) continue;
            expect(foundBy(memory, fingerprint, programs[3]!)).toEqual(reference.search(rows, fingerprint, 3));
          }
          expect(memory.isTabled).toBe(true);
          expect(pairsOf(memory, programs[3]!)).toEqual(reference.pairs(rows, 3));
          memory.free();
        }),
        { numRuns: shape === '4 × 16' && build !== 'debug' ? 40 : 3 },
      );
    });
  });

  it.each(Object.entries(plans))('stay equal to brute force through batches of changes, by the plan %s', (_, plan) => {
    const random = randomBits(43n);
    const few = Array.from({ length: 40 }, random);
    // Copies; such as differ in 16 bits only; and such as share a bucket of the one or the other table, more than a block of
    // it has room for.
    const makers = [
      random,
      () => few[0]! ^ ((random() & 0xffffn) << (16n * (random() & 3n))),
      () => few[Number(random() % 40n)]!,
      () => (random() >> 16n) | (0xabcdn << 48n),
      () => (random() & ~0xffffn) | 0x1234n,
    ];
    const { memory, programs } = openIndex(open(), plan);
    const rows = new Map<number, bigint>();
    const someIds = (count: number) => Uint32Array.from({ length: count }, () => Number(random() % 12_000n));
    const isSame = () => {
      expect(memory.isTabled).toBe(true);
      const { ids, fingerprints } = memory.entries();
      expect(new Map(Array.from(ids, (id, i) => [id, fingerprints[i]!]))).toEqual(rows);
      const times = new Map<bigint, number>();
      for (const value of rows.values()) times.set(value, (times.get(value) ?? 0) + 1);
      const { tables, twinIds } = memory.stats();
      expect(tables.map(({ entries }) => entries)).toEqual(plan.tables.map(() => times.size));
      expect(twinIds).toBe([...times.values()].reduce((sum, count) => sum + (count > 1 ? count : 0), 0));
      for (const query of [...few.slice(0, 3), ...[...rows.values()].slice(0, 5)]) {
        expect(foundBy(memory, query, programs[2]!)).toEqual(reference.search(rows, query, 2));
      }
    };
    memory.build();
    let nextId = 20_000;
    for (const [i, size] of [3000, 127, 128, 1, 5000, 300, 4000].entries()) {
      const values = BigUint64Array.from({ length: size }, () => makers[Number(random() % 5n)]!());
      memory.add(values, undefined, nextId);
      for (const value of values) rows.set(nextId++, value);
      // Some are there and get another fingerprint, some come twice.
      const ids = someIds(size);
      memory.add(values, ids, 0);
      for (const [j, id] of ids.entries()) rows.set(id, values[j]!);
      isSame();
      const gone = Uint32Array.from([...someIds(size), ...[...rows.keys()].slice(i * 7).slice(0, size), 3, 3]);
      expect(memory.removeAll(gone)).toBe(gone.reduce((count, id) => count + Number(rows.delete(id)), 0));
      isSame();
    }
    memory.removeAll(Uint32Array.from([...rows.keys()]));
    rows.clear();
    isSame();
    memory.free();
  });

  it('are what they would be if built at once, after more changes than a batch has', () => {
    const random = randomBits(44n);
    const values = BigUint64Array.from({ length: 600_000 }, random);
    for (let i = 0; i < values.length; i += 10) values[i + 1] = values[i]!;
    const gone = Uint32Array.from({ length: 550_000 }, (_, i) => 25_000 + i);
    const [changed, built] = [openIndex(open(), fourTables(3)), openIndex(open(), fourTables(3))];
    changed.memory.build();
    changed.memory.add(values, undefined, 0);
    expect(changed.memory.removeAll(gone)).toBe(gone.length);
    built.memory.add(values.subarray(0, 25_000), undefined, 0);
    built.memory.add(values.subarray(575_000), undefined, 575_000);
    built.memory.build();
    expect(changed.memory.size).toBe(50_000);
    expect(changed.memory.stats().tables).toEqual(built.memory.stats().tables);
    expect(pairsOf(changed.memory, changed.programs[3]!)).toEqual(pairsOf(built.memory, built.programs[3]!));
  });

  it.each([
    ['at once', 'in any order'],
    ['one by one', 'in any order'],
    // Then one list after the other becomes empty.
    ['one by one', 'as they came'],
  ])('list thousands of equal fingerprints, added %s and removed %s', (added, removedHow) => {
    const random = randomBits(41n);
    // One stands alone, one with many twins, one with so many that they take several lists.
    const values = [random(), random(), random()];
    const valueAt = (i: number): bigint => values[i === 0 ? 0 : i % 8 === 0 ? 1 : 2]!;
    const rows = new Map(Array.from({ length: 4000 }, (_, i) => [Math.imul(i, 0x9e3779b1) >>> 0, valueAt(i)]));
    const { memory, programs } = openIndex(open(), fourTables(16));
    if (added === 'one by one') memory.build();
    memory.add(BigUint64Array.from(rows.values()), Uint32Array.from(rows.keys()), 0);
    if (added === 'at once') memory.build();
    const most = memory.stats().bytes.twins;
    const left = removedHow === 'as they came' ? [...rows.keys()].reverse() : shuffled([...rows.keys()], random);
    for (let removed = 0; left.length > 0; removed++) {
      if (removed % 500 === 0 || left.length < 4) {
        for (const value of values) {
          const expected = [...rows.keys()].filter((id) => rows.get(id) === value).sort((a, b) => a - b);
          const found = foundBy(memory, value, programs[0]!);
          expect(found).toEqual(expected.map((id) => ({ id, fingerprint: value, distance: 0 })));
        }
        const equal = values.map((value) => [...rows.values()].filter((other) => other === value).length);
        expect(memory.stats().twinIds).toBe(equal.reduce((sum, count) => sum + (count > 1 ? count : 0), 0));
      }
      // Some are updated instead, and removed later.
      const id = left.pop()!;
      if (removedHow !== 'as they came' && removed % 5 === 0) {
        const value = values[removed % 3]!;
        memory.put(value, id);
        rows.set(id, value);
        left.splice(Number(random() % BigInt(left.length + 1)), 0, id);
      } else {
        expect(memory.remove(id)).toBe(true);
        rows.delete(id);
      }
    }
    expect(memory.size).toBe(0);
    expect(memory.stats().bytes.twins).toBeLessThan(most / 2);
    memory.free();
  });

  it('list all pairs of what is equal, in one list or in several', () => {
    const values = [0n, 7n, 0xffffn];
    const rows = new Map(Array.from({ length: 900 }, (_, i) => [i, values[i < 600 ? 0 : i < 899 ? 1 : 2]!]));
    const { memory, programs } = openIndex(open(), fourTables(16));
    memory.build();
    memory.add(BigUint64Array.from(rows.values()), undefined, 0);
    const pairs = pairsOf(memory, programs[3]!);
    expect(pairs).toHaveLength((899 * 898) / 2);
    expect(new Set(pairs.map(([a, b]) => a! * 900 + b!)).size).toBe(pairs.length);
    expect(pairs.every(([a, b, bits]) => a! < b! && bits === (a! < 600 && b! >= 600 ? 3 : 0))).toBe(true);
    memory.free();
  });

  it('hold every fingerprint once in each table', () => {
    // Each is found by itself at distance 0 through each table alone, and only by itself.
    const values = BigUint64Array.from(sets.uniform!(2000, randomBits(23n)));
    const plan = fourTables(16);
    const { memory } = openIndex(open(), plan);
    memory.add(values, undefined, 0);
    memory.build();
    for (const table of [0, 1, 2, 3]) {
      const stages = [{ table, prefix: [table], radius: 0 }];
      const program = memory.load(probingProgram(plan, layoutOf(plan), stages, 0));
      const { matches, queries } = memory.search(values, program);
      expect(queries).toBe(values.length);
      expect(Array.from(matches)).toEqual(Array.from(values.keys()).flatMap((id) => [id, 0]));
    }
    memory.free();
  });

  it('grow and shrink by blocks: what they take follows what they hold', () => {
    const core = open();
    const random = randomBits(31n);
    const { memory, programs } = openIndex(core, fourTables(16));
    memory.build();
    // Many in one bucket, which takes several of the largest blocks, and then few.
    const values = BigUint64Array.from(sets.oneBucket!(5000, random));
    memory.add(values, undefined, 0);
    expect(memory.stats().tables[3]).toMatchObject({ entries: 5000, largest: 5000, hottest: 0xbeef });
    for (let id = 0; id < values.length; id++) if (id % 500 !== 7) memory.remove(id);
    expect(memory.stats().tables[3]).toMatchObject({ entries: 10, largest: 10 });
    for (const id of [7, 507, 4507]) {
      expect(foundBy(memory, values[id]!, programs[0]!)).toEqual([{ id, fingerprint: values[id], distance: 0 }]);
    }
    const { rows, tables } = memory.stats().bytes;
    expect(rows).toBeLessThan(300_000);
    expect(tables - 4 * 8 * 65536).toBeLessThan(300_000);
    memory.free();
  });
});
