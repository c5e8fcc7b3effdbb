import { DisposedError, InvalidArgumentError } from '../errors.ts';
import { checkFingerprint } from '../fingerprint/fingerprint.ts';
import { checkSameRecipe } from '../fingerprint/recipe-id.ts';
import type { Several } from '../iterable.ts';
import { joinedBytes } from '../joined-bytes.ts';
import { shown } from '../shown.ts';
import { indexCore } from '../wasm/core.ts';
import type { IndexMemory } from '../wasm/index-memory.ts';
import {
  checkConsecutive,
  checkCount,
  checkFingerprints,
  checkId,
  checkIds,
  checkIdsOf,
  checkIndexOptions,
  distanceIn,
  groupingIn,
  SEARCH_OPTIONS,
  savedRecipe,
  searchingIn,
} from './check.ts';
import type { Groups } from './groups.ts';
import { listGroups } from './list-groups.ts';
import { listMatches, type Match, type Matches, matchesOf, nearestOf } from './matches.ts';
import type {
  DistanceOptions,
  GroupOptions,
  HammingIndexOptions,
  SavedIndexOptions,
  SearchAllOptions,
  SearchOptions,
} from './options.ts';
import { listPairs, type Pairs, pairsOfMatches } from './pairs.ts';
import { fourTables, LARGEST_DISTANCE } from './plan.ts';
import { PlannedIndex } from './planned-index.ts';
import { readSnapshot, readSnapshotChunks } from './snapshot/frames.ts';
import { IndexReader, type SavedIndex } from './snapshot/read-index.ts';
import { writeIndex } from './snapshot/write-index.ts';
import { type IndexStats, statsOf } from './stats.ts';

/** Frees an index whose `dispose()` was forgotten, once nobody holds it or a snapshot of it any more. */
const forgotten = /* @__PURE__ */ new FinalizationRegistry<IndexMemory>((memory) => memory.free());

/**
 * Finds every fingerprint within a Hamming distance, exactly: none is missed, none is reported twice.
 *
 * Fingerprints can be added, replaced and removed at any time, and are found from then on; no call for a single one ever
 * sorts many of them.
 *
 * @example
 * const index = new HammingIndex({ maxDistance: 3 });
 * index.add(simhash(text), 7);
 * index.search(simhash(text) ^ 0b11n) // [{ id: 7, fingerprint, distance: 2 }]
 */
export class HammingIndex {
  /** The largest distance a search of this index may ask for, 0…16. */
  readonly maxDistance: number;
  /** What stands for the recipe of its fingerprints (`Fingerprinter#recipeId`), if it was given: it is saved with them. */
  readonly recipe: string | undefined;
  #index: PlannedIndex | undefined;
  #nextId = 0;

