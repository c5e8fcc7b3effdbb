import type { PairList } from './pair-list.ts';

/** A document beside another, and what was verified of the two. */
export type Visit = (other: number, distance: number, similarity: number) => void;

/** Pairs by document: who resembles whom, in both directions. */
export class Neighbours {
  /** The document whose pairs are those of this one, too: of documents with the same features the first. */
  readonly originals: Uint32Array;
  readonly #offsets: Uint32Array;
  readonly #others: Uint32Array;
  readonly #distances: Uint8Array;
  readonly #similarities: Float64Array;

  /** @param references so many first documents are kept whatever they resemble, so pairs of two of them are passed over */
  constructor(count: number, pairs: PairList, references: number) {
    this.originals = Uint32Array.from({ length: count }, (_, document) => document);
    this.#offsets = new Uint32Array(count + 1);
    for (const { a, b, same } of pairs) {
      if (b < references) continue;
      if (same) this.originals[b] = a;
      else for (const document of [a, b]) this.#offsets[document + 1]!++;
    }
    for (let document = 0; document < count; document++) this.#offsets[document + 1]! += this.#offsets[document]!;
    const total = this.#offsets[count]!;
    this.#others = new Uint32Array(total);
    this.#distances = new Uint8Array(total);
    this.#similarities = new Float64Array(total);
    const next = this.#offsets.slice();
    for (const { a, b, distance, similarity, same } of pairs) {
      if (same || b < references) continue;
      for (const [document, other] of [[a, b] as const, [b, a] as const]) {
        const at = next[document]!++;
        this.#others[at] = other;
        this.#distances[at] = distance;
        this.#similarities[at] = similarity;
      }
    }
  }

  /** Visits what an original was paired with; all of that are originals. */
  visit(original: number, visit: Visit): void {
    for (let at = this.#offsets[original]!; at < this.#offsets[original + 1]!; at++) {
      visit(this.#others[at]!, this.#distances[at]!, this.#similarities[at]!);
    }
  }
}
