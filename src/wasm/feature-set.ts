import type { Core } from './core.ts';
import { unsigned } from './memory.ts';
import { type KernelRecipe, withText } from './text.ts';

/** The counted features of one text, kept in the core's memory until `dispose()`. */
export class FeatureSet {
  readonly #core: Core;
  readonly #block: number;
  /** What it takes of the memory. */
  readonly bytes: number;

  constructor(core: Core, text: string | Uint8Array, recipe: KernelRecipe) {
    this.#core = core;
    this.#block = withText(core, text, (at, length, normalised) =>
      unsigned(core.kernel.featureSet(at, length, normalised, recipe.sizes)),
    );
    this.bytes = core.kernel.featureSetBytes(this.#block);
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
