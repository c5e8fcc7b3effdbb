import { keepAll, type Verdicts } from './verdicts.ts';

/** Which document of a group is kept. */
export type Keep =
  | { readonly by: 'first' | 'last' | 'longest' | 'shortest' }
  | { readonly by: 'max' | 'min'; readonly field: string };

/**
 * All documents in order of preference: references first, then those with the greatest value; those that are equal, and
 * at the end those without a value (NaN), in their own order.
 */
export function orderBy(values: Float64Array, references = 0): Uint32Array {
  const order = Uint32Array.from({ length: values.length }, (_, document) => document);
  const rest = order.subarray(references);
  rest.sort((a, b) => {
    const [ofA, ofB] = [values[a]!, values[b]!];
    if (Number.isNaN(ofA) || Number.isNaN(ofB)) return Number(Number.isNaN(ofA)) - Number(Number.isNaN(ofB)) || a - b;
    return ofB === ofA ? a - b : ofB > ofA ? 1 : -1;
  });
  return order;
}

/** Verdicts on documents that were numbered by their places in an order, by their own numbers. */
export function inOrder(ranked: Verdicts, order: Uint32Array): Verdicts {
  const verdicts = keepAll(order.length);
  for (const [rank, document] of order.entries()) {
    verdicts.leaders[document] = order[ranked.leaders[rank]!]!;
    verdicts.partners[document] = order[ranked.partners[rank]!]!;
    verdicts.distances[document] = ranked.distances[rank]!;
    verdicts.similarities[document] = ranked.similarities[rank]!;
  }
  return verdicts;
}
