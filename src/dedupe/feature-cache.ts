import type { FeatureSet } from '../wasm/feature-set.ts';

/** Feature sets take up to this much of the core's memory, and one set more. */
const LARGEST = 128 * 1024 * 1024;
/**
 * When there are more, they are made this few, and not one fewer each time: a `Map` walks past all that it has forgotten
 * since it was last rebuilt, which took 150 of the 215 s of a million short texts.
 */
const SHRUNK = LARGEST - LARGEST / 8;

/** The feature sets of the documents that were compared lately; the others are made again when they are needed. */
export class FeatureCache {
  readonly #make: (document: number) => FeatureSet;
  /** In the order of their last use. */
  readonly #sets = new Map<number, FeatureSet>();
  #bytes = 0;

  constructor(make: (document: number) => FeatureSet) {
    this.#make = make;
  }

  /** Keeps the set of a document. */
  put(document: number, set: FeatureSet): void {
    this.#sets.set(document, set);
    this.#bytes += set.bytes;
    this.#shrink(document, document);
  }

  /**
   * The exact similarity of two documents' features, `least`…1; any number below `least` if they are less similar. Many
   * with the same `b` in turn are compared quickly.
   */
  similarity(a: number, b: number, least: number): number {
    return this.#compared(a, b, (setA, setB) => setB.jaccard(setA, least));
  }

  /** The share of one document's features that another has, too, 0…1. */
  containment(inner: number, outer: number): number {
    return this.#compared(inner, outer, (setOfInner, setOfOuter) => setOfInner.containment(setOfOuter));
  }

  /** Gives the set of a document back, which is not likely to be needed again. */
  forget(document: number): void {
    const set = this.#sets.get(document);
    if (!set) return;
    this.#sets.delete(document);
    this.#bytes -= set.bytes;
    set.dispose();
  }

  dispose(): void {
    for (const set of this.#sets.values()) set.dispose();
    this.#sets.clear();
    this.#bytes = 0;
  }

  #compared(a: number, b: number, compare: (a: FeatureSet, b: FeatureSet) => number): number {
    const result = compare(this.#get(a), this.#get(b));
    this.#shrink(a, b);
    return result;
  }

  #get(document: number): FeatureSet {
    const known = this.#sets.get(document);
    if (known) this.#sets.delete(document);
    const set = known ?? this.#make(document);
    this.#sets.set(document, set);
    if (!known) this.#bytes += set.bytes;
    return set;
  }

  /** Forgets those that were not used for longest, but for two that are in use. */
  #shrink(a: number, b: number): void {
    if (this.#bytes <= LARGEST) return;
    for (const document of this.#sets.keys()) {
      if (document !== a && document !== b) this.forget(document);
      if (this.#bytes <= SHRUNK) return;
    }
  }
}
