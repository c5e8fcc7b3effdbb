// What shards find becomes what one index would have found. No id is in two shards.
import type { Entries } from '../search/equal-ids.ts';
import type { Match, Matches } from '../search/matches.ts';
import { type Pairs, sortPairs } from '../search/pairs.ts';

export type SomePairs = Pick<Pairs, 'a' | 'b' | 'distances'>;

/** The matches of one query, nearest first, ties by id. */
export function mergeMatches(parts: readonly (readonly Match[])[], limit = Number.POSITIVE_INFINITY): Match[] {
  return parts
    .flat()
    .sort((x, y) => x.distance - y.distance || x.id - y.id)
    .slice(0, limit);
}

/** The matches of many queries: those of each nearest first, ties by id, or in no order. */
export function mergeQueries(parts: readonly Matches[], { sorted }: { readonly sorted: boolean }): Matches {
  const count = parts.reduce((sum, { ids }) => sum + ids.length, 0);
  const offsets = new Uint32Array(parts[0]!.offsets.length);
  const ids = new Uint32Array(count);
  const distances = new Uint8Array(count);
  let end = 0;
  for (let query = 0; query + 1 < offsets.length; query++) {
    const found = matchesOfQuery(parts, query);
    if (sorted) found.sort(([x, a], [y, b]) => x - y || a - b);
    for (const [distance, id] of found) {
      ids[end] = id;
      distances[end++] = distance;
    }
    offsets[query + 1] = end;
  }
  return { offsets, ids, distances };
}

function matchesOfQuery(parts: readonly Matches[], query: number): [distance: number, id: number][] {
  const found: [number, number][] = [];
  for (const { offsets, ids, distances } of parts) {
    for (let i = offsets[query]!; i < offsets[query + 1]!; i++) found.push([distances[i]!, ids[i]!]);
  }
  return found;
}

/** Pairs, the smaller id first, ordered by both. */
export function mergePairs(parts: readonly SomePairs[]): Pairs {
  const count = parts.reduce((sum, { a }) => sum + a.length, 0);
  const [a, b, distances] = [new Uint32Array(count), new Uint32Array(count), new Uint8Array(count)];
  let at = 0;
  for (const part of parts) {
    for (let i = 0; i < part.a.length; i++, at++) {
      a[at] = Math.min(part.a[i]!, part.b[i]!);
      b[at] = Math.max(part.a[i]!, part.b[i]!);
      distances[at] = part.distances[i]!;
    }
  }
  return sortPairs(a, b, distances);
}

/** All ids. */
export function mergeEntries(parts: readonly Entries[]): Entries {
  const length = parts.reduce((sum, { ids }) => sum + ids.length, 0);
  const [ids, fingerprints] = [new Uint32Array(length), new BigUint64Array(length)];
  let place = 0;
  for (const part of parts) {
    ids.set(part.ids, place);
    fingerprints.set(part.fingerprints, place);
    place += part.ids.length;
  }
  return { ids, fingerprints };
}
