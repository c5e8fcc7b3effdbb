import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DisposedError, InvalidArgumentError } from '../../src/errors.ts';
import { HammingIndex } from '../../src/search/hamming-index.ts';
import { fourTables } from '../../src/search/plan.ts';
import { PlannedIndex } from '../../src/search/planned-index.ts';
import { indexCore, useCore } from '../../src/wasm/core.ts';
import * as reference from '../reference/search.ts';
import { builds } from '../support/builds.ts';
import { flipped, randomBits, sets } from '../support/fingerprints.ts';
import { roomOf } from '../support/room.ts';

const DISTANCES = Array.from({ length: 17 }, (_, k) => k);

/** A query each: members of the set, members with some bits flipped, and strangers. */
function queriesFor(rows: ReadonlyMap<number, bigint>, count: number, random: () => bigint): bigint[] {
  const values = [...rows.values()];
  return Array.from({ length: count }, (_, i) => {
    const member = values[Number(random() % BigInt(values.length))]!;
    return i % 4 === 0 ? random() : flipped(member, i % 18, random);
  });
}

/** What searchAll found for query i, as the reference would say it. */
function found({ offsets, ids, distances }: ReturnType<HammingIndex['searchAll']>, i: number): [number, number][] {
  const at = Array.from({ length: offsets[i + 1]! - offsets[i]! }, (_, j) => offsets[i]! + j);
  return at.map((j) => [ids[j]!, distances[j]!]);
}

const nearestFirst = ([id, distance]: [number, number], [other, its]: [number, number]): number =>
  distance - its || id - other;

/** Compared as bytes: matchers take long over millions. */
const same = (some: Uint32Array | Uint8Array, others: Uint32Array | Uint8Array): boolean =>
  Buffer.compare(bytesOf(some), bytesOf(others)) === 0;
const bytesOf = ({ buffer, byteOffset, byteLength }: Uint32Array | Uint8Array) =>
  new Uint8Array(buffer, byteOffset, byteLength);

