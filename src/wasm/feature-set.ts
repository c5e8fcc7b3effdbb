import type { Core } from './core.ts';
import { unsigned } from './memory.ts';

/** The counted features of one text, kept in the core's memory until `dispose()`. */
export class FeatureSet {
  readonly #core: Core;
  readonly #block: number;
  /** What it takes of the memory. */
  readonly bytes: number;
  /** How many features there are, repetitions counted. */
  readonly features: number;

  /** Keeps the features that are counted now. */
  constructor(core: Core) {
    this.#core = core;
    this.#block = unsigned(core.kernel.featureSet());
    this.bytes = core.kernel.featureSetBytes(this.#block);
    this.features = core.memory.u32[(this.#block >>> 2) + 1]!;
  }

  /** Σ min(count) / Σ max(count) over the features of both, 0…1. */
  jaccard(other: FeatureSet): number {
    return this.#core.memory.guard(() => this.#core.kernel.jaccard(this.#block, other.#block));
  }

  /** The set must not be used afterwards. */
  dispose(): void {
    this.#core.kernel.releaseFeatureSet(this.#block);
  }
}
