import { GrowingColumn, zeros } from './column.ts';
import type { Matches } from './matches.ts';
import type { PlannedIndex } from './planned-index.ts';

/** Pairs of ids, each once, ordered by a and then b. Within one index, `a[i]` < `b[i]`. */
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
export function pairsOfMatches(ids: Uint32Array, matches: Matches): Pairs {
  return sortPairs(queriesOf(matches, ids), matches.ids, matches.distances);
}

/** Of each match the id of the query that it is one of. */
export function queriesOf({ offsets, ids: { length } }: Matches, ids: Uint32Array): Uint32Array {
  const queries = zeros(ids, length);
  for (const [i, id] of ids.entries()) queries.fill(id, offsets[i], offsets[i + 1]);
  return queries;
}

type Columns = Omit<Pairs, 'length'>;

/** Orders pairs by a and then b: a radix sort by 8 bits at a time, the least significant first. */
export function sortPairs(a: Uint32Array, b: Uint32Array, distances: Uint8Array): Pairs {
  const { length } = a;
  let from: Columns = { a, b, distances };
  let to: Columns = { a: zeros(a, length), b: zeros(b, length), distances: zeros(distances, length) };
  for (const column of ['b', 'a'] as const) {
    for (let shift = 0; shift < 32; shift += 8) {
      if (sortByByte(from, to, from[column], shift)) [from, to] = [to, from];
    }
  }
  return { length, ...from };
}

/** Moves pairs in the order of 8 bits of some values; false if all have the same, and nothing is moved. */
function sortByByte(from: Columns, to: Columns, values: Uint32Array, shift: number): boolean {
  const places = new Uint32Array(256);
  for (let i = 0; i < values.length; i++) places[(values[i]! >>> shift) & 0xff]!++;
  let place = 0;
  for (let byte = 0; byte < 256; byte++) {
    const count = places[byte]!;
    if (count === values.length) return false;
    places[byte] = place;
    place += count;
  }
  const { a, b, distances } = from;
  for (let i = 0; i < values.length; i++) {
    const place = places[(values[i]! >>> shift) & 0xff]!++;
    to.a[place] = a[i]!;
    to.b[place] = b[i]!;
    to.distances[place] = distances[i]!;
  }
  return true;
}
