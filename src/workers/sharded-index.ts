import { DisposedError } from '../errors.ts';
import { checkFingerprint } from '../fingerprint/fingerprint.ts';
import { checkOptions } from '../options.ts';
import {
  checkConsecutive,
  checkCount,
  checkFingerprints,
  checkId,
  checkIds,
  checkIdsOf,
  distanceIn,
  groupingIn,
  SEARCH_OPTIONS,
  searchingIn,
} from '../search/check.ts';
import { type EqualIds, putTogether } from '../search/equal-ids.ts';
import { type Groups, groupPairs } from '../search/groups.ts';
import { HammingIndex } from '../search/hamming-index.ts';
import { groupEqual, MANY_EQUAL } from '../search/list-groups.ts';
import type { Match, Matches } from '../search/matches.ts';
import type {
  DistanceOptions,
  GroupOptions,
  HammingIndexOptions,
  SearchAllOptions,
  SearchOptions,
} from '../search/options.ts';
import { type Pairs, queriesOf } from '../search/pairs.ts';
import type { IndexStats } from '../search/stats.ts';
import { mergeEntries, mergeMatches, mergePairs, mergeQueries, type SomePairs } from './merge.ts';
import { shardsOf } from './options.ts';
import type { Platform } from './platform.ts';
import { plain } from './portable-recipe.ts';
import type { ShardAnswer, ShardCalls, ShardRequest } from './shard.ts';
import { Thread } from './thread.ts';

export interface ShardedIndexOptions extends Omit<HammingIndexOptions, 'recipe'> {
  /** How many shards, 1…64, each in a thread with a memory of its own; by default one less than the machine runs at once. */
  readonly shards?: number | undefined;
}

/** `ShardedIndex`, wherever it has its threads. */
export class ShardsOnPlatform {
  /** The largest distance a search of this index may ask for, 0…16. */
  readonly maxDistance: number;
  readonly #platform: Platform;
  readonly #options: ShardedIndexOptions;
  readonly #shards: Thread<ShardRequest, ShardAnswer>[] = [];
  #nextId = 0;
  #isDisposed = false;

