import { HammingIndex } from '../search/hamming-index.ts';
import type { Matches } from '../search/matches.ts';
import type { CandidateIndex, OtherThreads } from './other-threads.ts';

/** Which of them are nearest is of no interest. */
const UNSORTED = { sorted: false } as const;

/** Indexes that hold so many are worth another thread: a search takes microseconds, the way there and back of its batch a millisecond. */
const WORTH_THREAD = 4096;

/**
 * Which documents are worth comparing: those of which any of several independent fingerprints are near.
 *
 * Each fingerprint may miss a like pair by the noise of its 64 bits, but rarely do all of them; so several with a
 * narrow radius find more than one with a wide radius, and cost less (the OR-construction of locality-sensitive
 * hashing; Indyk, Motwani, STOC 1998).
 */
export class Candidates {
  readonly #threads: OtherThreads | undefined;
  readonly #indexes: CandidateIndex[];
  #size = 0;
  /** What has been asked of other threads, which answer in order: nobody needs to wait for it before the next search. */
  #additions: Promise<unknown> = Promise.resolve();

  constructor(repeats: number, maxDistance: number, threads?: OtherThreads) {
    this.#threads = threads;
    this.#indexes = Array.from({ length: repeats }, () => new HammingIndex({ maxDistance }));
  }

  /**
   * What the documents of a batch match among those added before, by each of their fingerprints.
   *
   * @param batch fingerprints: the first of each document, the second of each document, and so on
   */
  async find(batch: readonly BigUint64Array[]): Promise<Matches[]> {
    const search = this.#ask((index, i) => index.searchAll(batch[i]!, UNSORTED));
    const [found] = await Promise.all([search, this.#additions]);
    return found;
  }

  /** Makes documents of a batch, the first of which has the number `first`, candidates for those that come later. */
  async add(batch: readonly BigUint64Array[], first: number, rows: readonly number[]): Promise<void> {
    const ids = Uint32Array.from(rows, (row) => first + row);
    const additions = this.#ask((index, i) => {
      const fingerprints = batch[i]!;
      return index.addAll(
        BigUint64Array.from(rows, (row) => fingerprints[row]!),
        ids,
      );
    });
    this.#additions = Promise.all([this.#additions, additions]);
    // If they fail, the next search does; after the last there is nobody to be told.
    this.#additions.catch(() => undefined);
    this.#size += rows.length;
    if (this.#size >= WORTH_THREAD) await this.#move();
  }

  dispose(): void {
    for (const index of this.#indexes) index.dispose();
  }

  /** Asks every index, those in other threads first: they work meanwhile. What one here throws is an answer, too. */
  #ask<T>(ask: (index: CandidateIndex, i: number) => T | Promise<T>): Promise<T[]> {
    const answers: Promise<T>[] = [];
    for (const isHere of [false, true]) {
      for (const [i, index] of this.#indexes.entries()) {
        if (index instanceof HammingIndex === isHere) answers[i] = (async () => ask(index, i))();
      }
    }
    return Promise.all(answers);
  }

  /** Moves indexes to other threads, as soon as there are any. */
  async #move(): Promise<void> {
    for (const [i, index] of this.#indexes.entries()) {
      const other = index instanceof HammingIndex && this.#threads?.index(i);
      if (!other) continue;
      const { fingerprints, ids } = index.entries();
      index.dispose();
      this.#indexes[i] = other;
      await other.addAll(fingerprints, ids);
    }
  }
}
