import { group } from '../../../dedupe/group.ts';
import { orderBy } from '../../../dedupe/order.ts';
import { type Pair, PairList } from '../../../dedupe/pair-list.ts';
import type { TaskSettings } from '../settings.ts';
import { fieldsOf, inputLines, type OutputRows } from './lines.ts';

/** A pair of documents by their numbers in the corpus, and the values that the keep policy goes by. */
interface PairRow extends Pair {
  readonly valueA: number;
  readonly valueB: number;
}

/**
 * Lines (component, a, b, distance, similarity, same, value of a, value of b), a component after the other, to rows
 * (number, leader, partner, distance, similarity) of all their documents. Components have nothing to do with each other, so
 * that each is decided by itself, as if it were the corpus.
 */
export async function decide({ rule, keep }: TaskSettings, output: OutputRows): Promise<void> {
  let pairs: PairRow[] = [];
  let current: string | undefined;
  for await (const line of inputLines()) {
    const [component, a, b, distance, similarity, same, valueA, valueB] = fieldsOf(line, 8) as string[];
    if (component !== current) await finish();
    current = component;
    pairs.push({
      a: Number(a),
      b: Number(b),
      distance: Number(distance),
      similarity: Number(similarity),
      same: same === 'true',
      valueA: numberOf(valueA!),
      valueB: numberOf(valueB!),
    });
  }
  await finish();

  async function finish(): Promise<void> {
    const values = new Map<number, number>();
    for (const { a, b, valueA, valueB } of pairs) {
      values.set(a, valueA);
      values.set(b, valueB);
    }
    const documents = [...values.keys()].sort((x, y) => x - y);
    const places = new Map(documents.map((document, place) => [document, place]));
    const here = pairs.map((pair) => ({ ...pair, a: places.get(pair.a)!, b: places.get(pair.b)! }));
    pairs = [];
    const order = orderBy(
      Float64Array.from(documents, (document) => (keep.by === 'last' ? document : values.get(document)!)),
    );
    const { leaders, partners, distances, similarities } = group(PairList.from(here), { rule, order });
    for (const [place, document] of documents.entries()) {
      const [leader, partner] = [documents[leaders[place]!]!, documents[partners[place]!]!];
      await output.write([document, leader, partner, distances[place]!, similarities[place]!]);
    }
  }
}

/** Documents without a value are kept last. */
const numberOf = (field: string): number => (field === '\\N' ? Number.NaN : Number(field));
