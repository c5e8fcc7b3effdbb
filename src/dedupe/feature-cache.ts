import type { FeatureSet } from '../wasm/feature-set.ts';

/** Feature sets take up to twice this of the core's memory. */
const GENERATION = 64 * 1024 * 1024;
/** Documents that are compared with one in a call: their sets must all be there. */
const AT_ONCE = 1024;

interface Kept {
  readonly set: FeatureSet;
  /** When it was used last. */
  generation: number;
}

/**
 * The feature sets of the documents that were compared lately; the others are made again when they are needed.
 *
 * They are in two generations. What is used moves into the young one; when that is full, it becomes the old one, whose
 * sets are given back. So a set that is used again costs one look: with a list in the order of use, which changes with
 * each, that order took three quarters of the time where each of 8,000 short texts is compared with each.
 */
export class FeatureCache {
  readonly #make: (document: number) => FeatureSet;
  /** By document. */
  readonly #kept: (Kept | undefined)[] = [];
  #generation = 0;
  /** Documents that came into the young generation, and what their sets take. */
  #young: number[] = [];
  #bytes = 0;
  /** Those that came into the one before. */
  #old: number[] = [];

  constructor(make: (document: number) => FeatureSet) {
    this.#make = make;
  }

  /** Keeps the set of a document. */
  put(document: number, set: FeatureSet): void {
    this.#keep(document, set);
    this.#age();
  }

  /** The features of a document; they may be given back after the next call. */
  setOf(document: number): FeatureSet {
    const set = this.#get(document);
    this.#age();
    return set;
  }

  /** The exact similarity of a document's features and each of others', `least`…1; any number below `least` if they are less similar. */
  similarities(document: number, others: Uint32Array, least: number): Float64Array {
    const similarities = new Float64Array(others.length);
    for (let from = 0; from < others.length; ) {
      const set = this.#get(document);
      const sets: FeatureSet[] = [];
      for (let at = from; at < others.length && sets.length < AT_ONCE; at++) {
        sets.push(this.#get(others[at]!));
        if (this.#bytes > GENERATION) break;
      }
      similarities.set(set.jaccards(sets, least), from);
      from += sets.length;
      this.#age();
    }
    return similarities;
  }

  /** The same for one other. */
  similarity(document: number, other: number, least: number): number {
    const similarity = this.#get(document).jaccard(this.#get(other), least);
    this.#age();
    return similarity;
  }

  /** The share of one document's features that another has, too, 0…1. */
  containment(inner: number, outer: number): number {
    const share = this.#get(inner).containment(this.#get(outer));
    this.#age();
    return share;
  }

  /** Gives the set of a document back, which is not likely to be needed again. */
  forget(document: number): void {
    const kept = this.#kept[document];
    if (kept === undefined) return;
    if (kept.generation === this.#generation) this.#bytes -= kept.set.bytes;
    this.#drop(document, kept);
  }

  dispose(): void {
    for (const document of [...this.#old, ...this.#young]) {
      const kept = this.#kept[document];
      if (kept) this.#drop(document, kept);
    }
    this.#young = [];
    this.#old = [];
    this.#bytes = 0;
  }

  #get(document: number): FeatureSet {
    const kept = this.#kept[document];
    if (kept === undefined) return this.#keep(document, this.#make(document));
    if (kept.generation !== this.#generation) this.#renew(document, kept);
    return kept.set;
  }

  #keep(document: number, set: FeatureSet): FeatureSet {
    const kept = { set, generation: this.#generation };
    this.#kept[document] = kept;
    this.#renew(document, kept);
    return set;
  }

  #renew(document: number, kept: Kept): void {
    kept.generation = this.#generation;
    this.#young.push(document);
    this.#bytes += kept.set.bytes;
  }

  #drop(document: number, { set }: Kept): void {
    set.dispose();
    this.#kept[document] = undefined;
  }

  /** Makes the young ones old when they are many. Those in use are among them. */
  #age(): void {
    if (this.#bytes <= GENERATION) return;
    for (const document of this.#old) {
      const kept = this.#kept[document];
      if (kept && kept.generation < this.#generation) this.#drop(document, kept);
    }
    this.#old = this.#young;
    this.#young = [];
    this.#bytes = 0;
    this.#generation++;
  }
}
