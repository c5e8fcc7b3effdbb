import { type Matches, matchesInList } from '../search/matches.ts';
import { type LeastDistances, MetDocuments } from './met-documents.ts';

/** Rows that are searched for together among their own batch: as many copies of a text would meet each other. */
const TOGETHER = 64;

/**
 * The candidates of a batch's documents, in their order: among those before the batch, and among those earlier in it
 * that have not been closed meanwhile. So of n copies of a text each meets the open ones, and not n.
 */
export class BatchCandidates {
  readonly #batch: readonly BigUint64Array[];
  readonly #first: number;
  readonly #before: readonly Matches[];
  readonly #maxDistance: number;
  readonly #least: LeastDistances;
  /** The open rows, and behind them those whose candidates were asked for last; and their fingerprints. */
  readonly #rows: Uint32Array;
  readonly #fingerprints: readonly BigUint64Array[];
  #open = 0;
  readonly #isClosed: Uint8Array;
  /** The rows that were asked for last. */
  #last = { from: 0, to: 0 };

  /**
   * @param first the number of the batch's first document
   * @param before what each of the fingerprints matches of documents before the batch
   * @param least of no document yet
   */
  constructor(
    batch: readonly BigUint64Array[],
    first: number,
    before: readonly Matches[],
    maxDistance: number,
    least: LeastDistances,
  ) {
    const { length } = batch[0]!;
    this.#batch = batch;
    this.#first = first;
    this.#before = before;
    this.#maxDistance = maxDistance;
    this.#least = least;
    least.reserve(first + length);
    this.#rows = new Uint32Array(length);
    this.#fingerprints = batch.map(() => new BigUint64Array(length));
    this.#isClosed = new Uint8Array(length);
  }

  /** What the fingerprints of the batch match of those before it, all together. */
  get matches(): number {
    return this.#before.reduce((sum, { ids }) => sum + ids.length, 0);
  }

  /** Those of the next rows, by number, and the least distance of each; undefined after the last. */
  next(): { readonly from: number; readonly to: number; readonly candidates: Matches } | undefined {
    for (let row = this.#last.from; row < this.#last.to; row++)
      if (this.#isClosed[row] === 0) this.#put(row, this.#open++);
    const from = this.#last.to;
    const to = Math.min(from + TOGETHER, this.#rows.length);
    this.#last = { from, to };
    if (from === to) return undefined;
    for (let row = from; row < to; row++) this.#put(row, this.#open + row - from);
    return { from, to, candidates: this.#nearest(from, to) };
  }

  /** No later row needs to meet this one. */
  close(row: number): void {
    this.#isClosed[row] = 1;
  }

  /** What rows meet before themselves, by any of their fingerprints. */
  #nearest(from: number, to: number): Matches {
    const own = this.#batch.map((fingerprints, i) => {
      const list = this.#fingerprints[i]!.subarray(0, this.#open + to - from);
      const found = matchesInList(list, fingerprints.subarray(from, to), this.#maxDistance);
      return { ...found, ids: found.ids.map((place) => this.#first + this.#rows[place]!) };
    });
    const met = new MetDocuments(this.#least);
    const offsets = new Uint32Array(to - from + 1);
    for (let row = from; row < to; row++) {
      for (const matches of this.#before) met.add(matches, row, this.#first + row);
      for (const matches of own) met.add(matches, row - from, this.#first + row);
      offsets[row - from + 1] = met.endRow();
    }
    return { offsets, ...met.finish() };
  }

  #put(row: number, place: number): void {
    this.#rows[place] = row;
    for (const [i, fingerprints] of this.#batch.entries()) this.#fingerprints[i]![place] = fingerprints[row]!;
  }
}
