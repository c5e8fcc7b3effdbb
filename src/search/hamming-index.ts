import { DisposedError, InvalidArgumentError } from '../errors.ts';
import { checkFingerprint } from '../fingerprint/fingerprint.ts';
import { core } from '../wasm/core.ts';
import type { Batch, IndexMemory } from '../wasm/index-memory.ts';
import { checkCount, checkFingerprints, checkId, describe } from './check.ts';
import { GrowingColumn } from './column.ts';
import { GROUP_RULES, type GroupRule, type Groups, groupPairs } from './groups.ts';
import { listPairs, type Pairs, sortPairs } from './pairs.ts';
import { fourTables, LARGEST_DISTANCE, type Plan } from './plan.ts';
import { PlannedIndex } from './planned-index.ts';
import { checkPlan } from './planning/check-plan.ts';
import { type IndexStats, statsOf } from './stats.ts';

/** A fingerprint of the index within the distance of a query. */
export interface Match {
  readonly id: number;
  readonly fingerprint: bigint;
  readonly distance: number;
}

/** The matches of many queries: those of query i stand from `offsets[i]` up to `offsets[i + 1]`, nearest first, ties by id. */
export interface Matches {
  readonly offsets: Uint32Array;
  readonly ids: Uint32Array;
  readonly distances: Uint8Array;
}

/** Distances to try first when only the nearest are wanted: each costs little compared with the next. */
const STEPS = [3, 7, 11];

/** Frees what an index that nobody holds any more took, should `dispose()` have been forgotten. */
const forgotten = new FinalizationRegistry<IndexMemory>((memory) => memory.free());

/**
 * Finds every fingerprint within a Hamming distance, exactly: none is missed, none is reported twice.
 *
 * Fingerprints can be added, replaced and removed at any time, and are found from then on; no call but `addAll` ever
 * sorts many of them.
 *
 * @example
 * const index = new HammingIndex({ maxDistance: 3 });
 * index.add(simhash(text), 7);
 * index.search(simhash(other)) // [{ id: 7, fingerprint, distance: 2 }] or []
 */
export class HammingIndex {
  /** The largest distance a search of this index may ask for, 0…16. */
  readonly maxDistance: number;
  #index: PlannedIndex | undefined;
  #nextId = 0;

