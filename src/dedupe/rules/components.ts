import { keepAll, type Verdicts } from '../verdicts.ts';
import type { Grouping } from './grouping.ts';
import { MostSimilar } from './most-similar.ts';

/**
 * Whatever pairs connect is a group, of which the preferred document is kept. A member that was not itself verified
 * against it names its partner: among those that are fewest steps from the kept document, the most similar.
 */
export function byComponents(grouping: Grouping): Verdicts {
  const { neighbours, order } = grouping;
  const verdicts = keepAll(order.length);
  /** For each original, the document that is kept for it, and over how many pairs. */
  const kept = new Int32Array(order.length).fill(-1);
  const steps = new Uint32Array(order.length);
  for (const document of order) {
    const start = neighbours.originals[document]!;
    if (kept[start]! < 0) flood(grouping, start, document, kept, steps);
  }
  const preferred = preferredOf(grouping);
  for (const document of order) {
    const original = neighbours.originals[document]!;
    const leader = kept[original]!;
    if (leader === document) continue;
    const partner = new MostSimilar(grouping, document);
    if (steps[original] === 0) partner.see(leader, 0, 1);
    else {
      neighbours.visit(original, (other, distance, similarity) => {
        if (steps[other] !== steps[original]! - 1) return;
        partner.see(steps[other] === 0 ? leader : preferred[other]!, distance, similarity);
      });
    }
    partner.join(verdicts, leader);
  }
  return verdicts;
}

/** Gives everything that is connected with `start` to one kept document. */
function flood({ neighbours }: Grouping, start: number, document: number, kept: Int32Array, steps: Uint32Array): void {
  kept[start] = document;
  let front = [start];
  while (front.length > 0) {
    const next: number[] = [];
    for (const original of front) {
      neighbours.visit(original, (other) => {
        if (kept[other]! >= 0) return;
        kept[other] = document;
        steps[other] = steps[original]! + 1;
        next.push(other);
      });
    }
    front = next;
  }
}

/** For each original, the preferred of the documents that have its features. */
function preferredOf({ neighbours, order }: Grouping): Int32Array {
  const preferred = new Int32Array(order.length).fill(-1);
  for (const document of order) {
    const original = neighbours.originals[document]!;
    if (preferred[original]! < 0) preferred[original] = document;
  }
  return preferred;
}
