import { keepAll, type Verdicts } from '../verdicts.ts';
import type { Grouping } from './grouping.ts';
import { MostSimilar } from './most-similar.ts';

/** A group in the making: how many originals it has, and the document that is kept. */
interface Group {
  readonly kept: number;
  size: number;
}

/** In order of preference, each document joins a group all of whose members it resembles, or begins one. */
export function byCompleteLink(grouping: Grouping): Verdicts {
  const { neighbours, order } = grouping;
  const verdicts = keepAll(order.length);
  /** By original; so all documents with the same features are in one group. */
  const groups: (Group | undefined)[] = new Array(order.length);
  for (const document of order) {
    const original = neighbours.originals[document]!;
    let group = groups[original];
    if (group === undefined) {
      group = referenceNear(grouping, original, groups) ?? linked(grouping, original, groups);
      if (group === undefined) group = { kept: document, size: 1 };
      else group.size++;
      groups[original] = group;
    }
    if (group.kept !== document) join(grouping, document, group.kept, verdicts);
  }
  return verdicts;
}

/** The group of the reference that an original resembles most. */
function referenceNear(
  grouping: Grouping,
  original: number,
  groups: readonly (Group | undefined)[],
): Group | undefined {
  if (grouping.references === 0) return undefined;
  const best = new MostSimilar(grouping, original);
  grouping.neighbours.visit(original, (other, distance, similarity) => {
    if (other < grouping.references) best.see(other, distance, similarity);
  });
  return best.document < 0 ? undefined : groups[best.document];
}

/** The group all of whose members an original resembles: the one of the greatest lowest similarity, then the earliest. */
function linked(
  { neighbours, ranks, references }: Grouping,
  original: number,
  groups: readonly (Group | undefined)[],
): Group | undefined {
  const met = new Map<Group, { count: number; lowest: number }>();
  neighbours.visit(original, (other, _, similarity) => {
    const group = groups[other];
    if (group === undefined || group.kept < references) return;
    const { count, lowest } = met.get(group) ?? { count: 0, lowest: 1 };
    met.set(group, { count: count + 1, lowest: Math.min(lowest, similarity) });
  });
  const whole = [...met].filter(([group, { count }]) => count === group.size);
  whole.sort(([a, of], [b, than]) => than.lowest - of.lowest || ranks[a.kept]! - ranks[b.kept]!);
  return whole[0]?.[0];
}

/** Every member was verified against the kept document, or has its features. */
function join(grouping: Grouping, document: number, kept: number, verdicts: Verdicts): void {
  const { neighbours } = grouping;
  const original = neighbours.originals[document]!;
  const target = neighbours.originals[kept]!;
  const partner = new MostSimilar(grouping, document);
  if (original === target) partner.see(kept, 0, 1);
  neighbours.visit(original, (other, distance, similarity) => {
    if (other === target) partner.see(kept, distance, similarity);
  });
  partner.join(verdicts);
}
