import { InvalidArgumentError } from '../errors.ts';
import { shown } from '../shown.ts';
import type { Pairs } from './pairs.ts';

/**
 * - `leader`: in the order of their ids, each joins the nearest of the leaders before it (the smallest id, if several are
 *   as near), or becomes a leader. So all members are within the distance of their leader.
 * - `components`: whatever is connected by pairs, be the chain as long as it may.
 * - `complete`: all members are within the distance of each other; groups grow by the nearest pairs first (complete
 *   linkage). In `dedupe`, which has an order of preference, documents join such groups one after another instead.
 */
export type GroupRule = 'leader' | 'components' | 'complete';

/** Groups of two ids and more. */
export interface Groups {
  /** How many groups there are. */
  readonly length: number;
  /** The ids in groups, ascending. */
  readonly ids: Uint32Array;
  /** For each of them the leader, or the smallest id, of its group: what the group is named by. */
  readonly groups: Uint32Array;
}

/** Groups of what is paired. */
export function groupPairs(pairs: Pairs, rule: GroupRule): Groups {
  return groupsOf(groupByRule(pairs, rule));
}

/** The groups, from that of each id which is in one. */
export function groupsOf(groupOf: ReadonlyMap<number, number>): Groups {
  const ids = Uint32Array.from(groupOf.keys()).sort();
  const groups = ids.map((id) => groupOf.get(id)!);
  return { length: new Set(groups).size, ids, groups };
}

/** The ids that an id of the pairs stands for. */
type IdsOf = (id: number) => Iterable<number> & { readonly length: number };

/** The group of each id that is in one. */
export function groupByRule(pairs: Pairs, rule: GroupRule, idsOf: IdsOf = (id) => [id]): Map<number, number> {
  return RULES[rule](pairs, idsOf);
}

const RULES: Readonly<Record<GroupRule, (pairs: Pairs, idsOf: IdsOf) => Map<number, number>>> = {
  leader: leaders,
  components,
  complete,
};

export const GROUP_RULES = /* @__PURE__ */ Object.keys(RULES) as readonly GroupRule[];

/** @throws {InvalidArgumentError} if there is no such rule */
export function checkRule(rule: GroupRule): void {
  if (GROUP_RULES.includes(rule)) return;
  throw new InvalidArgumentError(`rule must be one of ${GROUP_RULES.join(', ')}, not ${shown(rule)}.`);
}

function leaders({ length, a, b, distances }: Pairs): Map<number, number> {
  const joined = new Map<number, { leader: number; distance: number }>();
  // Ordered by a: when an id comes to be one, all before it have been, and what it has joined stands.
  for (let i = 0; i < length; i++) {
    if (joined.has(a[i]!)) continue;
    const before = joined.get(b[i]!);
    if (!before || distances[i]! < before.distance) joined.set(b[i]!, { leader: a[i]!, distance: distances[i]! });
  }
  const groupOf = new Map<number, number>();
  for (const [id, { leader }] of joined) groupOf.set(id, leader).set(leader, leader);
  return groupOf;
}

function components({ length, a, b }: Pairs): Map<number, number> {
  const above = new Map<number, number>();
  const rootOf = (id: number): number => {
    let root = id;
    for (let next = above.get(root); next !== undefined; next = above.get(root)) root = next;
    for (let at = id; at !== root; ) {
      const next = above.get(at)!;
      above.set(at, root);
      at = next;
    }
    return root;
  };
  for (let i = 0; i < length; i++) {
    const [x, y] = [rootOf(a[i]!), rootOf(b[i]!)];
    if (x !== y) above.set(Math.max(x, y), Math.min(x, y));
  }
  const groupOf = new Map<number, number>();
  for (const id of above.keys()) groupOf.set(id, rootOf(id)).set(rootOf(id), rootOf(id));
  return groupOf;
}

/** A group that grows, and how many pairs lead from it to each other group. */
interface Cluster {
  readonly members: number[];
  readonly links: Map<Cluster, number>;
}

function complete(pairs: Pairs, idsOf: IdsOf): Map<number, number> {
  const clusterOf = new Map<number, Cluster>();
  const find = (id: number): Cluster => {
    const known = clusterOf.get(id);
    if (known) return known;
    const alone: Cluster = { members: [...idsOf(id)], links: new Map() };
    clusterOf.set(id, alone);
    return alone;
  };
  for (const i of nearestFirst(pairs)) {
    const [a, b] = [pairs.a[i]!, pairs.b[i]!];
    const [x, y] = [find(a), find(b)];
    const links = (x.links.get(y) ?? 0) + idsOf(a).length * idsOf(b).length;
    x.links.set(y, links);
    y.links.set(x, links);
    // Two groups become one with the last pair between them: with the farthest, as complete linkage has it.
    if (links === x.members.length * y.members.length) merge(x, y, clusterOf);
  }
  const groupOf = new Map<number, number>();
  for (const { members } of new Set(clusterOf.values())) {
    const smallest = members.reduce((least, id) => Math.min(least, id));
    if (members.length > 1) for (const id of members) groupOf.set(id, smallest);
  }
  return groupOf;
}

function merge(x: Cluster, y: Cluster, clusterOf: Map<number, Cluster>): void {
  const [large, small] = x.members.length + x.links.size < y.members.length + y.links.size ? [y, x] : [x, y];
  for (const id of small.members) {
    large.members.push(id);
    clusterOf.set(id, large);
  }
  large.links.delete(small);
  for (const [other, links] of small.links) {
    other.links.delete(small);
    if (other === large) continue;
    const sum = (large.links.get(other) ?? 0) + links;
    large.links.set(other, sum);
    other.links.set(large, sum);
  }
}

/** The numbers of pairs by distance, and within a distance in their order. */
function nearestFirst({ length, distances }: Pairs): Uint32Array {
  const order = new Uint32Array(length);
  let place = 0;
  for (let distance = 0; place < length; distance++) {
    for (let i = 0; i < length; i++) if (distances[i] === distance) order[place++] = i;
  }
  return order;
}
