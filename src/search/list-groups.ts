// The groups of an index. n equal fingerprints are n²/2 pairs, and m with m that are near m² more; so where many are equal,
// one of each is paired, and the other ids follow it.
import { type EqualIds, putTogether } from './equal-ids.ts';
import { type GroupRule, type Groups, groupByRule, groupPairs, groupsOf } from './groups.ts';
import { listPairs, type Pairs, sortPairs } from './pairs.ts';
import { PlannedIndex } from './planned-index.ts';

/** Fewer ids that are equal to others are at most half a million pairs. */
export const MANY_EQUAL = 1024;

/** All groups of an index within a distance. */
export function listGroups(index: PlannedIndex, distance: number, rule: GroupRule): Groups {
  const { memory } = index;
  index.sortIfDue();
  // Without tables, nobody knows which are equal.
  if ((memory.isTabled ? memory.stats().twinIds : memory.size) > MANY_EQUAL) {
    const equal = putTogether(memory.entries());
    if (equal) return groupEqual(pairsOfDistinct(index, equal, distance), equal, rule);
  }
  return groupPairs(listPairs(index, distance), rule);
}

/** The pairs of distinct fingerprints, by their numbers. */
function pairsOfDistinct({ memory, plan }: PlannedIndex, { fingerprints }: EqualIds, distance: number): Pairs {
  const distinct = new PlannedIndex(memory.core, plan);
  try {
    distinct.addAll(fingerprints, undefined, 0);
    return listPairs(distinct, distance);
  } finally {
    distinct.memory.free();
  }
}

/** What `groupPairs` makes of all pairs of ids, from those of distinct fingerprints. */
export function groupEqual(pairs: Pairs, equal: EqualIds, rule: GroupRule): Groups {
  const { ids, starts } = equal;
  // Complete linkage takes pairs in the order of their ids, and groups become one with the last of them.
  const shown =
    rule === 'complete' ? starts.subarray(1).map((end) => ids[end - 1]!) : starts.map((start) => ids[start]!);
  const together = new Map<number, Uint32Array>();
  for (let i = 0; i + 1 < starts.length; i++) {
    if (starts[i + 1]! - starts[i]! > 1) together.set(shown[i]!, ids.subarray(starts[i], starts[i + 1]));
  }
  const shownPairs = renamed(pairs, shown);
  const groupOf = groupByRule(shownPairs, rule, (id) => together.get(id) ?? [id]);
  for (const [one, all] of together) {
    const group = groupOf.get(one) ?? all[0]!;
    for (const id of all) groupOf.set(id, group);
  }
  if (rule === 'leader') joinLaterLeaders(shownPairs, together, groupOf);
  return groupsOf(groupOf);
}

/** Pairs of numbers as pairs of ids. */
function renamed({ length, a, b, distances }: Pairs, idOf: Uint32Array): Pairs {
  const [smaller, larger] = [new Uint32Array(length), new Uint32Array(length)];
  for (let i = 0; i < length; i++) {
    const [x, y] = [idOf[a[i]!]!, idOf[b[i]!]!];
    smaller[i] = Math.min(x, y);
    larger[i] = Math.max(x, y);
  }
  return sortPairs(smaller, larger, distances);
}

/** Ids join the nearest leader before them, which may have come too late for the first with their fingerprint. */
function joinLaterLeaders(
  { length, a, b, distances }: Pairs,
  together: ReadonlyMap<number, Uint32Array>,
  groupOf: Map<number, number>,
): void {
  const leads = (id: number) => (groupOf.get(id) ?? id) === id;
  /** The leaders near a first id, ascending, as pairs are ordered. */
  const near = new Map<number, { leader: number; distance: number }[]>();
  const note = (first: number, leader: number, distance: number) => {
    if (!together.has(first) || leads(first) || !leads(leader)) return;
    const leaders = near.get(first);
    if (leaders) leaders.push({ leader, distance });
    else near.set(first, [{ leader, distance }]);
  };
  for (let i = 0; i < length; i++) {
    note(a[i]!, b[i]!, distances[i]!);
    note(b[i]!, a[i]!, distances[i]!);
  }
  for (const [first, leaders] of near) {
    let next = 0;
    let nearest = leaders[0]!;
    for (const id of together.get(first)!) {
      for (; next < leaders.length && leaders[next]!.leader < id; next++) {
        if (leaders[next]!.distance < nearest.distance) nearest = leaders[next]!;
      }
      groupOf.set(id, nearest.leader).set(nearest.leader, nearest.leader);
    }
  }
}
