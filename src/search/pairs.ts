import { GrowingColumn } from './column.ts';
import type { Matches } from './matches.ts';
import type { PlannedIndex } from './planned-index.ts';

/** Pairs of ids, `a[i]` < `b[i]`, each once, ordered by a and then b. */
export interface Pairs {
  readonly length: number;
  readonly a: Uint32Array;
  readonly b: Uint32Array;
  readonly distances: Uint8Array;
}

/** All pairs of an index within a distance. */
export function listPairs(index: PlannedIndex, distance: number): Pairs {
  const a = new GrowingColumn(new Uint32Array(0));
  const b = new GrowingColumn(new Uint32Array(0));
  const distances = new GrowingColumn(new Uint8Array(0));
  const program = index.program(distance);
  for (let cursor: number | undefined = 0; cursor !== undefined; ) {
    const { found, next }: { found: Uint32Array; next: number | undefined } = index.memory.pairs(program, cursor);
    const count = found.length / 4;
    const [aPart, bPart, distancePart] = [a.extend(count), b.extend(count), distances.extend(count)];
    for (let i = 0; i < count; i++) {
      bPart[i] = found[4 * i]!;
      aPart[i] = found[4 * i + 1]!;
      distancePart[i] = found[4 * i + 2]!;
    }
    cursor = next;
  }
  return sortPairs(a.finish(), b.finish(), distances.finish());
}

/** Each of some ids with what it matches. */
export function pairsOfMatches(ids: Uint32Array, { offsets, ids: b, distances }: Matches): Pairs {
  const a = new Uint32Array(b.length);
  for (const [i, id] of ids.entries()) a.fill(id, offsets[i], offsets[i + 1]);
  return sortPairs(a, b, distances);
}

type Columns = Omit<Pairs, 'length'>;

/** Fewer pairs are sorted sooner than the places of a radix sort are counted. */
const FEW = 4096;

/** Orders pairs by a and then b: a radix sort by 16 bits at a time, the least significant first. */
export function sortPairs(a: Uint32Array, b: Uint32Array, distances: Uint8Array): Pairs {
  const { length } = a;
  if (length < FEW) return sortFew(a, b, distances);
  let from: Columns = { a, b, distances };
  let to: Columns = { a: new Uint32Array(length), b: new Uint32Array(length), distances: new Uint8Array(length) };
  for (const [column, shift] of [
    ['b', 0],
    ['b', 16],
    ['a', 0],
    ['a', 16],
  ] as const) {
    const places = placesOf(from[column], shift);
    if (places === undefined) continue;
    for (let i = 0; i < length; i++) {
      const place = places[(from[column][i]! >>> shift) & 0xffff]!++;
      to.a[place] = from.a[i]!;
      to.b[place] = from.b[i]!;
      to.distances[place] = from.distances[i]!;
    }
    [from, to] = [to, from];
  }
  return { length, ...from };
}

function sortFew(a: Uint32Array, b: Uint32Array, distances: Uint8Array): Pairs {
  const order = Uint32Array.from(a.keys()).sort((x, y) => a[x]! - a[y]! || b[x]! - b[y]!);
  return {
    length: a.length,
    a: a.map((_, i) => a[order[i]!]!),
    b: b.map((_, i) => b[order[i]!]!),
    distances: distances.map((_, i) => distances[order[i]!]!),
  };
}

/** Where the first of each value belongs; undefined if all have the same, and stay where they are. */
function placesOf(values: Uint32Array, shift: number): Uint32Array | undefined {
  const places = new Uint32Array(65536);
  for (let i = 0; i < values.length; i++) places[(values[i]! >>> shift) & 0xffff]!++;
  let place = 0;
  for (let value = 0; value < places.length; value++) {
    const count = places[value]!;
    if (count === values.length) return undefined;
    places[value] = place;
    place += count;
  }
  return places;
}
