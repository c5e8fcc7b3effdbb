import { keepAll, type Verdicts } from '../verdicts.ts';
import type { Grouping } from './grouping.ts';
import { MostSimilar } from './most-similar.ts';

/** In order of preference, each document joins the most similar leader before it, or becomes one. */
export function byLeader(grouping: Grouping): Verdicts {
  const { neighbours, order } = grouping;
  const verdicts = keepAll(order.length);
  /** For each original, the leader that has its features. */
  const leaders = new Int32Array(order.length).fill(-1);
  for (const document of order) {
    const original = neighbours.originals[document]!;
    const best = new MostSimilar(grouping, document);
    best.see(leaders[original]!, 0, 1);
    neighbours.visit(original, (other, distance, similarity) => best.see(leaders[other]!, distance, similarity));
    if (best.document < 0) leaders[original] = document;
    else best.join(verdicts);
  }
  return verdicts;
}