  /**
   * @param options.maxDistance 0…16
   * @param options.plan its tables, as `planTables` makes them or by hand; four of 16 bits if there is none
   * @throws {InvalidArgumentError} if `maxDistance` is anything else or more than the plan's, or the plan is malformed
   * @throws {IncompletePlanError} if the plan would miss matches
   */
  constructor({ maxDistance, plan }: { maxDistance: number; plan?: Plan | undefined }) {
    if (!Number.isInteger(maxDistance) || maxDistance < 0 || maxDistance > LARGEST_DISTANCE) {
      throw new InvalidArgumentError(
        `maxDistance must be a whole number from 0 to ${LARGEST_DISTANCE}, not ${String(maxDistance)}.`,
      );
    }
    if (plan) checkPlan(plan);
    if (plan && plan.maxDistance < maxDistance) {
      throw new InvalidArgumentError(
        `This plan is for distances of up to ${plan.maxDistance}, so maxDistance must not be ${maxDistance}.`,
      );
    }
    this.maxDistance = maxDistance;
    this.#index = new PlannedIndex(core(), plan ?? fourTables(LARGEST_DISTANCE));
    forgotten.register(this, this.#index.memory, this);
  }

  /** How many ids there are. */
  get size(): number {
    return this.#open().memory.size;
  }

  /**
   * Adds a fingerprint, or gives an id another one.
   *
   * @param id 0…2^32 - 1
   * @throws {InvalidArgumentError} if the fingerprint or the id is out of range
   */
  add(fingerprint: bigint, id: number): void {
    checkFingerprint(fingerprint);
    checkId(id);
    this.#open().memory.put(fingerprint, id);
    if (id >= this.#nextId) this.#nextId = id + 1;
  }

  /**
   * Adds many fingerprints.
   *
   * @param ids one for each; without them, consecutive numbers above the largest id so far, from 0
   * @throws {InvalidArgumentError} if their numbers differ, or ids would pass 2^32 - 1
   */
  addAll(fingerprints: BigUint64Array, ids?: Uint32Array): void {
    const index = this.#open();
    checkFingerprints(fingerprints);
    if (ids === undefined) {
      const firstId = this.#nextId;
      if (firstId + fingerprints.length > 2 ** 32) {
        throw new InvalidArgumentError(
          `${fingerprints.length} consecutive ids from ${firstId} on would pass 2^32 - 1. Give the ids.`,
        );
      }
      this.#nextId += fingerprints.length;
      index.addAll(fingerprints, undefined, firstId);
      return;
    }
    if (!(ids instanceof Uint32Array) || ids.length !== fingerprints.length) {
      throw new InvalidArgumentError(
        `ids must be a Uint32Array of ${fingerprints.length} ids, one for each fingerprint, not ${describe(ids)}.`,
      );
    }
    for (const id of ids) if (id >= this.#nextId) this.#nextId = id + 1;
    index.addAll(fingerprints, ids, 0);
  }

  /** Removes an id; false if it was not there. */
  remove(id: number): boolean {
    checkId(id);
    return this.#open().memory.remove(id);
  }

  /** Whether the id is there. */
  has(id: number): boolean {
    checkId(id);
    return this.#open().memory.has(id);
  }

  /**
   * All fingerprints within a distance, nearest first, ties by id.
   *
   * @param options.maxDistance 0…the index's own, which is the default
   * @param options.limit at most so many, the nearest; few are found sooner than all
   * @throws {InvalidArgumentError} if an argument is out of range
   */
  search(
    fingerprint: bigint,
    { maxDistance = this.maxDistance, limit }: { maxDistance?: number; limit?: number } = {},
  ): Match[] {
    checkFingerprint(fingerprint);
    this.#checkDistance(maxDistance);
    if (limit === undefined) return this.#matches(fingerprint, maxDistance);
    checkCount('limit', limit);
    return this.#nearest(fingerprint, limit, maxDistance);
  }

  /**
   * Searches for many fingerprints at once, into typed arrays.
   *
   * @throws {InvalidArgumentError} if `maxDistance` is out of range
   * @example
   * const { offsets, ids } = index.searchAll(fingerprints);
   * for (let i = offsets[0]; i < offsets[1]; i++) console.log(ids[i]) // what the first query found
   */
  searchAll(fingerprints: BigUint64Array, { maxDistance = this.maxDistance }: { maxDistance?: number } = {}): Matches {
    checkFingerprints(fingerprints);
    this.#checkDistance(maxDistance);
    const index = this.#open();
    const program = index.program(maxDistance);
    const offsets = new Uint32Array(fingerprints.length + 1);
    const ids = new GrowingColumn(new Uint32Array(0));
    const distances = new GrowingColumn(new Uint8Array(0));
    for (let start = 0; start < fingerprints.length; ) {
      const batch = index.memory.search(fingerprints.subarray(start), program);
      for (let i = 0; i < batch.queries; i++) offsets[start + i + 1] = ids.length + batch.ends[i]!;
      appendHalves(batch, ids, distances);
      start += batch.queries;
    }
    return { offsets, ids: ids.finish(), distances: distances.finish() };
  }

  /**
   * The nearest fingerprints whatever their distance, ties by id: exactly `count`, or all if there are fewer.
   *
   * @throws {InvalidArgumentError} if an argument is out of range
   */
  nearest(fingerprint: bigint, count = 1): Match[] {
    checkFingerprint(fingerprint);
    checkCount('count', count);
    return this.#nearest(fingerprint, Math.min(count, this.size), 64);
  }

  /**
   * All pairs of ids whose fingerprints are within a distance, each once.
   *
   * @throws {InvalidArgumentError} if `maxDistance` is out of range
   */
  pairs({ maxDistance = this.maxDistance }: { maxDistance?: number } = {}): Pairs {
    this.#checkDistance(maxDistance);
    return listPairs(this.#open(), maxDistance);
  }

  /**
   * All pairs of an id of this index (`a`) and one of another (`b`) whose fingerprints are within a distance, ordered by
   * a and then b. The other index is searched, by its plan.
   *
   * @throws {InvalidArgumentError} if `maxDistance` is more than the other index was made for
   */
  pairsWith(other: HammingIndex, { maxDistance = this.maxDistance }: { maxDistance?: number } = {}): Pairs {
    this.#checkDistance(maxDistance);
    const { ids, fingerprints } = this.#open().memory.entries();
    const found = other.searchAll(fingerprints, { maxDistance });
    const a = new Uint32Array(found.ids.length);
    for (const [i, id] of ids.entries()) a.fill(id, found.offsets[i], found.offsets[i + 1]);
    return sortPairs(a, found.ids, found.distances);
  }

  /**
   * Groups of ids whose fingerprints are within a distance, by a rule; those that resemble no other are in none.
   *
   * @throws {InvalidArgumentError} if the rule is unknown, or `maxDistance` out of range
   */
  groups({ rule, maxDistance = this.maxDistance }: { rule: GroupRule; maxDistance?: number }): Groups {
    if (!GROUP_RULES.includes(rule)) {
      throw new InvalidArgumentError(`rule must be one of ${GROUP_RULES.join(', ')}, not ${String(rule)}.`);
    }
    return groupPairs(this.pairs({ maxDistance }), rule);
  }

  /** What the index takes and how it is searched, and its most crowded buckets: these make searches slow, but never wrong. */
  stats(): IndexStats {
    return statsOf(this.#open(), this.maxDistance);
  }

  /** Gives the memory back. The index must not be used afterwards; disposing it again does nothing. */
  dispose(): void {
    if (!this.#index) return;
    forgotten.unregister(this);
    this.#index.memory.free();
    this.#index = undefined;
  }

  #open(): PlannedIndex {
    if (this.#index) return this.#index;
    throw new DisposedError('This HammingIndex has been disposed. Make a new one.');
  }

  #nearest(fingerprint: bigint, count: number, maxDistance: number): Match[] {
    if (count === 0) return [];
    const steps = maxDistance > LARGEST_DISTANCE ? [...STEPS, LARGEST_DISTANCE] : STEPS;
    for (const distance of steps) {
      if (distance >= maxDistance) break;
      const found = this.#matches(fingerprint, distance, count);
      if (found.length === count) return found;
    }
    return this.#matches(fingerprint, maxDistance, count);
  }

  #matches(fingerprint: bigint, maxDistance: number, limit = Number.POSITIVE_INFINITY): Match[] {
    const index = this.#open();
    const { memory } = index;
    const found = memory.searchOne(fingerprint, index.program(maxDistance));
    const matches: Match[] = [];
    for (let i = 0; i < found.length && matches.length < limit; i += 2) {
      const id = found[i]!;
      matches.push({ id, fingerprint: memory.fingerprint(id), distance: found[i + 1]! });
    }
    return matches;
  }

  #checkDistance(maxDistance: number): void {
    if (Number.isInteger(maxDistance) && maxDistance >= 0 && maxDistance <= this.maxDistance) return;
    throw new InvalidArgumentError(
      `maxDistance must be a whole number from 0 to ${this.maxDistance}, for which this index was made, ` +
        `not ${String(maxDistance)}. Make the index with a larger one.`,
    );
  }
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
