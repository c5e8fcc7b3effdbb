// Pairs of a saved run against what is plain: arrays and maps.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PairLines } from '../../src/cli/dedupe/pair-lines.ts';
import { numbered, type SavedPairs } from '../../src/cli/dedupe/saved-pairs.ts';
import { IdList } from '../../src/io/id-list.ts';
import type { PairRecord } from '../../src/io/side-files/pairs-file.ts';

type Id = string | number;

// Few different ids, so that pairs come twice, in both directions, and in circles; those of references are others' as well.
const id = fc.constantFrom<Id>('a', 'b', 'c', 'd', 1, '1', 'e');
const record: fc.Arbitrary<PairRecord> = fc
  .record({
    a: id,
    b: id,
    distance: fc.nat(64),
    similarity: fc.constantFrom(0.5, 0.7, 0.7501, 1),
    same: fc.boolean(),
    reference: fc.boolean(),
  })
  .filter(({ a, b, reference }) => a !== b || reference)
  .map((one) => ({ ...one, same: one.same && one.similarity === 1 }));
const records = fc.array(record, { maxLength: 30 });

const linesOf = (given: readonly PairRecord[]): PairLines => {
  const lines = new PairLines();
  for (const one of given) lines.add(one);
  return lines;
};

const keyOf = ({ a, b, reference }: PairRecord): string =>
  JSON.stringify(reference ? [a, b] : [JSON.stringify(a), JSON.stringify(b)].sort());

/** Those of which no other line of the same pair is more similar, or as similar and earlier. */
const once = (given: readonly PairRecord[]): PairRecord[] =>
  given.filter(
    (one, i) =>
      !given.some(
        (other, j) =>
          keyOf(other) === keyOf(one) &&
          other.reference === one.reference &&
          (other.similarity > one.similarity || (other.similarity === one.similarity && j < i)),
      ),
  );

/** Each after those before it, in the order in which they are named. */
function inOrder(before: ReadonlyMap<Id, readonly Id[]>): Id[] {
  const begun = new Set<Id>();
  const order: Id[] = [];
  const visit = (id: Id): void => {
    if (begun.has(id)) return;
    begun.add(id);
    for (const other of before.get(id) ?? []) visit(other);
    order.push(id);
  };
  for (const id of before.keys()) visit(id);
  return order;
}

function before(steps: readonly (readonly [id: Id, earlier: Id | undefined])[]): Map<Id, Id[]> {
  const all = new Map<Id, Id[]>();
  for (const [id, earlier] of steps) all.set(id, [...(all.get(id) ?? []), ...(earlier === undefined ? [] : [earlier])]);
  return all;
}

function expectedOf(given: readonly PairRecord[], corpus: readonly Id[] | undefined, threshold: number) {
  const kept = once(given);
  const ofReferences = kept.filter(({ reference }) => reference);
  const references = inOrder(
    before(ofReferences.map(({ a, b }, i) => [a, ofReferences.slice(0, i).findLast((one) => one.b === b)?.a])),
  );
  const documents = corpus ?? inOrder(before(kept.map(({ a, b, reference }) => [b, reference ? undefined : a])));
  const pairsOf = (id: Id) => kept.filter((one) => one.b === id || (!one.reference && one.a === id)).length;
  const pairs = kept.map(({ a: first, b: second, reference, same, ...rest }) => {
    const [a, b] = [
      reference ? references.indexOf(first) : references.length + documents.indexOf(first),
      references.length + documents.indexOf(second),
    ];
    const turned = a < b || same ? { a, b } : { a: b, b: a };
    return { ...rest, ...turned, same: same && pairsOf(second) === 1 };
  });
  return {
    pairs: pairs.filter(({ similarity }) => similarity >= threshold),
    ids: [...references, ...documents],
    references: references.length,
  };
}

const seen = ({ pairs, count, references, id }: SavedPairs) => ({
  pairs: [...pairs],
  ids: Array.from({ length: count }, (_, document) => id(document)),
  references,
});

it('pairs are numbered in the order that lines tell, each once', () => {
  fc.assert(
    fc.property(records, fc.constantFrom(0, 0.7, 1), (given, threshold) => {
      expect(seen(numbered(linesOf(given), undefined, threshold))).toEqual(expectedOf(given, undefined, threshold));
    }),
    { numRuns: 3000 },
  );
});

it('pairs are numbered in the order of a corpus', () => {
  const corpus = fc.shuffledSubarray<Id>(['a', 'b', 'c', 'd', 1, '1', 'e', 'x', 'y'], { minLength: 9 });
  fc.assert(
    fc.property(records, corpus, (given, ids) => {
      expect(seen(numbered(linesOf(given), new IdList(ids), 0))).toEqual(expectedOf(given, ids, 0));
    }),
    { numRuns: 1000 },
  );
});

it('as many pairs as go on are counted, and the least similar is told', () => {
  fc.assert(
    fc.property(records, (given) => {
      const { length, leastSimilarity } = linesOf(given);
      expect([length, leastSimilarity]).toEqual([given.length, Math.min(1, ...given.map((one) => one.similarity))]);
    }),
  );
});
