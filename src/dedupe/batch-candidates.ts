import { GrowingColumn } from '../search/column.ts';
import { type Matches, matchesInList } from '../search/matches.ts';

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
  /** The open rows, and behind them those whose candidates were asked for last; and their fingerprints. */
  readonly #rows: Uint32Array;
  readonly #fingerprints: readonly BigUint64Array[];
  #open = 0;
  readonly #isClosed: Uint8Array;
  /** The rows that were asked for last. */
  #last = { from: 0, to: 0 };

  constructor(batch: readonly BigUint64Array[], first: number, before: readonly Matches[], maxDistance: number) {
    const { length } = batch[0]!;
    this.#batch = batch;
    this.#first = first;
    this.#before = before;
    this.#maxDistance = maxDistance;
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
    const met = new Met(from, to, this.#first);
    for (const [i, fingerprints] of this.#batch.entries()) {
      const list = this.#fingerprints[i]!.subarray(0, this.#open + to - from);
      const own = matchesInList(list, fingerprints.subarray(from, to), this.#maxDistance);
      met.add(this.#before[i]!, from, (document) => document);
      met.add(own, 0, (place) => this.#first + this.#rows[place]!);
    }
    return { from, to, candidates: met.nearest() };
  }

  /** No later row needs to meet this one. */
  close(row: number): void {
    this.#isClosed[row] = 1;
  }

  #put(row: number, place: number): void {
    this.#rows[place] = row;
    for (const [i, fingerprints] of this.#batch.entries()) this.#fingerprints[i]![place] = fingerprints[row]!;
  }
}

const DOCUMENTS = 2 ** 32;
/** A distance takes five bits. */
const DISTANCES = 32;

/**
 * What some rows meet, in one list of whole numbers below 2⁵³: row, document, distance. Sorted, the least distance of a
 * document comes first, and engines sort numbers without a function that compares them.
 */
class Met {
  readonly #from: number;
  readonly #rows: number;
  readonly #first: number;
  readonly #list = new GrowingColumn(new Float64Array(0));

  /** @param first the number of the batch's first document */
  constructor(from: number, to: number, first: number) {
    this.#from = from;
    this.#rows = to - from;
    this.#first = first;
  }

  /** Adds what the rows, which begin at `at` there, match of documents before their own. */
  add({ offsets, ids, distances }: Matches, at: number, documentOf: (id: number) => number): void {
    for (let row = 0, i = offsets[at]!; row < this.#rows; row++) {
      const itself = this.#first + this.#from + row;
      for (const end = offsets[at + row + 1]!; i < end; i++) {
        const document = documentOf(ids[i]!);
        if (document < itself) this.#list.push((row * DOCUMENTS + document) * DISTANCES + distances[i]!);
      }
    }
  }

  /** Of each document that was met its least distance. */
  nearest(): Matches {
    const list = this.#list.finish().sort();
    const offsets = new Uint32Array(this.#rows + 1);
    const ids = new Uint32Array(list.length);
    const distances = new Uint8Array(list.length);
    let count = 0;
    let last = -1;
    for (let i = 0; i < list.length; i++) {
      const met = Math.floor(list[i]! / DISTANCES);
      if (met === last) continue;
      last = met;
      const row = Math.floor(met / DOCUMENTS);
      ids[count] = met - row * DOCUMENTS;
      distances[count] = list[i]! - met * DISTANCES;
      offsets[row + 1] = ++count;
    }
    for (let row = 1; row <= this.#rows; row++) offsets[row] = Math.max(offsets[row]!, offsets[row - 1]!);
    return { offsets, ids: ids.subarray(0, count), distances: distances.subarray(0, count) };
  }
}
