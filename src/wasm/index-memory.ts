import type { IndexCore } from './core.ts';
import { type Batch, listedMatches } from './matches.ts';
import { place, unsigned } from './memory.ts';

/** Fingerprints that cross the boundary at once: 64 KiB of them. */
const CHUNK = 8192;

/** Changes of tables that are ordered by buckets and made together. In memory they take 16 MiB, until they are made. */
const BATCH = 2 ** 19;
/** Fewer are made sooner one after the other. */
const SMALLEST_BATCH = 128;
/** What a change takes in memory (`assembly/search/change.ts`). */
const CHANGE_BYTES = 16;

/** Bytes that are saved at once: they fit the processor's cache, and the largest block fits in twenty times. */
const BLOCKS = 256 * 1024;
const NO_CURSOR = 2n ** 64n - 1n;

/** A program in the core's memory (`assembly/search/program.ts` says what it is). */
export type LoadedProgram = number & { readonly loaded: never };

/** How an index lies in memory. */
export interface MemoryStats {
  readonly bytes: { readonly rows: number; readonly tables: number; readonly twins: number };
  /** Ids that share their fingerprint with another. */
  readonly twinIds: number;
  /** Of each table: distinct fingerprints, the sum of the squares of its buckets' sizes, the largest and its number. */
  readonly tables: readonly { entries: number; squares: number; largest: number; hottest: number }[];
}

/** An index in the core's memory. */
export class IndexMemory {
  readonly core: IndexCore;
  readonly #index: number;
  readonly #tables: number;
  readonly #programs = new Set<number>();
  #changes = 0;

  /**
   * @param layout how its tables permute the bits (`createIndex` in `assembly/search/hamming-index.ts`)
   * @param tables how many there are
   */
  constructor(core: IndexCore, layout: Uint8Array, tables: number) {
    this.core = core;
    this.#tables = tables;
    const { kernel, memory } = core;
    const at = memory.scratch(layout.length);
    memory.u8.set(layout, at);
    this.#index = unsigned(memory.guard(() => kernel.createIndex(at, tables)));
  }

  /** How often what the index holds, or where it lies, has changed. */
  get changes(): number {
    return this.#changes;
  }

