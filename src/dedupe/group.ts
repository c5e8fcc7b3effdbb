import { Neighbours } from './neighbours.ts';
import type { PairList } from './pair-list.ts';
import { byCompleteLink } from './rules/complete.ts';
import { byComponents } from './rules/components.ts';
import type { Grouping } from './rules/grouping.ts';
import { byLeader } from './rules/leader.ts';
import type { Verdicts } from './verdicts.ts';

/** How pairs become groups. */
export const RULES = ['leader', 'components', 'complete'] as const;
export type Rule = (typeof RULES)[number];

export interface GroupOptions {
  readonly rule: Rule;
  /** All documents, the preferred ones first, and references before all others. */
  readonly order: Uint32Array;
  /** Documents with a lower number are references, which are kept whatever they resemble. */
  readonly references?: number;
}

const BY_RULE: Readonly<Record<Rule, (grouping: Grouping) => Verdicts>> = {
  leader: byLeader,
  components: byComponents,
  complete: byCompleteLink,
};

/**
 * Groups and verdicts from pairs, an order of preference, and a rule. Of each group the preferred document is kept.
 *
 * - `leader`: in order of preference, each document joins the most similar leader before it, the preferred of several
 *   that are equally similar, or becomes a leader. Every member resembles the kept document; two members need not
 *   resemble each other.
 * - `components`: whatever pairs connect is a group. Members need not resemble the kept document: the chain is named.
 * - `complete`: in order of preference, each document joins a group all of whose members it resembles: of several the
 *   one with the greatest lowest similarity to it, then the earliest begun; or else it begins one. All members of a
 *   group resemble each other.
 *
 * Documents that resemble a reference join the most similar reference by `leader` and `complete`, and leave groups of
 * others alone. Pairs of two references are passed over.
 */
export function group(pairs: PairList, { rule, order, references = 0 }: GroupOptions): Verdicts {
  const ranks = new Uint32Array(order.length);
  for (const [rank, document] of order.entries()) ranks[document] = rank;
  return BY_RULE[rule]({ neighbours: new Neighbours(order.length, pairs, references), order, ranks, references });
}
