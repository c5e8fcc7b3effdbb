import type { Text } from '../fingerprint/text.ts';
import type { CandidateList } from './candidate-list.ts';
import { Comparison } from './comparison.ts';
import type { Counted } from './counted.ts';
import type { DecideOptions } from './decide.ts';
import { type Pair, PairList } from './pair-list.ts';
import type { Found, Settled } from './settled.ts';

/** Of documents with the same features, so many are compared with others; the rest fold to the first of them. */
export const COPIES = 16;

export interface PairOptions extends DecideOptions {
  /** Folds after so many documents with the same features; `COPIES` without it. */
  readonly copies?: number;
}

/**
 * Finds all near-duplicate pairs, ordered by b and then a, a batch of documents at a time.
 *
 * n documents with the same features would be n²/2 pairs, and as many again with everything that resembles them. So
 * after the first `copies` of them, each has one pair only, marked `same`, with the first.
 */
export class PairFinder {
  readonly pairs = new PairList();
  readonly #options: PairOptions;
  readonly #comparison: Comparison;
  /** How many documents with the features of this one came after it. */
  readonly #copies = new Map<number, number>();

  constructor(options: PairOptions) {
    this.#options = options;
    this.#comparison = new Comparison(options);
  }

  get length(): number {
    return this.#comparison.length;
  }

  /** Compares the next documents, whose features may have been counted already; one call after the other. */
  async add(documents: readonly Text[] | Counted): Promise<void> {
    await this.#comparison.add(documents, (document, candidates) => this.#pair(document, candidates));
  }

  /** Takes what was found before, instead of comparing. */
  async restore(settled: Settled): Promise<void> {
    await this.#comparison.restore(settled);
    let last = -1;
    for (const pair of settled.pairs) {
      this.pairs.add(pair);
      // Of each document the first pair with one of the same features, as when it was compared.
      if (pair.b === last || pair.similarity < 1 || !this.#mayBeCopies(pair.a, pair.b)) continue;
      last = pair.b;
      this.#copies.set(pair.a, (this.#copies.get(pair.a) ?? 0) + 1);
    }
  }

  /** What was found of so many documents from `first` on. */
  foundIn(first: number, length: number): Found {
    const pairs: Pair[] = [];
    for (let i = this.pairs.length - 1; i >= 0 && this.pairs.at(i).b >= first; i--) {
      const pair = this.pairs.at(i);
      if (pair.b < first + length) pairs.push(pair);
    }
    return { first, pairs: pairs.reverse(), isOpen: this.#comparison.isOpenIn(first, length) };
  }

  /** How many features each document has, repetitions counted. */
  features(): Uint32Array {
    return this.#comparison.features();
  }

  dispose(): void {
    this.#comparison.dispose();
  }

  #pair(document: number, candidates: CandidateList): boolean {
    const original = this.#original(document, candidates);
    const copies = original === undefined ? 0 : (this.#copies.get(original) ?? 0) + 1;
    if (original !== undefined) this.#copies.set(original, copies);
    if (original !== undefined && copies >= (this.#options.copies ?? COPIES)) {
      this.pairs.add({ a: original, b: document, distance: 0, similarity: 1, same: true });
      return false;
    }
    this.#comparison.visit(document, candidates, (a, distance, similarity) => {
      if (!this.#isOfReferences(document, similarity)) this.pairs.add({ a, b: document, distance, similarity });
    });
    return true;
  }

  /** The first document with the same features to which this one may fold; not to a reference, which has not all pairs. */
  #original(document: number, { documents }: CandidateList): number | undefined {
    return documents.find(
      (other) => this.#mayBeCopies(other, document) && this.#comparison.similarity(other, document) === 1,
    );
  }

  #mayBeCopies(a: number, b: number): boolean {
    return (
      this.#comparison.areSame(a, b) &&
      this.#isReference(a) === this.#isReference(b) &&
      this.#options.mayFold?.(a, b) !== false
    );
  }

  /** Whether a pair with an earlier document, so with a reference, is of no interest: that of references that are not the same. */
  #isOfReferences(document: number, similarity: number): boolean {
    return this.#isReference(document) && similarity !== 1;
  }

  #isReference(document: number): boolean {
    return this.#options.isReference?.(document) === true;
  }
}
