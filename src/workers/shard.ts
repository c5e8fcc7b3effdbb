import { HammingIndex } from '../search/hamming-index.ts';
import type { HammingIndexOptions } from '../search/options.ts';

/** What a shard is asked for: its own part of what a `ShardedIndex` is. */
export type ShardCalls = ReturnType<typeof callsOf>;

function callsOf(index: HammingIndex) {
  return {
    add: (fingerprint: bigint, id: number) => index.add(fingerprint, id),
    addAll: (fingerprints: BigUint64Array, ids: Uint32Array) => index.addAll(fingerprints, ids),
    remove: (id: number) => index.remove(id),
    removeAll: (ids: Uint32Array) => index.removeAll(ids),
    has: (id: number) => index.has(id),
    size: () => index.size,
    search: (...query: Parameters<HammingIndex['search']>) => index.search(...query),
    searchAll: (...queries: Parameters<HammingIndex['searchAll']>) => index.searchAll(...queries),
    nearest: (fingerprint: bigint, count: number) => index.nearest(fingerprint, count),
    pairs: (...options: Parameters<HammingIndex['pairs']>) => index.pairs(...options),
    entries: () => index.entries(),
    stats: () => index.stats(),
  };
}

/** A call of a part of an index. */
export interface ShardRequest {
  readonly call: keyof ShardCalls;
  readonly args: readonly unknown[];
}

/** What that returns. */
export interface ShardAnswer {
  readonly value: unknown;
}

/** What a worker that has a shard does with requests. */
export function shardOf(options: HammingIndexOptions): (request: ShardRequest) => ShardAnswer {
  const calls = callsOf(new HammingIndex(options));
  return ({ call, args }) => ({ value: (calls[call] as (...args: readonly unknown[]) => unknown)(...args) });
}
