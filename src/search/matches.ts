import { indexCore } from '../wasm/core.ts';
import { type Batch, searchList } from '../wasm/matches.ts';
import { GrowingColumn } from './column.ts';
import { LARGEST_DISTANCE } from './plan.ts';
import type { PlannedIndex } from './planned-index.ts';

/** A fingerprint of the index within the distance of a query. */
export interface Match {
  readonly id: number;
  readonly fingerprint: bigint;
  /** In how many of 64 bits it differs from the query, 0…64. */
  readonly distance: number;
}

/**
 * The matches of many queries: those of query i stand from `offsets[i]` up to `offsets[i + 1]`, nearest first, ties by id,
 * unless they were asked for in no order.
 */
export interface Matches {
  readonly offsets: Uint32Array;
  readonly ids: Uint32Array;
  readonly distances: Uint8Array;
}

/** Distances to try first when only the nearest are wanted: each costs little compared with the next. */
const STEPS = [3, 7, 11];

/** The matches of one query, nearest first, ties by id. */
export function matchesOf(
  index: PlannedIndex,
  fingerprint: bigint,
  maxDistance: number,
  limit = Number.POSITIVE_INFINITY,
): Match[] {
  const { memory } = index;
  const count = Math.min(limit, memory.searchOne(fingerprint, index.program(maxDistance)));
  const matches: Match[] = [];
  for (let i = 0; i < count; i++) matches.push(memory.found(i));
  return matches;
}

/** The nearest matches of one query, so many at most. */
export function nearestOf(index: PlannedIndex, fingerprint: bigint, count: number, maxDistance: number): Match[] {
  if (count === 0) return [];
  const steps = maxDistance > LARGEST_DISTANCE ? [...STEPS, LARGEST_DISTANCE] : STEPS;
  for (const distance of steps) {
    if (distance >= maxDistance) break;
    const found = matchesOf(index, fingerprint, distance, count);
    if (found.length === count) return found;
  }
  return matchesOf(index, fingerprint, maxDistance, count);
}

/** All matches of many queries. */
export function listMatches(
  index: PlannedIndex,
  fingerprints: BigUint64Array,
  { maxDistance, sorted }: { readonly maxDistance: number; readonly sorted: boolean },
): Matches {
  const program = index.program(maxDistance, fingerprints.length);
  return joined(fingerprints.length, (start) => index.memory.search(fingerprints.subarray(start), program, sorted));
}

/** The matches of queries in a list, all of which is read: for a few thousand, less than tables cost. Ids are places in it, and ascend. */
export function matchesInList(list: BigUint64Array, fingerprints: BigUint64Array, distance: number): Matches {
  return joined(fingerprints.length, (start) => searchList(indexCore(), list, fingerprints.subarray(start), distance));
}

/** The matches of so many queries, from batches that begin where the one before has ended. */
function joined(queries: number, batchFrom: (start: number) => Batch): Matches {
  const offsets = new Uint32Array(queries + 1);
  const ids = new GrowingColumn(new Uint32Array(0));
  const distances = new GrowingColumn(new Uint8Array(0));
  for (let start = 0; start < queries; ) {
    const batch = batchFrom(start);
    for (let i = 0; i < batch.queries; i++) offsets[start + i + 1] = ids.length + batch.ends[i]!;
    appendHalves(batch, ids, distances);
    start += batch.queries;
  }
  return { offsets, ids: ids.finish(), distances: distances.finish() };
}

/** Splits matches into ids and distances. */
function appendHalves({ matches }: Batch, ids: GrowingColumn<Uint32Array>, distances: GrowingColumn<Uint8Array>): void {
  const count = matches.length / 2;
  const idPart = ids.extend(count);
  const distancePart = distances.extend(count);
  for (let i = 0; i < count; i++) {
    idPart[i] = matches[2 * i]!;
    distancePart[i] = matches[2 * i + 1]!;
  }
}
