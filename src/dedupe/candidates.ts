import { HammingIndex } from '../search/hamming-index.ts';

/**
 * Which documents are worth comparing: those of which any of several independent fingerprints are near.
 *
 * Each fingerprint may miss a like pair by the noise of its 64 bits, but rarely do all of them; so several with a
 * narrow radius find more than one with a wide radius, and cost less (the OR-construction of locality-sensitive
 * hashing; Indyk, Motwani, STOC 1998).
 */
export class Candidates {
  readonly #fingerprints: readonly BigUint64Array[];
  readonly #indexes: readonly HammingIndex[];

  /** @param featureless 1 for documents that resemble nothing */
  constructor(fingerprints: readonly BigUint64Array[], featureless: Uint8Array, maxDistance: number) {
    this.#fingerprints = fingerprints;
    const ids = Uint32Array.from(featureless.keys()).filter((document) => featureless[document] === 0);
    this.#indexes = fingerprints.map((all) => {
      const index = new HammingIndex({ maxDistance });
      index.addAll(
        BigUint64Array.from(ids, (document) => all[document]!),
        ids,
      );
      return index;
    });
  }

  /** The candidates that come after a document, in their order, and the least distance of their fingerprints. */
  behind(document: number): [number, number][] {
    const nearest = new Map<number, number>();
    for (const [i, index] of this.#indexes.entries()) {
      const { ids, distances } = index.searchAll(this.#fingerprints[i]!.subarray(document, document + 1));
      for (const [at, id] of ids.entries()) {
        const distance = distances[at]!;
        if (id > document && distance < (nearest.get(id) ?? 65)) nearest.set(id, distance);
      }
    }
    return [...nearest].sort(([a], [b]) => a - b);
  }

  dispose(): void {
    for (const index of this.#indexes) index.dispose();
  }
}
