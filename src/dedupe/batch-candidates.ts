import { GrowingColumn } from '../search/column.ts';
import { HammingIndex } from '../search/hamming-index.ts';
import type { Matches } from '../search/matches.ts';
import { LARGEST_DISTANCE, type Plan } from '../search/plan.ts';

/** Rows that are searched for together among their own batch: as many copies of a text would meet each other. */
const TOGETHER = 64;
/** The few documents of a batch are read through sooner than tables are made of them. */
const UNSORTED: Plan = { maxDistance: LARGEST_DISTANCE, blocks: [16, 16, 16, 16], tables: [] };

/**
 * The candidates of a batch's documents, in their order: among those before the batch, and among those earlier in it
 * that have not been closed meanwhile. So of n copies of a text each meets the open ones, and not n.
 */
export class BatchCandidates {
  readonly #batch: readonly BigUint64Array[];
  readonly #first: number;
  readonly #before: readonly Matches[];
  /** The rows so far, but for the closed ones. */
  readonly #own: readonly HammingIndex[];
  #rows = 0;

  constructor(batch: readonly BigUint64Array[], first: number, before: readonly Matches[], maxDistance: number) {
    this.#batch = batch;
    this.#first = first;
    this.#before = before;
    this.#own = batch.map(() => new HammingIndex({ maxDistance, plan: UNSORTED }));
  }

  /** Those of the next rows, by number, and the least distance of each; undefined after the last. */
  next(): { readonly from: number; readonly to: number; readonly candidates: Matches } | undefined {
    const from = this.#rows;
    const to = Math.min(from + TOGETHER, this.#batch[0]!.length);
    if (from === to) return undefined;
    this.#rows = to;
    const met = new Met(to - from);
    const ids = Uint32Array.from({ length: to - from }, (_, row) => this.#first + from + row);
    for (const [i, own] of this.#own.entries()) {
      const fingerprints = this.#batch[i]!.subarray(from, to);
      own.addAll(fingerprints, ids);
      met.add(this.#before[i]!, from, this.#first);
      met.add(own.searchAll(fingerprints), 0, this.#first + from);
    }
    return { from, to, candidates: met.nearest() };
  }

  /** No later row needs to meet this one. */
  close(row: number): void {
    for (const own of this.#own) own.remove(this.#first + row);
  }

  dispose(): void {
    for (const own of this.#own) own.dispose();
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
  readonly #rows: number;
  readonly #list = new GrowingColumn(new Float64Array(0));

  constructor(rows: number) {
    this.#rows = rows;
  }

  /** Adds matches of the rows, which begin at `from` there, with documents before their own; the first row's is `first`. */
  add({ offsets, ids, distances }: Matches, from: number, first: number): void {
    for (let row = 0, at = offsets[from]!; row < this.#rows; row++) {
      for (const end = offsets[from + row + 1]!; at < end; at++) {
        if (ids[at]! < first + row) this.#list.push((row * DOCUMENTS + ids[at]!) * DISTANCES + distances[at]!);
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
