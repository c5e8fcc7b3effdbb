import { DisposedError, InvalidArgumentError } from '../errors.ts';
import { shown } from '../shown.ts';
import { comparerOf } from './comparer.ts';
import type { FingerprintCore } from './core.ts';
import { unsigned } from './memory.ts';

/** What stands before the bytes of a set, and before its features there (`assembly/feature-set.ts`). */
const BITMAP_HEAD = 8;
const HEAD = 8;

/** The counted features of one text, kept in the core's memory until `dispose()`; used afterwards, it throws `DisposedError`. */
export class FeatureSet {
  readonly #core: FingerprintCore;
  #block: number;
  /** How many features the text has by its recipe, repetitions counted: what its fingerprint rests on. */
  readonly features: number;

  private constructor(core: FingerprintCore, features: number, block: number) {
    this.#core = core;
    this.#block = block;
    this.features = features;
  }

  /**
   * A set of what `fill` extends it by; without room for all of it, nothing stays.
   *
   * @param features of the text whose features are about to be kept
   */
  static filled(core: FingerprintCore, features: number, fill: (set: FeatureSet) => void): FeatureSet {
    return core.memory.guard(() => {
      const set = new FeatureSet(core, features, unsigned(core.kernel.featureSet(0, 0)));
      try {
        fill(set);
        return set;
      } catch (error) {
        set.dispose();
        throw error;
      }
    });
  }

  /** Keeps the features that are counted now, which it has not yet, each as if it occurred `factor` times as often. */
  extend(factor = 1): void {
    this.#block = unsigned(this.#core.kernel.extendFeatureSet(this.#open(), factor));
  }

  /** A set again, from a copy of its bytes, maybe of another core. */
  static from(core: FingerprintCore, features: number, bytes: Uint8Array): FeatureSet {
    const [distinct, occurrences] = new Uint32Array(bytes.slice(0, HEAD).buffer);
    const block = unsigned(core.memory.guard(() => core.kernel.featureSet(distinct!, occurrences!)));
    core.memory.u8.set(bytes, block + BITMAP_HEAD);
    return new FeatureSet(core, features, block);
  }

  /**
   * Its bytes, valid until the next call: how many features it has (u32), how many are compared (u32), a gram (u64) a feature,
   * how often each occurs (u32).
   */
  view(): Uint8Array {
    const { u8, u32 } = this.#core.memory;
    const start = this.#open() + BITMAP_HEAD;
    return u8.subarray(start, start + HEAD + 12 * u32[start >>> 2]!);
  }

  /** What it takes of the memory. */
  get bytes(): number {
    return this.#core.kernel.featureSetBytes(this.#open());
  }

  /** How many features are compared, repetitions counted. */
  get compared(): number {
    return this.#core.memory.u32[(this.#open() + BITMAP_HEAD + 4) >>> 2]!;
  }

  /**
   * Σ min(count) / Σ max(count) over the features of this one and each of others, 0…1.
   *
   * @param least where it is below this, it is any number below it, which takes less time
   */
  jaccards(others: readonly FeatureSet[], least = 0): Float64Array {
    return comparerOf(this.#core).jaccards(
      this.#open(),
      others.map((other) => FeatureSet.#blockOf(other)),
      least,
    );
  }

  /** The same for one other. */
  jaccard(other: FeatureSet, least = 0): number {
    return this.jaccards([other], least)[0]!;
  }

  /**
   * The share of what is compared of this one that the other has, too: Σ min(count) / Σ count, 0…1; 0 without any. Both are
   * best made by `passageSet`.
   */
  containment(other: FeatureSet): number {
    const { compared } = this;
    // The other one first: it stays where it can be looked up while many are compared with it.
    return compared === 0 ? 0 : comparerOf(this.#core).shared(FeatureSet.#blockOf(other), this.#open()) / compared;
  }

  /** 64 bits that stand for the features and how often each occurs: those of equal sets are equal, of others hardly ever. */
  digest(): bigint {
    return comparerOf(this.#core).digest(this.#open());
  }

  /** Gives the memory back. The set must not be used afterwards; disposing it again does nothing. */
  dispose(): void {
    if (this.#block === 0) return;
    this.#core.comparer?.forget(this.#block);
    this.#core.kernel.releaseFeatureSet(this.#block);
    this.#block = 0;
  }

  static #blockOf(other: unknown): number {
    if (other instanceof FeatureSet) return other.#open();
    throw new InvalidArgumentError(`A FeatureSet is compared with another one of the same entry, not ${shown(other)}.`);
  }

  #open(): number {
    if (this.#block !== 0) return this.#block;
    throw new DisposedError('This FeatureSet has been disposed. Make a new one.');
  }
}
