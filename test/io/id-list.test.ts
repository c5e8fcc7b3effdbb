import fc from 'fast-check';
import { expect, it } from 'vitest';
import { IdList } from '../../src/io/id-list.ts';

// Few different ones, so that some are repeated, among them strings that look like numbers.
const ids = fc.array(
  fc.oneof(
    fc.constantFrom('1', 1, 0, '', '\ud800', 'é', 'ā', '编号', 2 ** 53, 2 ** 32, 1.5, -7),
    fc.string({ unit: 'binary', maxLength: 3 }),
    fc.integer({ min: 0, max: 20 }),
  ),
  { maxLength: 200 },
);

it('ids come back as they were, whatever they consist of, and different ones are counted', () => {
  fc.assert(
    fc.property(ids, (given) => {
      const list = new IdList(given);
      expect([...list]).toEqual(given);
      expect([list.length, list.countDifferent()]).toEqual([given.length, new Set(given).size]);
      const backwards = given.map((_, i) => list.at(given.length - 1 - i));
      expect(backwards).toEqual(given.toReversed());
    }),
  );
});

it('ids of all lengths come back from whatever pieces they are in', () => {
  const given = Array.from({ length: 3000 }, (_, i) =>
    i % 100 === 7 ? 'x'.repeat(i * 100) : `${i}:${'y'.repeat(i % 50)}`,
  );
  given.push('z'.repeat(20_000_000), '字'.repeat(9_000_000), '');
  const list = new IdList(given);
  for (const [i, id] of given.entries()) expect(list.at(i) === id).toBe(true);
  expect(list.countDifferent()).toBe(given.length);
});

it('ids that are counted up do not gather in one place of the table, in which all would be looked for one by one', () => {
  const count = 200_000;
  for (const step of [1, 2 ** 16, 2 ** 32, 2 ** 33, 0.5, 1e-9, 1 / count, 2 ** 90, -Math.PI]) {
    const numbers = Array.from({ length: count }, (_, i) => i * step);
    expect(new IdList(numbers).countDifferent()).toBe(count);
    expect(new IdList(numbers.map((number) => `page-${number}`)).countDifferent()).toBe(count);
  }
});
