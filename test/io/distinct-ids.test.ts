import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DistinctIds } from '../../src/io/distinct-ids.ts';

const id = fc.oneof(
  fc.constantFrom('1', 1, 0, '', '\ud800', 'é', 'ā', '编号', 2 ** 53, 1.5, -7),
  fc.string({ unit: 'binary', maxLength: 3 }),
  fc.integer({ min: 0, max: 20 }),
  // Two of these are more than a piece has room for.
  fc.integer({ min: 0, max: 3 }).map((number) => 'x'.repeat(40_000) + number),
);

it('ids have the number that a map would give them, however often they come, and others none', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ id, isAdded: fc.boolean() }), { maxLength: 200 }), (steps) => {
      const [ids, expected] = [new DistinctIds(), new Map<string | number, number>()];
      for (const { id, isAdded } of steps) {
        if (isAdded && !expected.has(id)) expected.set(id, expected.size);
        expect(isAdded ? ids.add(id) : ids.find(id)).toBe(expected.get(id));
        expect(ids.length).toBe(expected.size);
      }
      for (const [id, number] of expected) expect([ids.at(number), ids.find(id)]).toEqual([id, number]);
    }),
  );
});

it('many ids keep their numbers while the table grows', () => {
  const ids = new DistinctIds();
  const given = Array.from({ length: 100_000 }, (_, i) => (i % 2 === 0 ? i : `page-${i}`));
  const numbers = given.map((_, number) => number);
  for (const _ of ['added', 'found']) expect(given.map((id) => ids.add(id))).toEqual(numbers);
  expect(ids.find('page-0')).toBeUndefined();
});
