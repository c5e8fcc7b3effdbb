// The rules by which pairs become groups, as slow and plain as they can be told.
import type { Pair } from '../../src/dedupe/pair-list.ts';

export interface Verdict {
  leader: number;
  partner: number;
  distance: number;
  similarity: number;
}

interface Relation {
  readonly distance: number;
  readonly similarity: number;
}

/** What is between two documents, if anything; copies have all that the document has which they are copies of. */
type Between = (a: number, b: number) => Relation | undefined;

/** A document with the same features as an earlier one has all of its pairs. */
function unfolded(pairs: readonly Pair[]): { between: Between; originalOf: (document: number) => number } {
  const originalOf = (document: number) => pairs.find(({ b, same }) => same && b === document)?.a ?? document;
  const between: Between = (x, y) => {
    const [a, b] = [originalOf(x), originalOf(y)].sort((one, other) => one - other);
    if (a === b) return { distance: 0, similarity: 1 };
    return pairs.find((pair) => pair.a === a && pair.b === b && !pair.same);
  };
  return { between, originalOf };
}

export function groups(
  rule: string,
  count: number,
  pairs: readonly Pair[],
  order: readonly number[],
  references: number,
): Verdict[] {
  const { between, originalOf } = unfolded(pairs.filter(({ b }) => b >= references));
  const rank = (document: number) => order.indexOf(document);
  const kept = (document: number): Verdict => ({ leader: document, partner: document, distance: 0, similarity: 1 });
  /** The one of several that a document is most like: references win, then similarity, then preference. */
  const nearest = (document: number, others: readonly number[]) =>
    others
      .filter((other) => other !== document && between(document, other) !== undefined)
      .sort(
        (x, y) =>
          Number(y < references) - Number(x < references) ||
          between(document, y)!.similarity - between(document, x)!.similarity ||
          rank(x) - rank(y),
      )[0];
  const joining = (document: number, partner: number, leader = partner): Verdict => {
    const { distance, similarity } = between(document, partner)!;
    return { leader, partner, distance, similarity };
  };
  const verdicts: Verdict[] = [];

  if (rule === 'leader') {
    for (const document of order) {
      const leader = nearest(
        document,
        order.slice(0, rank(document)).filter((other) => verdicts[other]!.leader === other),
      );
      verdicts[document] = leader === undefined ? kept(document) : joining(document, leader);
    }
  }

  if (rule === 'components') {
    const seen = new Set<number>();
    for (const leader of order) {
      if (seen.has(leader)) continue;
      seen.add(leader);
      verdicts[leader] = kept(leader);
      let front = order.filter((other) => other !== leader && between(leader, other));
      for (const document of front) verdicts[document] = joining(document, leader);
      while (front.length > 0) {
        const before = front;
        for (const document of before) seen.add(document);
        front = order.filter((other) => !seen.has(other) && before.some((one) => between(one, other)));
        for (const document of front) verdicts[document] = joining(document, nearest(document, before)!, leader);
      }
    }
  }

  if (rule === 'complete') {
    const found: number[][] = [];
    for (const document of order) {
      const copies = found.find((members) => members.some((one) => originalOf(one) === originalOf(document)));
      const near = nearest(
        document,
        order.filter((other) => other < references && originalOf(other) === other),
      );
      const all = found.filter(
        ([first, ...rest]) => first! >= references && [first!, ...rest].every((one) => between(document, one)),
      );
      const lowest = (members: readonly number[]) =>
        Math.min(...members.map((one) => between(document, one)!.similarity));
      all.sort((x, y) => lowest(y) - lowest(x) || rank(x[0]!) - rank(y[0]!));
      const chosen =
        copies ?? (near !== undefined && near !== document ? found.find(([first]) => first === near) : all[0]);
      if (chosen === undefined) {
        found.push([document]);
        verdicts[document] = kept(document);
      } else {
        verdicts[document] = joining(document, chosen[0]!);
        chosen.push(document);
      }
    }
  }
  return Array.from({ length: count }, (_, document) => verdicts[document]!);
}
