import { DisposedError, InvalidArgumentError } from '../errors.ts';
import { checkFingerprint } from '../fingerprint/fingerprint.ts';
import { core } from '../wasm/core.ts';
import { type Batch, IndexMemory, type KernelPlan } from '../wasm/index-memory.ts';
import { checkFingerprints, checkId, describe } from './check.ts';
import { GrowingColumn } from './column.ts';
import { cheapestPlan, LARGEST_DISTANCE, readingPlan, tablesPay, untabledLimit } from './plan.ts';

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

/** Pairs of ids, `a[i]` < `b[i]`, each once, ordered by a and then b. */
export interface Pairs {
  readonly length: number;
  readonly a: Uint32Array;
  readonly b: Uint32Array;
  readonly distances: Uint8Array;
}

/** Frees what an index that nobody holds any more took, should `dispose()` have been forgotten. */
const forgotten = new FinalizationRegistry<IndexMemory>((memory) => memory.free());

/**
 * Finds every fingerprint within a Hamming distance, exactly: none is missed, none is reported twice.
 *
 * Fingerprints can be added, replaced and removed at any time. Those that came since the tables were last sorted
 * are read through by each search; when they have become too many, the next search sorts all of them.
 *
 * @example
 * const index = new HammingIndex({ maxDistance: 3 });
 * index.add(simhash(text), 7);
 * index.search(simhash(other)) // [{ id: 7, fingerprint, distance: 2 }] or []
 */
export class HammingIndex {
  /** The largest distance a search of this index may ask for, 0…16. */
  readonly maxDistance: number;
  #memory: IndexMemory | undefined;
  #nextId = 0;
  /** Whether nothing has changed since the tables were last found good enough. */
  #isReady = false;
  /** The plan for each distance, while nothing changes. */
  #plans: KernelPlan[] = [];

