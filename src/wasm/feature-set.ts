import { DisposedError } from '../errors.ts';
import type { FingerprintCore } from './core.ts';
import { unsigned } from './memory.ts';

/** The counted features of one text, kept in the core's memory until `dispose()`; used afterwards, it throws `DisposedError`. */
export class FeatureSet {
  readonly #core: FingerprintCore;
  #block: number;
  /** How many features the text has by its recipe, repetitions counted: what its fingerprint rests on. */
  readonly features: number;

  /** @param features of the text whose features are about to be kept */
  constructor(core: FingerprintCore, features: number, block = unsigned(core.kernel.featureSet())) {
    this.#core = core;
    this.#block = block;
    this.features = features;
  }

  /** Keeps the features that are counted now, which it has not yet, each as if it occurred `factor` times as often. */
  extend(factor = 1): this {
    this.#block = unsigned(this.#core.kernel.extendFeatureSet(this.#open(), factor));
    return this;
  }

  /** A set again, from a copy of its bytes, maybe of another core. */
  static from(core: FingerprintCore, features: number, bytes: Uint8Array): FeatureSet {
    const block = core.memory.allocate(bytes.length);
    core.memory.u8.set(bytes, block);
    return new FeatureSet(core, features, block);
  }

  /** Its bytes, valid until the next call. */
  view(): Uint8Array {
    const block = this.#open();
    return this.#core.memory.u8.subarray(block, block + this.bytes);
  }

  /** What it takes of the memory. */
  get bytes(): number {
    return this.#core.kernel.featureSetBytes(this.#open());
  }

  /** How many features are compared, repetitions counted. */
  get compared(): number {
    return this.#core.memory.u32[(this.#open() >>> 2) + 1]!;
  }

  /**
   * Σ min(count) / Σ max(count) over the features of both, 0…1.
   *
   * @param least where it is below this, it is any number below it, which takes less time
   */
  jaccard(other: FeatureSet, least = 0): number {
    const a = this.#open();
    const b = other.#open();
    return this.#core.memory.guard(() => this.#core.kernel.jaccard(a, b, least));
  }

  /** The share of what is compared of this one that the other has, too: Σ min(count) / Σ count, 0…1; 0 without any. */
  containment(other: FeatureSet): number {
    const { compared } = this;
    if (compared === 0) return 0;
    // The other one first: it stays where it can be looked up while many are compared with it.
    const inner = this.#open();
    const outer = other.#open();
    const shared = this.#core.memory.guard(() => this.#core.kernel.sharedFeatures(outer, inner, 0));
    return (shared >>> 0) / compared;
  }

  /** 64 bits that stand for the features and how often each occurs: those of equal sets are equal, of others hardly ever. */
  digest(): bigint {
    return BigInt.asUintN(64, this.#core.kernel.featureSetDigest(this.#open()));
  }

  /** Gives the memory back. The set must not be used afterwards; disposing it again does nothing. */
  dispose(): void {
    if (this.#block === 0) return;
    this.#core.kernel.releaseFeatureSet(this.#block);
    this.#block = 0;
  }

  #open(): number {
    if (this.#block !== 0) return this.#block;
    throw new DisposedError('This FeatureSet has been disposed. Make a new one.');
  }
}
