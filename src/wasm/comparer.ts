import type { FingerprintCore } from './core.ts';
import type { ComparisonKernel } from './kernel.ts';
import { unsigned } from './memory.ts';
import { startComparisonKernel } from './source.ts';

/** What the lookup table takes at least: that of texts of fewer than 4096 features. */
const SMALLEST_TABLE = 64 * 1024;

/** What compares the feature sets of a core, started on first use: a bundle that only makes fingerprints is without it. */
export function comparerOf(core: FingerprintCore): Comparer {
  core.comparer ??= new Comparer(core);
  return core.comparer as Comparer;
}

/** Compares the feature sets of a core, which stand in its memory. */
class Comparer {
  readonly #core: FingerprintCore;
  readonly #kernel: ComparisonKernel;
  #table = 0;
  #tableSize = 0;

  constructor(core: FingerprintCore) {
    this.#core = core;
    this.#kernel = startComparisonKernel(core.kernel);
  }

  /** The Jaccard index of a set and each of others; where that is below `least`, any number below it. */
  jaccards(set: number, others: readonly number[], least: number): Float64Array {
    const { memory } = this.#core;
    this.#makeRoom(set);
    const target = memory.scratch(12 * others.length);
    const places = target + 8 * others.length;
    memory.u32.set(others, places >>> 2);
    this.#kernel.jaccards(set, places, others.length, least, target);
    return new Float64Array(memory.u8.buffer).slice(target >>> 3, places >>> 3);
  }

  /** Σ min(count) over the features of both. Many with the same `a` in turn are compared quickly. */
  shared(a: number, b: number): number {
    this.#makeRoom(a);
    return unsigned(this.#kernel.sharedFeatures(a, b, 0));
  }

  digest(set: number): bigint {
    return BigInt.asUintN(64, this.#kernel.featureSetDigest(set));
  }

  /** To be called before the memory of a set is given back. */
  forget(set: number): void {
    this.#kernel.forgetFeatureSet(set);
  }

  /** Of the lookup table, into which a set goes with which others are compared. */
  #makeRoom(set: number): void {
    const size = Math.max(SMALLEST_TABLE, unsigned(this.#kernel.tableSize(set)));
    if (size <= this.#tableSize) return;
    const { memory } = this.#core;
    const table = memory.allocate(size);
    this.#kernel.useTable(table);
    if (this.#tableSize > 0) memory.release(this.#table);
    this.#table = table;
    this.#tableSize = size;
  }
}
