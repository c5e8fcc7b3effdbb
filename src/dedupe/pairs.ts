import type { Text } from '../fingerprint/text.ts';
import { GrowingColumn } from '../search/column.ts';
import type { Candidate } from './candidates.ts';
import { Comparison } from './comparison.ts';
import type { Counted } from './counted.ts';
import type { DecideOptions } from './decide.ts';

/** Two documents, a < b, that were verified to be near-duplicates; `distance` is the least of their fingerprints' distances. */
export interface Pair {
  readonly a: number;
  readonly b: number;
  readonly distance: number;
  readonly similarity: number;
  /** b has the features of a, and every other pair of a stands for one of b, too. */
  readonly same?: boolean;
}

/** All near-duplicate pairs of some documents, in typed arrays: 17 bytes each. */
export class PairList {
  readonly #a = new GrowingColumn(new Uint32Array(0));
  readonly #b = new GrowingColumn(new Uint32Array(0));
  readonly #distances = new GrowingColumn(new Uint8Array(0));
  readonly #similarities = new GrowingColumn(new Float64Array(0));
  readonly #same = new GrowingColumn(new Uint8Array(0));

  static from(pairs: Iterable<Pair>): PairList {
    const list = new PairList();
    for (const pair of pairs) list.add(pair);
    return list;
  }

  get length(): number {
    return this.#a.length;
  }

  add({ a, b, distance, similarity, same = false }: Pair): void {
    this.#a.push(a);
    this.#b.push(b);
    this.#distances.push(distance);
    this.#similarities.push(similarity);
    this.#same.push(Number(same));
  }

  *[Symbol.iterator](): Generator<Required<Pair>> {
    for (let i = 0; i < this.length; i++) {
      yield {
        a: this.#a.at(i),
        b: this.#b.at(i),
        distance: this.#distances.at(i),
        similarity: this.#similarities.at(i),
        same: this.#same.at(i) === 1,
      };
    }
  }
}

/** Of documents with the same features, so many are compared with others; the rest fold to the first of them. */
export const COPIES = 16;

export interface PairOptions extends DecideOptions {
  /** Folds after so many documents with the same features; `COPIES` without it. */
  readonly copies?: number;
  /** Which documents with the same features may fold; all of them without it. */
  readonly mayFold?: ((a: number, b: number) => boolean) | undefined;
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

  /** How many features each document has, repetitions counted. */
  features(): Uint32Array {
    return this.#comparison.features();
  }

  dispose(): void {
    this.#comparison.dispose();
  }

  #pair(document: number, candidates: readonly Candidate[]): boolean {
    const original = this.#original(document, candidates);
    const copies = original === undefined ? 0 : (this.#copies.get(original) ?? 0) + 1;
    if (original !== undefined) this.#copies.set(original, copies);
    if (original !== undefined && copies >= (this.#options.copies ?? COPIES)) {
      this.pairs.add({ a: original, b: document, distance: 0, similarity: 1, same: true });
      return false;
    }
    for (const [a, distance] of candidates) {
      const similarity = this.#comparison.similarity(a, document);
      if (similarity === undefined || this.#areReferences(document, similarity)) continue;
      this.pairs.add({ a, b: document, distance, similarity });
    }
    return true;
  }

  /** The first document with the same features to which this one may fold; not to a reference, which has not all pairs. */
  #original(document: number, candidates: readonly Candidate[]): number | undefined {
    const { mayFold } = this.#options;
    return candidates.find(
      ([other, distance]) =>
        distance === 0 &&
        this.#comparison.featuresOf(other) === this.#comparison.featuresOf(document) &&
        this.#isReference(other) === this.#isReference(document) &&
        mayFold?.(other, document) !== false &&
        this.#comparison.similarity(other, document) === 1,
    )?.[0];
  }

  /** What references resemble each other in is nobody's question, unless they are the same. */
  #areReferences(document: number, similarity: number): boolean {
    return this.#isReference(document) && similarity !== 1;
  }

  #isReference(document: number): boolean {
    return this.#options.isReference?.(document) === true;
  }
}