  /** Errors as `ShardedIndex`. */
  constructor(platform: Platform, given: ShardedIndexOptions) {
    checkOptions(given, { shards: true, maxDistance: true, plan: true });
    const { shards, maxDistance, plan } = given;
    const checked = { maxDistance, plan };
    const count = shardsOf(shards, platform.cores);
    // What is wrong with the options is said here, and not by a thread later on.
    new HammingIndex(checked).dispose();
    const options = plain(checked);
    this.maxDistance = options.maxDistance;
    this.#platform = platform;
    this.#options = { ...options, shards: count };
    try {
      while (this.#shards.length < count) this.#shards.push(new Thread(platform, { shard: options }));
    } catch (error) {
      // Nobody else can end those that were started.
      void this.dispose();
      throw error;
    }
  }

  /** As `HammingIndex#add`. */
  async add(fingerprint: bigint, id: number): Promise<void> {
    checkFingerprint(fingerprint);
    checkId(id);
    this.#nextId = Math.max(this.#nextId, id + 1);
    await this.#ask(this.#shardOf(id), 'add', fingerprint, id);
  }

  /** As `HammingIndex#addAll`. */
  async addAll(fingerprints: BigUint64Array, ids?: Uint32Array): Promise<void> {
    checkFingerprints(fingerprints);
    const given = ids ?? this.#consecutive(fingerprints.length);
    checkIdsOf(fingerprints, given);
    for (const id of given) if (id >= this.#nextId) this.#nextId = id + 1;
    const parts = this.#split(given, fingerprints);
    await Promise.all(parts.map((part, shard) => this.#ask(shard, 'addAll', part.fingerprints, part.ids)));
  }

  /** Removes an id; false if it was not there. */
  async remove(id: number): Promise<boolean> {
    checkId(id);
    return this.#ask(this.#shardOf(id), 'remove', id);
  }

  /** As `HammingIndex#removeAll`. */
  async removeAll(ids: Uint32Array): Promise<number> {
    checkIds(ids);
    const parts = this.#split(ids);
    const removed = await Promise.all(parts.map((part, shard) => this.#ask(shard, 'removeAll', part.ids)));
    return removed.reduce((sum, count) => sum + count, 0);
  }

  /** Whether the id is there. */
  async has(id: number): Promise<boolean> {
    checkId(id);
    return this.#ask(this.#shardOf(id), 'has', id);
  }

  /** How many ids there are. */
  async size(): Promise<number> {
    return (await this.#askAll('size')).reduce((sum, size) => sum + size, 0);
  }

  /** As `HammingIndex#search`. */
  async search(fingerprint: bigint, options?: SearchOptions): Promise<Match[]> {
    checkFingerprint(fingerprint);
    const maxDistance = distanceIn(options, this.maxDistance, SEARCH_OPTIONS);
    const limit = options?.limit;
    if (limit !== undefined) checkCount('limit', limit);
    return mergeMatches(await this.#askAll('search', fingerprint, { maxDistance, limit }), limit);
  }

  /** As `HammingIndex#searchAll`. */
  async searchAll(fingerprints: BigUint64Array, options?: SearchAllOptions): Promise<Matches> {
    checkFingerprints(fingerprints);
    const searching = searchingIn(options, this.maxDistance);
    // Of a view, a message would carry the whole buffer.
    return mergeQueries(await this.#askAll('searchAll', fingerprints.slice(), searching), searching);
  }

  /** As `HammingIndex#nearest`. */
  async nearest(fingerprint: bigint, count = 1): Promise<Match[]> {
    checkFingerprint(fingerprint);
    checkCount('count', count);
    return mergeMatches(await this.#askAll('nearest', fingerprint, count), count);
  }

  /** As `HammingIndex#pairs`. Nothing may be changed until it is done. */
  async pairs(options?: DistanceOptions): Promise<Pairs> {
    const maxDistance = distanceIn(options, this.maxDistance);
    const within: SomePairs[] = await this.#askAll('pairs', { maxDistance });
    const between = await Promise.all(this.#shards.map((_, shard) => this.#pairsBehind(shard, { maxDistance })));
    return mergePairs([...within, ...between.flat()]);
  }

  /** As `HammingIndex#groups`. Nothing may be changed until it is done. */
  async groups(options: GroupOptions): Promise<Groups> {
    const { rule, maxDistance } = groupingIn(options, this.maxDistance);
    // Without tables, nobody knows which are equal.
    const mayBeEqual = (await this.stats()).map(({ tables, equal, size }) => (tables.length > 0 ? equal : size));
    if (mayBeEqual.reduce((sum, ids) => sum + ids, 0) > MANY_EQUAL) {
      const equal = putTogether(mergeEntries(await this.#askAll('entries')));
      if (equal) return groupEqual(await this.#pairsOfDistinct(equal, maxDistance), equal, rule);
    }
    return groupPairs(await this.pairs({ maxDistance }), rule);
  }

  /** Of each shard what `HammingIndex#stats` says. */
  async stats(): Promise<IndexStats[]> {
    return this.#askAll('stats');
  }

  /** Ends the threads. What has not been answered is rejected; disposing it again does nothing. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    await Promise.all(this.#shards.map((shard) => shard.end(disposed())));
  }

  async #pairsOfDistinct({ fingerprints }: EqualIds, maxDistance: number): Promise<Pairs> {
    const distinct = new ShardsOnPlatform(this.#platform, this.#options);
    try {
      await distinct.addAll(fingerprints);
      return await distinct.pairs({ maxDistance });
    } finally {
      await distinct.dispose();
    }
  }

  /** The pairs of a shard's ids with those of the shards behind it. */
  async #pairsBehind(shard: number, options: DistanceOptions): Promise<SomePairs[]> {
    const others = this.#shards.map((_, other) => other).slice(shard + 1);
    if (others.length === 0) return [];
    const { ids, fingerprints } = await this.#ask(shard, 'entries');
    const searching = { ...options, sorted: false };
    return Promise.all(
      others.map(async (other) => {
        const matches = await this.#ask(other, 'searchAll', fingerprints, searching);
        return { a: queriesOf(matches, ids), b: matches.ids, distances: matches.distances };
      }),
    );
  }

  /** The next ids. */
  #consecutive(count: number): Uint32Array {
    checkConsecutive(this.#nextId, count);
    return Uint32Array.from({ length: count }, (_, i) => this.#nextId + i);
  }

  /** What belongs to each shard: ids, and their fingerprints if there are any. */
  #split(ids: Uint32Array, fingerprints?: BigUint64Array): { ids: Uint32Array; fingerprints: BigUint64Array }[] {
    const sizes = new Uint32Array(this.#shards.length);
    for (const id of ids) sizes[this.#shardOf(id)]!++;
    const parts = Array.from(sizes, (size) => ({
      ids: new Uint32Array(size),
      fingerprints: new BigUint64Array(fingerprints ? size : 0),
    }));
    for (let i = ids.length - 1; i >= 0; i--) {
      const shard = this.#shardOf(ids[i]!);
      const place = --sizes[shard]!;
      parts[shard]!.ids[place] = ids[i]!;
      if (fingerprints) parts[shard]!.fingerprints[place] = fingerprints[i]!;
    }
    return parts;
  }

  /** Multiplying by 2^32 / golden ratio spreads whatever pattern ids have (Knuth, TAOCP 3, 6.4). */
  #shardOf(id: number): number {
    return Math.floor(((Math.imul(id, 0x9e3779b1) >>> 0) / 2 ** 32) * this.#shards.length);
  }

  #askAll<Call extends keyof ShardCalls>(
    call: Call,
    ...args: Parameters<ShardCalls[Call]>
  ): Promise<ReturnType<ShardCalls[Call]>[]> {
    return Promise.all(this.#shards.map((_, shard) => this.#ask(shard, call, ...args)));
  }

  async #ask<Call extends keyof ShardCalls>(
    shard: number,
    call: Call,
    ...args: Parameters<ShardCalls[Call]>
  ): Promise<ReturnType<ShardCalls[Call]>> {
    if (this.#isDisposed) throw disposed();
    // The others alone are not the index.
    for (const { death } of this.#shards) if (death) throw death.reason;
    const { value } = await this.#shards[shard]!.run({ call, args });
    return value as ReturnType<ShardCalls[Call]>;
  }
}

function disposed(): DisposedError {
  return new DisposedError('This ShardedIndex has been disposed. Make a new one.');
}