describe.each(builds)('the index of the $name build', ({ open }) => {
  beforeAll(() => useCore(open()));
  afterAll(() => useCore(undefined));

  // The larger size has tables; the smaller is read through.
  describe.each(Object.keys(sets))('over %s fingerprints', (name) => {
    it.each([300, 6000])('equals brute force for every distance (%i rows)', (count) => {
      const random = randomBits(BigInt(count));
      const values = sets[name]!(count, random);
      const rows = new Map(values.map((value, i): [number, bigint] => [(i * 7919) % 1_000_003, value]));
      const dense = name === 'allEqual' || name === 'repeated';
      const queries = queriesFor(rows, dense ? 4 : 24, random);
      const expected = queries.map((query) => reference.search(rows, query, 16));
      for (const maxDistance of DISTANCES) {
        const index = new HammingIndex({ maxDistance });
        index.addAll(BigUint64Array.from(rows.values()), Uint32Array.from(rows.keys()));
        const all = index.searchAll(BigUint64Array.from(queries));
        const unsorted = index.searchAll(BigUint64Array.from(queries), { sorted: false });
        for (const [i, query] of queries.entries()) {
          const matches = expected[i]!.filter(({ distance }) => distance <= maxDistance);
          expect(found(all, i)).toEqual(matches.map(({ id, distance }) => [id, distance]));
          expect(found(unsorted, i).sort(nearestFirst)).toEqual(found(all, i));
          if (i % 8 === 0) expect(index.search(query)).toEqual(matches);
        }
        index.dispose();
      }
    });
  });

  // Of those that are all equal, each query matches so many that they cannot be searched for together.
  it.each(Object.keys(sets))('searches %s fingerprints for many queries as for few', (name) => {
    const random = randomBits(29n);
    const values = sets[name]!(6000, random);
    const index = new HammingIndex({ maxDistance: 10 });
    index.addAll(BigUint64Array.from(values));
    const queries = BigUint64Array.from({ length: 200 }, (_, i) => flipped(values[i * 17]!, i % 12, random));
    for (const maxDistance of [0, 3, 6, 10]) {
      const many = index.searchAll(queries, { maxDistance });
      const unsorted = index.searchAll(queries, { maxDistance, sorted: false });
      expect(same(unsorted.offsets, many.offsets)).toBe(true);
      expect(same(unsorted.ids.sort(), many.ids.slice().sort())).toBe(true);
      for (let i = 0; i < queries.length; i += 20) {
        const few = index.searchAll(queries.subarray(i, i + 20), { maxDistance });
        const [from, to] = [many.offsets[i]!, many.offsets[i + 20]!];
        expect(many.offsets.subarray(i, i + 21).map((offset) => offset - from)).toEqual(few.offsets);
        expect(same(many.ids.subarray(from, to), few.ids)).toBe(true);
        expect(same(many.distances.subarray(from, to), few.distances)).toBe(true);
      }
    }
    index.dispose();
  });

  it.each(Object.keys(sets))('lists all pairs of %s fingerprints as brute force does', (name) => {
    const random = randomBits(5n);
    const values = sets[name]!(name === 'allEqual' ? 120 : 700, random);
    const rows = new Map(values.map((value, i): [number, bigint] => [(i * 7919) % 100_003, value]));
    const expected = reference.pairs(rows, 16);
    const index = new HammingIndex({ maxDistance: 16 });
    index.addAll(BigUint64Array.from(rows.values()), Uint32Array.from(rows.keys()));
    for (const maxDistance of DISTANCES) {
      const { a, b, distances, length } = index.pairs({ maxDistance });
      const listed = Array.from({ length }, (_, i) => [a[i], b[i], distances[i]]);
      expect(listed).toEqual(expected.filter(([, , distance]) => distance <= maxDistance));
    }
    index.dispose();
  });

  it.each([0, 1, 3, 4, 6, 10])(
    'lists the pairs at distance %i through tables as through reading',
    (maxDistance) => {
      const random = randomBits(11n);
      const values = BigUint64Array.from(sets.clustered!(9000, random));
      const index = new HammingIndex({ maxDistance });
      index.addAll(values);
      const { a, b, distances, length } = index.pairs();
      const read: number[][] = [];
      for (let i = 0; i < values.length; i += 97) {
        for (let j = i + 1; j < values.length; j++) {
          const distance = reference.distance(values[i]!, values[j]!);
          if (distance <= maxDistance) read.push([i, j, distance]);
        }
      }
      const listed = Array.from({ length }, (_, i) => [a[i]!, b[i]!, distances[i]!]);
      expect(listed.filter(([first]) => first! % 97 === 0)).toEqual(read);
      index.dispose();
    },
    300_000,
  );

  it.each([500, 5000])('finds the nearest of %i whatever their distance, few without tables and many with', (size) => {
    const random = randomBits(3n);
    const rows = new Map(sets.clustered!(size, random).map((value, i): [number, bigint] => [i, value]));
    const index = new HammingIndex({ maxDistance: 3, plan: fourTables(3) });
    index.addAll(BigUint64Array.from(rows.values()));
    for (const query of queriesFor(rows, 12, random)) {
      const expected = reference.search(rows, query, 64);
      for (const count of [0, 1, 5, size - 1, size, 9999])
        expect(index.nearest(query, count)).toEqual(expected.slice(0, count));
    }
    index.dispose();
  });

  it('stays equal to brute force through additions, updates, removals and searches', () => {
    const id = fc.oneof(fc.nat(40), fc.constantFrom(2 ** 31, 2 ** 32 - 2, 2 ** 32 - 1));
    const fingerprint = fc
      .tuple(fc.nat(5), fc.nat(6))
      .map(([centre, bits]) => flipped(BigInt(centre) * 0x1111111111111111n, bits, randomBits(BigInt(bits))));
    const step = fc.oneof(
      { weight: 5, arbitrary: fc.record({ kind: fc.constant('add' as const), id, fingerprint }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), id, fingerprint }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('search' as const), id, fingerprint }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('flood' as const), id, fingerprint }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('ebb' as const), id, fingerprint }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('echo' as const), id, fingerprint }) },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const index = new HammingIndex({ maxDistance: 5 });
        const rows = new Map<number, bigint>();
        for (const { kind, id, fingerprint } of steps) {
          if (kind === 'add') {
            index.add(fingerprint, id);
            rows.set(id, fingerprint);
          } else if (kind === 'remove') expect(index.remove(id)).toBe(rows.delete(id));
          else if (kind === 'echo') {
            // Of some of the flood, one by one, the same under other ids.
            for (let i = 0; i < 20; i++) {
              const twin = rows.get(1000 + 40 * i) ?? fingerprint;
              index.add(twin, 10_000 + i);
              rows.set(10_000 + i, twin);
            }
          } else if (kind === 'ebb') {
            // Of a flood a fifth, or most, when there is one; and some that are not there, or come twice.
            const ids = Uint32Array.from({ length: id % 2 ? 1000 : 4000 }, (_, i) => 900 + i).fill(id, 0, 3);
            expect(index.removeAll(ids)).toBe(ids.reduce((count, one) => count + Number(rows.delete(one)), 0));
          } else if (kind === 'search') {
            expect(index.search(fingerprint)).toEqual(reference.search(rows, fingerprint, 5));
            expect(index.search(fingerprint, { maxDistance: 2, limit: 3 })).toEqual(
              reference.search(rows, fingerprint, 2).slice(0, 3),
            );
          } else {
            // Enough, and far from all others, that tables pay.
            const flood = Array.from({ length: 5000 }, (_, i): [number, bigint] => [
              1000 + i,
              0xa5a5_5a5a_0000_0000n | BigInt(i),
            ]);
            index.addAll(
              BigUint64Array.from(flood, ([, value]) => value),
              Uint32Array.from(flood, ([one]) => one),
            );
            for (const [one, value] of flood) rows.set(one, value);
          }
          expect(index.size).toBe(rows.size);
          expect(index.has(id)).toBe(rows.has(id));
        }
        index.dispose();
      }),
      { numRuns: 60 },
    );
  });

  it('gives fingerprints without ids the next above the largest so far, removed or not', () => {
    const index = new HammingIndex({ maxDistance: 0 });
    index.add(1n, 7);
    index.addAll(BigUint64Array.of(2n));
    index.addAll(BigUint64Array.of(3n, 4n), Uint32Array.of(20, 3));
    index.addAll(BigUint64Array.of(5n, 6n));
    index.remove(22);
    index.addAll(BigUint64Array.of(7n));
    const ids = [1n, 2n, 3n, 4n, 5n, 6n, 7n].map((fingerprint) => index.search(fingerprint)[0]?.id);
    expect(ids).toEqual([7, 8, 20, 3, 21, undefined, 23]);
    index.dispose();
  });

  it('keeps a fingerprint whose other id goes with many, though it came just before', () => {
    const index = new HammingIndex({ maxDistance: 3 });
    const values = BigUint64Array.from(sets.uniform!(2000, randomBits(7n)));
    index.addAll(values);
    index.search(0n);
    index.add(values[5]!, 5000);
    expect(index.removeAll(Uint32Array.from({ length: 128 }, (_, i) => i))).toBe(128);
    expect(index.search(values[5]!)).toEqual([{ id: 5000, fingerprint: values[5], distance: 0 }]);
    expect(HammingIndex.from(index.toBytes()).size).toBe(1873);
    index.dispose();
  });

  it('sorts what is left where many are removed, not in a search afterwards', () => {
    const index = new PlannedIndex(indexCore(), fourTables(3));
    index.addAll(BigUint64Array.from(sets.uniform!(20_000, randomBits(7n))), undefined, 0);
    expect(index.memory.isTabled).toBe(true);
    expect(index.removeAll(Uint32Array.from({ length: 30_000 }, (_, i) => 15_000 + i))).toBe(5000);
    expect(index.memory.isTabled).toBe(true);
    index.memory.free();
  });

  it('finds as much after somebody has changed the plan that it was made by, or told', () => {
    const plan = {
      maxDistance: 3,
      blocks: [16, 16, 16, 16],
      tables: [0, 1, 2, 3].map((i) => ({ prefix: [i], radius: 0 })),
    };
    const index = new HammingIndex({ maxDistance: 3, plan });
    const values = BigUint64Array.from(sets.uniform!(2000, randomBits(3n)));
    index.addAll(values);
    plan.tables.pop();
    (index.stats().plan.tables as unknown[]).pop();
    for (const error of [0b111n, 0x1_0001_0001n << 16n]) {
      expect(index.search(values[7]! ^ error)).toEqual([{ id: 7, fingerprint: values[7], distance: 3 }]);
    }
    index.dispose();
  });

  it('gives its memory back, to the last block', () => {
    expect(open().kernel.memory.buffer.byteLength).toBeLessThan(2 ** 21);
    const random = randomBits(1n);
    const values = BigUint64Array.from([...sets.uniform!(2000, random), ...sets.repeated!(12_000, random)]);
    /** How large the memory is after so many indexes, and how many small blocks it still has. */
    const roomAfter = (rounds: number, fingerprints: BigUint64Array) => {
      const core = open();
      useCore(core);
      for (let round = 0; round < rounds; round++) {
        const index = new HammingIndex({ maxDistance: 3 });
        index.addAll(fingerprints);
        expect(index.search(fingerprints[7]!)[0]!.id).toBe(7);
        index.dispose();
        index.dispose();
      }
      return roomOf(core);
    };
    expect(roomAfter(30, values)).toEqual(roomAfter(1, values));
    // Of so many the list of the map's segments outgrows its first block.
    const many = BigUint64Array.from(sets.uniform!(70_000, random));
    expect(roomAfter(3, many)).toEqual(roomAfter(1, many));
  });
});

