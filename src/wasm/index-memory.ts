import type { Core } from './core.ts';
import { unsigned } from './memory.ts';

/** Fingerprints that cross the boundary at once: 64 KiB of them. */
const CHUNK = 8192;

/** What a batch of searches found: matches in the kernel's order, and where those of each query end. */
export interface Batch {
  /** How many queries were answered; a batch ends early when it has found very much. */
  readonly queries: number;
  /** Two u32 a match, low half first: valid until the next call. */
  readonly matches: Uint32Array;
  /** For each query, how many matches there are up to and with its own: valid until the next call. */
  readonly ends: Uint32Array;
}

/** How to look: the distance, and the radius + 1 of each table in a byte of `radii`; 0 reads all rows through. */
export interface KernelPlan {
  readonly maxDistance: number;
  readonly radii: number;
}

/** An index in the core's memory. */
export class IndexMemory {
  readonly core: Core;
  readonly #index: number;

  constructor(core: Core) {
    this.core = core;
    this.#index = unsigned(core.memory.guard(() => core.kernel.createIndex()));
  }

  free(): void {
    this.core.kernel.freeIndex(this.#index);
  }

  get size(): number {
    return this.core.kernel.indexSize(this.#index) >>> 0;
  }

  /** Rows that stand in tables, dead ones among them. */
  get tabled(): number {
    return this.core.kernel.indexTabled(this.#index) >>> 0;
  }

  /** Removed rows that still take room. */
  get dead(): number {
    return this.core.kernel.indexDead(this.#index) >>> 0;
  }

  has(id: number): boolean {
    return this.core.kernel.indexHas(this.#index, id) !== 0;
  }

  remove(id: number): boolean {
    return this.core.kernel.indexRemove(this.#index, id) !== 0;
  }

  /** Adds fingerprints under `ids`, or under consecutive ids from `firstId` on. */
  add(fingerprints: BigUint64Array, ids: Uint32Array | undefined, firstId: number): void {
    const { kernel, memory } = this.core;
    for (let start = 0; start < fingerprints.length; start += CHUNK) {
      const chunk = fingerprints.subarray(start, start + CHUNK);
      const at = memory.scratch(CHUNK * 12);
      memory.u64.set(chunk, at >>> 3);
      const idsAt = ids ? at + CHUNK * 8 : 0;
      if (ids) memory.u32.set(ids.subarray(start, start + CHUNK), idsAt >>> 2);
      memory.guard(() => kernel.indexAdd(this.#index, at, idsAt, firstId + start, chunk.length));
    }
  }

  /** Sorts all rows into tables. */
  build(): void {
    this.core.memory.guard(() => this.core.kernel.indexBuild(this.#index));
  }

  /** Drops tables and removed rows. */
  pack(): void {
    this.core.memory.guard(() => this.core.kernel.indexPack(this.#index));
  }

  /** All ids, in the order of their rows. */
  ids(): Uint32Array<ArrayBuffer> {
    const { kernel, memory } = this.core;
    const count = this.size;
    if (count === 0) return new Uint32Array(0);
    const at = memory.allocate(count * 4);
    kernel.indexIds(this.#index, at);
    const ids = memory.u32.slice(at >>> 2, (at >>> 2) + count);
    memory.release(at);
    return ids as Uint32Array<ArrayBuffer>;
  }

  /** The fingerprint of an id that is there. */
  fingerprint(id: number): bigint {
    return BigInt.asUintN(64, this.core.kernel.indexFingerprint(this.#index, id));
  }

  /** Matches of one query, as in a batch: two u32 each, id and distance, valid until the next call. */
  searchOne(query: bigint, plan: KernelPlan): Uint32Array {
    const { kernel, memory } = this.core;
    const at = memory.scratch(16);
    memory.u64[at >>> 3] = query;
    memory.guard(() => kernel.indexSearch(this.#index, at, 1, plan.maxDistance, plan.radii, at + 8));
    return this.#found();
  }

  /** Matches (id, distance) of as many of the queries as fit one batch, nearest first, ties by id. */
  search(queries: BigUint64Array, plan: KernelPlan): Batch {
    const { kernel, memory } = this.core;
    const count = Math.min(queries.length, CHUNK);
    const at = memory.scratch(count * 12);
    const endsAt = at + count * 8;
    memory.u64.set(queries.subarray(0, count), at >>> 3);
    return this.#batch(endsAt, () => kernel.indexSearch(this.#index, at, count, plan.maxDistance, plan.radii, endsAt));
  }

  /** For as many of `ids` as fit one batch: matches (distance | id << 8) with larger ids, ascending. */
  pairs(ids: Uint32Array, plan: KernelPlan): Batch {
    const { kernel, memory } = this.core;
    const count = Math.min(ids.length, CHUNK);
    const at = memory.scratch(count * 16);
    const idsAt = at + count * 8;
    const endsAt = at + count * 12;
    memory.u32.set(ids.subarray(0, count), idsAt >>> 2);
    return this.#batch(endsAt, () =>
      kernel.indexPairs(this.#index, idsAt, at, count, plan.maxDistance, plan.radii, endsAt),
    );
  }

  #batch(endsAt: number, call: () => number): Batch {
    const { memory } = this.core;
    const queries = memory.guard(call);
    return {
      queries,
      matches: this.#found(),
      ends: memory.u32.subarray(endsAt >>> 2, (endsAt >>> 2) + queries),
    };
  }

  /** What the last search found. */
  #found(): Uint32Array {
    const { kernel, memory } = this.core;
    const list = unsigned(kernel.matchList()) >>> 2;
    return memory.u32.subarray(list, list + 2 * (kernel.matchCount.value >>> 0));
  }
}