  /**
   * @param options.maxDistance 0…16
   * @throws {InvalidArgumentError} if it is anything else
   */
  constructor({ maxDistance }: { maxDistance: number }) {
    if (!Number.isInteger(maxDistance) || maxDistance < 0 || maxDistance > LARGEST_DISTANCE) {
      throw new InvalidArgumentError(
        `maxDistance must be a whole number from 0 to ${LARGEST_DISTANCE}, not ${String(maxDistance)}.`,
      );
    }
    this.maxDistance = maxDistance;
    this.#memory = new IndexMemory(core());
    forgotten.register(this, this.#memory, this);
  }

  /** How many ids there are. */
  get size(): number {
    return this.#open().size;
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
    this.#changing().add(BigUint64Array.of(fingerprint), Uint32Array.of(id), 0);
    this.#nextId = Math.max(this.#nextId, id + 1);
  }

  /**
   * Adds many fingerprints.
   *
   * @param ids one for each; without them, consecutive numbers above the largest id so far, from 0
   * @throws {InvalidArgumentError} if their numbers differ, or ids would pass 2^32 - 1
   */
  addAll(fingerprints: BigUint64Array, ids?: Uint32Array): void {
    const memory = this.#changing();
    checkFingerprints(fingerprints);
    if (ids === undefined) {
      if (this.#nextId + fingerprints.length > 2 ** 32) {
        throw new InvalidArgumentError(
          `${fingerprints.length} consecutive ids from ${this.#nextId} on would pass 2^32 - 1. Give the ids.`,
        );
      }
      memory.add(fingerprints, undefined, this.#nextId);
      this.#nextId += fingerprints.length;
      return;
    }
    if (!(ids instanceof Uint32Array) || ids.length !== fingerprints.length) {
      throw new InvalidArgumentError(
        `ids must be a Uint32Array of ${fingerprints.length} ids, one for each fingerprint, not ${describe(ids)}.`,
      );
    }
    memory.add(fingerprints, ids, 0);
    for (const id of ids) if (id >= this.#nextId) this.#nextId = id + 1;
  }

  /** Removes an id; false if it was not there. */
  remove(id: number): boolean {
    checkId(id);
    return this.#changing().remove(id);
  }

  /** Whether the id is there. */
  has(id: number): boolean {
    checkId(id);
    return this.#open().has(id);
  }

  /**
   * All fingerprints within a distance, nearest first, ties by id.
   *
   * @param options.maxDistance 0…the index's own, which is the default
   * @param options.limit at most so many, the nearest
   * @throws {InvalidArgumentError} if an argument is out of range
   */
  search(
    fingerprint: bigint,
    { maxDistance = this.maxDistance, limit }: { maxDistance?: number; limit?: number } = {},
  ): Match[] {
    checkFingerprint(fingerprint);
    this.#checkDistance(maxDistance);
    if (limit !== undefined && (!Number.isInteger(limit) || limit < 0)) {
      throw new InvalidArgumentError(`limit must be a whole number of at least 0, not ${String(limit)}.`);
    }
    return this.#matches(fingerprint, maxDistance, limit);
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
    const memory = this.#ready();
    const plan = this.#plan(memory, maxDistance);
    const offsets = new Uint32Array(fingerprints.length + 1);
    const ids = new GrowingColumn(new Uint32Array(0));
    const distances = new GrowingColumn(new Uint8Array(0));
    for (let start = 0; start < fingerprints.length; ) {
      const batch = memory.search(fingerprints.subarray(start), plan);
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
    if (!Number.isInteger(count) || count < 0) {
      throw new InvalidArgumentError(`count must be a whole number of at least 0, not ${String(count)}.`);
    }
    const wanted = Math.min(count, this.size);
    if (wanted === 0) return [];
    for (const maxDistance of [3, 7, 11, LARGEST_DISTANCE]) {
      const found = this.#matches(fingerprint, maxDistance, wanted);
      if (found.length === wanted) return found;
    }
    return this.#matches(fingerprint, 64, wanted);
  }

  /**
   * All pairs of ids whose fingerprints are within a distance, each once.
   *
   * @throws {InvalidArgumentError} if `maxDistance` is out of range
   */
  pairs({ maxDistance = this.maxDistance }: { maxDistance?: number } = {}): Pairs {
    this.#checkDistance(maxDistance);
    const memory = this.#ready();
    const plan = this.#plan(memory, maxDistance);
    const all = memory.ids().sort();
    const a = new GrowingColumn(new Uint32Array(0));
    const b = new GrowingColumn(new Uint32Array(0));
    const distances = new GrowingColumn(new Uint8Array(0));
    for (let start = 0; start < all.length; ) {
      const { queries, matches, ends } = memory.pairs(all.subarray(start), plan);
      const count = matches.length / 2;
      const [aPart, bPart, distancePart] = [a.extend(count), b.extend(count), distances.extend(count)];
      for (let i = 0, query = 0; i < count; i++) {
        while (ends[query]! <= i) query++;
        const low = matches[2 * i]!;
        aPart[i] = all[start + query]!;
        bPart[i] = (matches[2 * i + 1]! << 24) | (low >>> 8);
        distancePart[i] = low & 255;
      }
      start += queries;
    }
    return { length: a.length, a: a.finish(), b: b.finish(), distances: distances.finish() };
  }

  /** Gives the memory back. The index must not be used afterwards; disposing it again does nothing. */
  dispose(): void {
    if (!this.#memory) return;
    forgotten.unregister(this);
    this.#memory.free();
    this.#memory = undefined;
  }

  #open(): IndexMemory {
    if (this.#memory) return this.#memory;
    throw new DisposedError('This HammingIndex has been disposed. Make a new one.');
  }

  #changing(): IndexMemory {
    this.#isReady = false;
    return this.#open();
  }

  /** Sorts the tables anew if that pays for the searches to come. */
  #ready(): IndexMemory {
    const memory = this.#open();
    if (this.#isReady) return memory;
    const { size, tabled, dead } = memory;
    if (!tablesPay(size, this.maxDistance)) {
      if (dead > size) memory.pack();
    } else if (tabled === 0 || size + dead - tabled > untabledLimit(size) || dead > size) memory.build();
    this.#plans = [];
    this.#isReady = true;
    return memory;
  }

  #plan(memory: IndexMemory, maxDistance: number): KernelPlan {
    this.#plans[maxDistance] ??=
      maxDistance > LARGEST_DISTANCE ? readingPlan(maxDistance) : cheapestPlan(memory.tabled, maxDistance);
    return this.#plans[maxDistance];
  }

  #matches(fingerprint: bigint, maxDistance: number, limit = Number.POSITIVE_INFINITY): Match[] {
    const memory = this.#ready();
    const found = memory.searchOne(fingerprint, this.#plan(memory, maxDistance));
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