  free(): void {
    this.#changes++;
    for (const program of this.#programs) this.core.memory.release(program);
    this.core.kernel.freeIndex(this.#index);
  }

  get size(): number {
    return this.core.kernel.indexSize(this.#index) >>> 0;
  }

  /** Whether there are tables; without them only a program without probes finds anything. */
  get isTabled(): boolean {
    return this.core.kernel.indexTabled(this.#index) !== 0;
  }

  has(id: number): boolean {
    return this.core.kernel.indexHas(this.#index, id) !== 0;
  }

  remove(id: number): boolean {
    this.#changes++;
    const { kernel, memory } = this.core;
    return memory.guard(() => kernel.indexRemove(this.#index, id)) !== 0;
  }

  /** Removes many ids; how many were there. */
  removeAll(ids: Uint32Array): number {
    this.#changes++;
    const { kernel, memory } = this.core;
    let removed = 0;
    for (let start = 0; start < ids.length; start += BATCH) {
      const some = ids.subarray(start, start + BATCH);
      const together = this.#inBatch(some.length, (input, changes) => {
        memory.u32.set(some, input >>> 2);
        return kernel.indexRemoveAll(this.#index, input, some.length, changes);
      });
      removed += together ?? some.reduce((count, id) => count + Number(this.remove(id)), 0);
    }
    return removed;
  }

  /** Adds a fingerprint, or gives an id another one. */
  put(fingerprint: bigint, id: number): void {
    this.#changes++;
    const { kernel, memory } = this.core;
    memory.guard(() => kernel.indexPut(this.#index, fingerprint, id));
  }

  /** Adds fingerprints under `ids`, or under consecutive ids from `firstId` on, none of which is there. */
  add(fingerprints: BigUint64Array, ids: Uint32Array | undefined, firstId: number): void {
    this.#changes++;
    const { kernel, memory } = this.core;
    memory.guard(() => kernel.indexReserve(this.#index, fingerprints.length));
    for (let start = 0; start < fingerprints.length; start += BATCH) {
      const some = fingerprints.subarray(start, start + BATCH);
      const itsIds = ids?.subarray(start, start + BATCH);
      if (this.#addNew(some, itsIds, firstId + start) < some.length) this.#addInTurn(some, itsIds, firstId + start);
    }
  }

  /** Adds to tables what has an id that is not there; how many that are. None if it is to be done one by one. */
  #addNew(fingerprints: BigUint64Array, ids: Uint32Array | undefined, firstId: number): number {
    if (!this.isTabled) return 0;
    const { kernel, memory } = this.core;
    const count = fingerprints.length;
    const added = this.#inBatch(count, (input, changes) => {
      memory.u64.set(fingerprints, input >>> 3);
      const idsAt = ids ? input + count * 8 : 0;
      if (ids) memory.u32.set(ids, idsAt >>> 2);
      return kernel.indexAddNew(this.#index, input, idsAt, firstId, count, changes);
    });
    return added ?? 0;
  }

  #addInTurn(fingerprints: BigUint64Array, ids: Uint32Array | undefined, firstId: number): void {
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

  /**
   * Makes changes that have room in memory, and behind it for their input. Undefined, and nothing is done, for few, and where
   * the memory is too full: then they go one by one.
   */
  #inBatch(count: number, make: (input: number, changes: number) => number): number | undefined {
    if (count < SMALLEST_BATCH) return undefined;
    const { memory } = this.core;
    let changes: number;
    try {
      changes = memory.scratch(2 * count * CHANGE_BYTES);
    } catch {
      return undefined;
    }
    try {
      return memory.guard(() => make(changes + count * CHANGE_BYTES, changes));
    } finally {
      memory.trimScratch();
    }
  }

  /** Sorts all fingerprints into tables. */
  build(): void {
    this.#changes++;
    this.core.memory.guard(() => this.core.kernel.indexBuild(this.#index));
  }

  dropTables(): void {
    this.#changes++;
    this.core.kernel.dropTables(this.#index);
  }

  /** All ids and fingerprints, in no order. */
  entries(): { ids: Uint32Array; fingerprints: BigUint64Array } {
    const { kernel, memory } = this.core;
    const count = this.size;
    const at = memory.allocate(Math.max(count, 1) * 12);
    try {
      kernel.indexEntries(this.#index, at + count * 8, at);
      const fingerprints = memory.u64.slice(at >>> 3, (at >>> 3) + count);
      return { ids: memory.u32.slice((at >>> 2) + count * 2, (at >>> 2) + count * 3), fingerprints };
    } finally {
      // Also if the engine had no room for copies.
      memory.release(at);
    }
  }

  stats(): MemoryStats {
    const { kernel, memory } = this.core;
    const at = memory.scratch(32 + 32 * this.#tables);
    memory.guard(() => kernel.indexStats(this.#index, at));
    const numbers = Array.from(memory.u64.subarray(at >>> 3, (at >>> 3) + 4 + 4 * this.#tables), Number);
    const [rows, tables, twins, twinIds] = numbers as [number, number, number, number];
    return {
      bytes: { rows, tables, twins },
      twinIds,
      tables: Array.from({ length: this.#tables }, (_, table) => {
        const [entries, squares, largest, hottest] = numbers.slice(4 + 4 * table) as [number, number, number, number];
        return { entries, squares, largest, hottest };
      }),
    };
  }

  /** How many parts the map from ids to fingerprints has, and the one of ids with equal fingerprints. */
  get parts(): { readonly rows: number; readonly twins: number } {
    const { kernel, memory } = this.core;
    const [rows, twins] = memory.guard(
      () => [kernel.mapParts(this.#index, 0), kernel.mapParts(this.#index, 1)] as const,
    );
    return { rows: rows >>> 0, twins: twins >>> 0 };
  }

  /**
   * Blocks of a section (`assembly/search/snapshot.ts`) from a cursor on, 0n at first: their bytes, valid until the next call, and the
   * cursor to go on with, undefined after the last.
   */
  save(section: number, cursor: bigint): { bytes: Uint8Array; next: bigint | undefined } {
    const { kernel, memory } = this.core;
    const at = memory.scratch(BLOCKS);
    const cursorAfter = memory.guard(() => kernel.saveBlocks(this.#index, section, cursor, at, BLOCKS));
    const next = BigInt.asUintN(64, cursorAfter);
    const bytes = memory.u8.subarray(at, at + (kernel.savedBytes.value >>> 0));
    return { bytes, next: next === NO_CURSOR ? undefined : next };
  }

  /** Makes an empty index ready for blocks that were saved. */
  startLoad(parts: { readonly rows: number; readonly twins: number }, isTabled: boolean): void {
    const { kernel, memory } = this.core;
    memory.guard(() => kernel.startLoad(this.#index, parts.rows, Number(isTabled), parts.twins));
  }

  /** Takes blocks of a section in. False if they cannot be such; then the index can only be freed. */
  loadBlocks(section: number, bytes: Uint8Array): boolean {
    const { kernel, memory } = this.core;
    const at = place(memory, bytes);
    return memory.guard(() => kernel.loadBlocks(this.#index, section, at, bytes.length)) !== 0;
  }

  /** After the last block. False if they do not fit each other. */
  finishLoad(): boolean {
    return this.core.memory.guard(() => this.core.kernel.finishLoad(this.#index)) !== 0;
  }

  /** Copies a program to the core's memory, until it is unloaded or the index is freed. */
  load(program: Uint8Array): LoadedProgram {
    const { memory } = this.core;
    const at = memory.allocate(program.length);
    memory.u8.set(program, at);
    this.#programs.add(at);
    return at as LoadedProgram;
  }

  unload(program: LoadedProgram): void {
    if (this.#programs.delete(program)) this.core.memory.release(program);
  }

  /** How many matches one query has, nearest first, ties by id: `found` tells them until the next call. */
  searchOne(query: bigint, program: LoadedProgram): number {
    const { kernel, memory } = this.core;
    return memory.guard(() => kernel.indexSearchOne(this.#index, program, query)) >>> 0;
  }

  /** Match i that `searchOne` found. Few small calls take less time than a view of all. */
  found(i: number): { id: number; fingerprint: bigint; distance: number } {
    const { kernel } = this.core;
    const fingerprint = BigInt.asUintN(64, kernel.foundFingerprint(this.#index, i));
    return { id: kernel.foundId(i) >>> 0, fingerprint, distance: kernel.foundDistance(i) };
  }

  /** Matches (id, distance) of as many of the queries as fit one batch; nearest first, ties by id, unless in no order. */
  search(queries: BigUint64Array, program: LoadedProgram, sorted = true): Batch {
    const { kernel, memory } = this.core;
    const count = Math.min(queries.length, CHUNK);
    const at = memory.scratch(count * 12);
    const endsAt = at + count * 8;
    memory.u64.set(queries.subarray(0, count), at >>> 3);
    const answered = memory.guard(() => kernel.indexSearch(this.#index, program, at, count, endsAt, Number(sorted)));
    return {
      queries: answered,
      matches: listedMatches(this.core),
      ends: memory.u32.subarray(endsAt >>> 2, (endsAt >>> 2) + answered),
    };
  }

  /**
   * Pairs from a cursor on (0 at first): four u32 each, the larger id, the smaller, the distance and 0, valid until the next
   * call; and the cursor to go on with, undefined after the last.
   */
  pairs(program: LoadedProgram, cursor: number): { found: Uint32Array; next: number | undefined } {
    const { kernel, memory } = this.core;
    const next = memory.guard(() => kernel.indexPairs(this.#index, program, cursor)) >>> 0;
    return { found: listedMatches(this.core), next: next === 0xffffffff ? undefined : next };
  }
}
