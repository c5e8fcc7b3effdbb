import type { IndexCore } from './core.ts';
import { unsigned } from './memory.ts';

/** What a batch of searches found: matches in the kernel's order, and where those of each query end. */
export interface Batch {
  /** How many queries were answered; a batch ends early when it has found very much. */
  readonly queries: number;
  /** Two u32 a match, id and distance: valid until the next call. */
  readonly matches: Uint32Array;
  /** For each query, how many matches there are up to and with its own: valid until the next call. */
  readonly ends: Uint32Array;
}

/** The kernel's list of matches, or of pairs. */
export function listedMatches({ kernel, memory }: IndexCore): Uint32Array {
  const list = unsigned(kernel.matchList()) >>> 2;
  return memory.u32.subarray(list, list + 2 * (kernel.matchCount.value >>> 0));
}

/** Searches a list of fingerprints, all of which are read; the ids are their places in it. */
export function searchList(core: IndexCore, list: BigUint64Array, queries: BigUint64Array, distance: number): Batch {
  const { kernel, memory } = core;
  const at = memory.scratch(8 * list.length + 12 * queries.length);
  const queriesAt = at + 8 * list.length;
  const endsAt = queriesAt + 8 * queries.length;
  memory.u64.set(list, at >>> 3);
  memory.u64.set(queries, queriesAt >>> 3);
  memory.guard(() => kernel.listSearch(at, list.length, distance, queriesAt, queries.length, endsAt));
  return {
    queries: queries.length,
    matches: listedMatches(core),
    ends: memory.u32.subarray(endsAt >>> 2, (endsAt >>> 2) + queries.length),
  };
}