describe('the index refuses', () => {
  const index = new HammingIndex({ maxDistance: 3 });

  it.each([
    ['a distance above 16', () => new HammingIndex({ maxDistance: 17 })],
    ['a distance below 0', () => new HammingIndex({ maxDistance: -1 })],
    ['a distance that is not whole', () => new HammingIndex({ maxDistance: 2.5 })],
    ['a distance above its own', () => index.search(0n, { maxDistance: 4 })],
    ['a negative fingerprint', () => index.add(-1n, 0)],
    ['a fingerprint of 65 bits', () => index.add(2n ** 64n, 0)],
    ['to look for what is near one of 65 bits', () => index.nearest(2n ** 64n)],
    ['a number as fingerprint', () => index.add(5 as unknown as bigint, 0)],
    ['an id of 33 bits', () => index.add(0n, 2 ** 32)],
    ['an id that is not whole', () => index.add(0n, 0.5)],
    ['fingerprints in an array', () => index.addAll([1n] as unknown as BigUint64Array)],
    ['fewer ids than fingerprints', () => index.addAll(new BigUint64Array(2), new Uint32Array(1))],
    ['ids in an array', () => index.removeAll([1] as unknown as Uint32Array)],
    ['a negative limit', () => index.search(0n, { limit: -1 })],
    ['a negative count', () => index.nearest(0n, -1)],
  ])('%s', (_, action) => {
    expect(action).toThrow(InvalidArgumentError);
  });

  it('ids that would pass 2^32 - 1 when they are not given', () => {
    const full = new HammingIndex({ maxDistance: 0 });
    full.add(1n, 2 ** 32 - 1);
    expect(() => full.addAll(BigUint64Array.of(2n))).toThrow(/Give the ids/);
    full.dispose();
  });

  it('work after it was disposed', () => {
    const gone = new HammingIndex({ maxDistance: 0 });
    gone.dispose();
    expect(() => gone.search(0n)).toThrow(DisposedError);
    expect(() => gone.removeAll(Uint32Array.of(1))).toThrow(DisposedError);
    expect(() => gone.size).toThrow(DisposedError);
  });
});

it('the index tells fingerprints apart that are made to want the same slot, in a moment', () => {
  // Multiplied as in `fold` (assembly/search/build.ts), 20 bits from the 33rd on are 0; and all begin alike.
  const multiplier = 0x9e3779b97f4a7c15n;
  let inverse = 1n;
  for (let i = 0; i < 6; i++) inverse = BigInt.asUintN(64, inverse * (2n - multiplier * inverse));
  const values = new BigUint64Array(500_000);
  for (let i = 0; i < values.length; i++) {
    const low = BigInt.asUintN(64, BigInt(i) * inverse);
    values[i] = low + (BigInt.asUintN(12, 0x50n - (low >> 52n)) << 52n);
  }
  const index = new HammingIndex({ maxDistance: 3 });
  index.addAll(values);
  expect(index.stats().equal).toBe(0);
  expect(index.search(values[7]!, { maxDistance: 0 })).toEqual([{ id: 7, fingerprint: values[7], distance: 0 }]);
  index.dispose();
});
