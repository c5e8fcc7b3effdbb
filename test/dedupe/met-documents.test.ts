import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MetDocuments } from '../../src/dedupe/met-documents.ts';
import type { Matches } from '../../src/search/matches.ts';

type Row = readonly (readonly [document: number, distance: number])[];

function matchesOf(rows: readonly Row[]): Matches {
  const all = rows.flat();
  const offsets = new Uint32Array(rows.length + 1);
  for (const [i, row] of rows.entries()) offsets[i + 1] = offsets[i]! + row.length;
  return {
    offsets,
    ids: Uint32Array.from(all, ([document]) => document),
    distances: Uint8Array.from(all, ([, distance]) => distance),
  };
}

it('meets each document once, at its least distance, in order, however many there are', () => {
  const anyRow = (documents: number) => fc.array(fc.tuple(fc.nat(documents - 1), fc.nat(16)), { maxLength: 40 });
  // Of few documents most are met, of many hardly any.
  const anyRows = fc.constantFrom(1, 8, 100, 5000).chain((documents) =>
    fc.record({
      documents: fc.constant(documents),
      before: fc.nat(documents),
      rows: fc.array(fc.tuple(anyRow(documents), anyRow(documents)), { maxLength: 5 }),
    }),
  );
  const met = new MetDocuments();
  fc.assert(
    fc.property(anyRows, ({ documents, before, rows }) => {
      met.reserve(documents);
      const lists = [0, 1].map((list) => matchesOf(rows.map((row) => row[list]!)));
      const found = rows.map((_, row) => {
        for (const list of lists) met.add(list, row, before);
        const { documents, distances } = met.take();
        return Array.from(documents, (document, i) => [document, distances[i]]);
      });
      const expected = rows.map((lists) => {
        const nearest = new Map<number, number>();
        for (const [document, distance] of lists.flat()) {
          if (document < before) nearest.set(document, Math.min(distance, nearest.get(document) ?? 64));
        }
        return [...nearest].sort(([a], [b]) => a - b);
      });
      expect(found).toEqual(expected);
    }),
  );
});
