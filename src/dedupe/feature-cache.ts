import type { FeatureSet } from '../wasm/feature-set.ts';

/** Feature sets take up to twice this of the core's memory. */
const GENERATION = 64 * 1024 * 1024;

/**
 * The feature sets of the documents that were compared lately; the others are made again when they are needed.
 *
 * They are in two generations. What is used moves into the young one; when that is full, it becomes the old one, whose
 * sets are given back. So a set that is used again costs one look: with a list in the order of use, which changes with
 * each, that order took three quarters of the time where each of 8,000 short texts is compared with each.
 */
export class FeatureCache {
  readonly #make: (document: number) => FeatureSet;
  #young = new Map<number, FeatureSet>();
  #old = new Map<number, FeatureSet>();
  /** What the young ones take. */
  #bytes = 0;

  constructor(make: (document: number) => FeatureSet) {
    this.#make = make;
  }

  /** Keeps the set of a document. */
  put(document: number, set: FeatureSet): void {
    this.#keep(document, set);
    this.#age();
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
    const young = this.#young.get(document);
    if (young) this.#bytes -= young.bytes;
    (young ?? this.#old.get(document))?.dispose();
    this.#young.delete(document);
    this.#old.delete(document);
  }

  dispose(): void {
    for (const sets of [this.#young, this.#old]) {
      for (const set of sets.values()) set.dispose();
      sets.clear();
    }
    this.#bytes = 0;
  }

  #compared(a: number, b: number, compare: (a: FeatureSet, b: FeatureSet) => number): number {
    const result = compare(this.#get(a), this.#get(b));
    this.#age();
    return result;
  }

  #get(document: number): FeatureSet {
    return this.#young.get(document) ?? this.#keep(document, this.#take(document) ?? this.#make(document));
  }

  #keep(document: number, set: FeatureSet): FeatureSet {
    this.#young.set(document, set);
    this.#bytes += set.bytes;
    return set;
  }

  /** Takes a set out of the old ones. */
  #take(document: number): FeatureSet | undefined {
    const set = this.#old.get(document);
    this.#old.delete(document);
    return set;
  }

  /** Makes the young ones old when they are many. Those in use are among them. */
  #age(): void {
    if (this.#bytes <= GENERATION) return;
    for (const set of this.#old.values()) set.dispose();
    this.#old = this.#young;
    this.#young = new Map();
    this.#bytes = 0;
  }
}
