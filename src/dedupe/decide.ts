import type { Text } from '../fingerprint/text.ts';
import { GrowingColumn } from '../search/column.ts';
import type { CandidateList } from './candidate-list.ts';
import { type CompareOptions, Comparison } from './comparison.ts';
import type { CountedBefore } from './counted.ts';
import type { Pair } from './pair-list.ts';
import type { Found, Settled } from './settled.ts';
import type { Verdicts } from './verdicts.ts';

/** What becomes of each document, by its number, and how many features it has, repetitions counted. */
export interface Decisions extends Verdicts {
  readonly features: Uint32Array;
}

export interface DecideOptions extends CompareOptions {
  /** Which documents are references: they come first, are kept whatever they resemble, and win over all others. */
  readonly isReference?: ((document: number) => boolean) | undefined;
  /** Which documents with the same features may fold, since the same others may be their pairs; all of them without it. */
  readonly mayFold?: ((a: number, b: number) => boolean) | undefined;
}

/**
 * Decides which documents are kept and which duplicate which: in their order, each joins the most similar of the
 * leaders before it (the earliest, if several are equally similar), or else becomes a leader, and is kept.
 *
 * So every removed document was itself compared with the one it is removed for, and a chain of small changes does
 * not pull unrelated texts into one group, as connected components would. Documents come a batch at a time; how they
 * are put into batches changes nothing. It is the short way to what `group` makes of all pairs by the rule «leader».
 */
export class Decider {
  readonly #isReference: (document: number) => boolean;
  readonly #mayFold: (a: number, b: number) => boolean;
  readonly #comparison: Comparison;
  readonly #leaders = new GrowingColumn(new Uint32Array(0));
  readonly #distances = new GrowingColumn(new Uint8Array(0));
  readonly #similarities = new GrowingColumn(new Float64Array(0));

  constructor(options: DecideOptions) {
    this.#isReference = options.isReference ?? (() => false);
    this.#mayFold = options.mayFold ?? (() => true);
    this.#comparison = new Comparison(options);
  }

  /** How many documents have been decided. */
  get length(): number {
    return this.#leaders.length;
  }

  /** Decides on the next documents, whose features may have been counted already; one call after the other. */
  async add(documents: readonly Text[] | CountedBefore): Promise<void> {
    await this.#comparison.add(documents, (document, candidates) => this.#decide(document, candidates));
  }

  /** Takes what was decided before, instead of deciding. */
  async restore(settled: Settled): Promise<void> {
    const { first, length, pairs } = settled;
    const joined = new Map(pairs.map((pair) => [pair.b, pair]));
    for (let document = first; document < first + length; document++) {
      const { a = document, distance = 0, similarity = 1 } = joined.get(document) ?? {};
      this.#push(a, distance, similarity);
    }
    await this.#comparison.restore(settled);
  }

  /** What was found of so many documents from `first` on. */
  foundIn(first: number, length: number): Found {
    const pairs: Pair[] = [];
    for (let b = first; b < first + length; b++) {
      const { leader: a, distance, similarity } = this.at(b);
      if (a !== b) pairs.push({ a, b, distance, similarity });
    }
    return { first, pairs, isOpen: this.#comparison.isOpenIn(first, length) };
  }

  /** What has been decided on one document. */
  at(document: number): { readonly leader: number; readonly distance: number; readonly similarity: number } {
    return {
      leader: this.#leaders.at(document),
      distance: this.#distances.at(document),
      similarity: this.#similarities.at(document),
    };
  }

  /** What has been decided. */
  decisions(): Decisions {
    const leaders = this.#leaders.finish();
    return {
      leaders,
      partners: leaders,
      distances: this.#distances.finish(),
      similarities: this.#similarities.finish(),
      features: this.#comparison.features(),
    };
  }

  dispose(): void {
    this.#comparison.dispose();
  }

  #decide(document: number, candidates: CandidateList): boolean {
    if (this.#isReference(document)) {
      this.#push(document, 0, 1);
      return !candidates.documents.some((other) => this.#isCopy(document, other));
    }
    let [leader, nearest, best] = [document, 0, -1];
    this.#comparison.visit(document, candidates, (other, distance, similarity) => {
      const isLater = leader !== document && this.#isReference(leader) && !this.#isReference(other);
      if (!isLater && similarity > best) [leader, nearest, best] = [other, distance, similarity];
    });
    const isLeader = leader === document;
    this.#push(leader, nearest, isLeader ? 1 : best);
    return isLeader;
  }

  #push(leader: number, distance: number, similarity: number): void {
    this.#leaders.push(leader);
    this.#distances.push(distance);
    this.#similarities.push(similarity);
  }

  /** Whether whatever resembles a reference resembles the other one as much, and may be its pair, too. */
  #isCopy(reference: number, other: number): boolean {
    const mayBe = this.#mayFold(other, reference) && this.#comparison.areSame(other, reference);
    return mayBe && this.#comparison.similarity(other, reference) === 1;
  }
}