  /**
   * An empty index.
   *
   * @throws {InvalidArgumentError} if `maxDistance` is out of range or more than the plan's, or the plan is malformed
   * @throws {IncompletePlanError} if the plan would miss matches
   */
  constructor(options: HammingIndexOptions) {
    checkIndexOptions(options);
    const { maxDistance, recipe, plan } = options;
    this.maxDistance = maxDistance;
    this.recipe = recipe;
    this.#index = new PlannedIndex(indexCore(), plan ?? fourTables(LARGEST_DISTANCE));
    forgotten.register(this.#index, this.#index.memory, this);
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
    const { memory } = this.#open();
    // Before it is put, since it stays in the index even if its tables then find no room.
    if (id >= this.#nextId) this.#nextId = id + 1;
    memory.put(fingerprint, id);
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
      checkConsecutive(firstId, fingerprints.length);
      this.#nextId += fingerprints.length;
      index.addAll(fingerprints, undefined, firstId);
      return;
    }
    checkIdsOf(fingerprints, ids);
    for (const id of ids) if (id >= this.#nextId) this.#nextId = id + 1;
    index.addAll(fingerprints, ids, 0);
  }

  /** Removes an id; false if it was not there. */
  remove(id: number): boolean {
    checkId(id);
    return this.#open().memory.remove(id);
  }

  /**
   * Removes many ids, also such as are not there or come twice. Returns how many were there.
   *
   * @throws {InvalidArgumentError} if it is no Uint32Array
   * @example index.removeAll(Uint32Array.of(7, 8, 7)) // 2, if 7 and 8 were there
   */
  removeAll(ids: Uint32Array): number {
    checkIds(ids);
    return this.#open().removeAll(ids);
  }

  /** Whether the id is there. */
  has(id: number): boolean {
    checkId(id);
    return this.#open().memory.has(id);
  }

  /**
   * All fingerprints within a distance, nearest first, ties by id.
   *
   * @throws {InvalidArgumentError} if an argument is out of range
   */
  search(fingerprint: bigint, options?: SearchOptions): Match[] {
    checkFingerprint(fingerprint);
    const maxDistance = distanceIn(options, this.maxDistance, SEARCH_OPTIONS);
    const limit = options?.limit;
    if (limit === undefined) return matchesOf(this.#open(), fingerprint, maxDistance);
    checkCount('limit', limit);
    return nearestOf(this.#open(), fingerprint, limit, maxDistance);
  }

  /**
   * Searches for many fingerprints at once, into typed arrays.
   *
   * @throws {InvalidArgumentError} if an argument is out of range
   * @throws {OutOfMemoryError} if there are too many matches, at most 2^32 - 1
   * @example
   * const { offsets, ids } = index.searchAll(fingerprints);
   * ids.subarray(offsets[0], offsets[1]) // what the first query found
   */
  searchAll(fingerprints: BigUint64Array, options?: SearchAllOptions): Matches {
    checkFingerprints(fingerprints);
    // Before the index is opened: an option may be a getter that changes it.
    const searching = searchingIn(options, this.maxDistance);
    return listMatches(this.#open(), fingerprints, searching);
  }

  /**
   * The nearest fingerprints whatever their distance, ties by id: exactly `count` (1 without it), or all if there are fewer.
   *
   * @throws {InvalidArgumentError} if an argument is out of range
   */
  nearest(fingerprint: bigint, count = 1): Match[] {
    checkFingerprint(fingerprint);
    checkCount('count', count);
    return nearestOf(this.#open(), fingerprint, Math.min(count, this.size), 64);
  }

  /**
   * All pairs of ids whose fingerprints are within a distance, each once.
   *
   * @throws {InvalidArgumentError} if `maxDistance` is out of range
   * @throws {OutOfMemoryError} if there are too many: 10,000 equal fingerprints, such as of empty texts, are 50 million pairs
   */
  pairs(options?: DistanceOptions): Pairs {
    const maxDistance = distanceIn(options, this.maxDistance);
    return listPairs(this.#open(), maxDistance);
  }

  /**
   * All pairs of an id of this index (`a`) and one of another (`b`) whose fingerprints are within a distance, ordered by
   * a and then b. The other index is searched, by its plan.
   *
   * @throws {InvalidArgumentError} if the other is no HammingIndex of this entry, or `maxDistance` (without it,
   *   that of this index) is more than it was made for
   * @throws {OutOfMemoryError} if there are too many
   * @throws {RecipeMismatchError} if both name their recipe, and it is not the same
   */
  pairsWith(other: HammingIndex, options?: DistanceOptions): Pairs {
    const maxDistance = distanceIn(options, this.maxDistance);
    if (!(other instanceof HammingIndex)) {
      throw new InvalidArgumentError(`The other index is a HammingIndex of the same entry, not ${shown(other)}.`);
    }
    if (this.recipe !== undefined && other.recipe !== undefined) {
      checkSameRecipe(this.recipe, other.recipe, 'The other index');
    }
    const { ids, fingerprints } = this.entries();
    return pairsOfMatches(ids, other.searchAll(fingerprints, { maxDistance, sorted: false }));
  }

  /**
   * Groups of ids whose fingerprints are within a distance, by a rule; those that resemble no other are in none.
   *
   * @throws {InvalidArgumentError} if the rule is unknown, or `maxDistance` out of range
   * @throws {OutOfMemoryError} if there are too many pairs of distinct fingerprints; equal ones need none
   * @throws {RangeError} if more ids are in groups than a Map of the engine holds: 2^24 in V8
   */
  groups(options: GroupOptions): Groups {
    const { rule, maxDistance } = groupingIn(options, this.maxDistance);
    return listGroups(this.#open(), maxDistance, rule);
  }

  /** All ids and their fingerprints, in no order. */
  entries(): { ids: Uint32Array; fingerprints: BigUint64Array } {
    return this.#open().memory.entries();
  }

  /** What the index takes and how it is searched, and its most crowded buckets: these make searches slow, but never wrong. */
  stats(): IndexStats {
    return statsOf(this.#open(), this.maxDistance);
  }

  /**
   * The index as bytes that `from` makes it of again: tables and all, so that none has to be sorted anew.
   *
   * @throws {RangeError} if the engine has no array so long; `snapshot` needs none
   */
  toBytes(): Uint8Array<ArrayBuffer> {
    return joinedBytes(this.snapshot());
  }

  /**
   * What `toBytes` gives, in chunks of some 256 KiB at most. The index may be searched while they are taken, but not changed.
   *
   * @throws {InvalidArgumentError} while they are taken, if it has been changed or disposed since this was called
   * @example for (const chunk of index.snapshot()) await file.write(chunk);
   */
  snapshot(): Generator<Uint8Array, void, undefined> {
    return writeIndex(this.#open(), { maxDistance: this.maxDistance, recipe: this.recipe, nextId: this.#nextId });
  }

  /**
   * An index that was saved by `toBytes` or `snapshot`.
   *
   * @throws {InvalidArgumentError} if they are no bytes
   * @throws {CorruptDataError} if the bytes are anything else, cut off or changed
   * @throws {RecipeMismatchError} if they are fingerprints of another recipe
   */
  static from(bytes: Uint8Array | Iterable<Uint8Array>, options?: SavedIndexOptions): HammingIndex {
    return HammingIndex.#restored(readSnapshot(bytes, new IndexReader(savedRecipe(options))));
  }

  /**
   * As `from`, from chunks that come one after the other, cut anywhere: a file, a response.
   *
   * @example const index = await HammingIndex.fromChunks(response.body);
   */
  static async fromChunks(chunks: Several<Uint8Array>, options?: SavedIndexOptions): Promise<HammingIndex> {
    return HammingIndex.#restored(await readSnapshotChunks(chunks, new IndexReader(savedRecipe(options))));
  }

  static #restored({ index, description: { maxDistance, recipe, plan, nextId } }: SavedIndex): HammingIndex {
    const restored = new HammingIndex({ maxDistance, recipe, plan });
    restored.dispose();
    restored.#index = index;
    restored.#nextId = nextId;
    forgotten.register(index, index.memory, restored);
    return restored;
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
}
