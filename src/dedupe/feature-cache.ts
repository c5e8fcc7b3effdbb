import type { Fingerprinter } from '../fingerprint/fingerprinter.ts';
import type { Text } from '../fingerprint/text.ts';
import type { FeatureSet } from '../wasm/feature-set.ts';

/** Feature sets take up to this much of the core's memory, and one set more. */
const LARGEST = 256 * 1024 * 1024;

/** The feature sets of documents that were compared lately, so that a text in many pairs is read and counted once. */
export class FeatureCache {
  readonly #fingerprinter: Fingerprinter;
  readonly #textOf: (document: number) => Text;
  /** In the order of their last use. */
  readonly #sets = new Map<number, FeatureSet>();
  #bytes = 0;

  constructor(fingerprinter: Fingerprinter, textOf: (document: number) => Text) {
    this.#fingerprinter = fingerprinter;
    this.#textOf = textOf;
  }

  /** The exact similarity of two documents' features, 0…1. */
  similarity(a: number, b: number): number {
    const setA = this.#get(a);
    const setB = this.#get(b);
    const similarity = setA.jaccard(setB);
    this.#shrink();
    return similarity;
  }

  dispose(): void {
    for (const set of this.#sets.values()) set.dispose();
    this.#sets.clear();
    this.#bytes = 0;
  }

  #get(document: number): FeatureSet {
    const known = this.#sets.get(document);
    if (known) this.#sets.delete(document);
    const set = known ?? this.#fingerprinter.featureSet(this.#textOf(document));
    this.#sets.set(document, set);
    if (!known) this.#bytes += set.bytes;
    return set;
  }

  #shrink(): void {
    for (const [document, set] of this.#sets) {
      if (this.#bytes <= LARGEST) return;
      this.#sets.delete(document);
      this.#bytes -= set.bytes;
      set.dispose();
    }
  }
}
