import { GrowingColumn } from '../search/column.ts';
import { HammingIndex } from '../search/hamming-index.ts';
import type { Matches } from '../search/matches.ts';

/** A document worth comparing, and the least distance of its fingerprints. */
export type Candidate = readonly [document: number, distance: number];

/** An index of fingerprints, here or in another thread. */
export interface CandidateIndex {
  addAll(fingerprints: BigUint64Array, ids: Uint32Array): unknown;
  searchAll(fingerprints: BigUint64Array): Matches | Promise<Matches>;
  dispose(): void;
}

/** Gives an index in another thread, empty, to take the place of one here; undefined if it is to stay here. */
export type IndexElsewhere = (number: number) => CandidateIndex | undefined;

/** Indexes that hold so many are worth another thread: a search among fewer takes a few microseconds. */
const WORTH_THREAD = 2048;

/**
 * Which documents are worth comparing: those of which any of several independent fingerprints are near.
 *
 * Each fingerprint may miss a like pair by the noise of its 64 bits, but rarely do all of them; so several with a
 * narrow radius find more than one with a wide radius, and cost less (the OR-construction of locality-sensitive
 * hashing; Indyk, Motwani, STOC 1998).
 */
export class Candidates {
  readonly #maxDistance: number;
  readonly #elsewhere: IndexElsewhere | undefined;
  readonly #indexes: CandidateIndex[];
  #size = 0;

  constructor(repeats: number, maxDistance: number, elsewhere?: IndexElsewhere) {
    this.#maxDistance = maxDistance;
    this.#elsewhere = elsewhere;
    this.#indexes = Array.from({ length: repeats }, () => new HammingIndex({ maxDistance }));
  }

  /**
   * For each document of a batch, the candidates among those added before and those earlier in the batch, by number.
   *
   * @param batch fingerprints: the first of each document, the second of each document, and so on
   * @param first the number of the batch's first document
   */
  async find(batch: readonly BigUint64Array[], first: number): Promise<Matches> {
    const met = new Met(batch[0]!.length);
    const found = await Promise.all(batch.map((fingerprints, i) => this.#indexes[i]!.searchAll(fingerprints)));
    for (const [i, fingerprints] of batch.entries()) {
      met.add(found[i]!);
      met.addEarlier(this.#within(fingerprints), first);
    }
    return met.nearest();
  }

  /** Makes documents of a batch candidates for those that come later. */
  async add(batch: readonly BigUint64Array[], first: number, rows: readonly number[]): Promise<void> {
    const ids = Uint32Array.from(rows, (row) => first + row);
    await Promise.all(
      batch.map((fingerprints, i) => {
        const chosen = BigUint64Array.from(rows, (row) => fingerprints[row]!);
        return this.#indexes[i]!.addAll(chosen, ids);
      }),
    );
    const before = this.#size;
    this.#size += rows.length;
    if (before < WORTH_THREAD && this.#size >= WORTH_THREAD) await this.#move();
  }

  dispose(): void {
    for (const index of this.#indexes) index.dispose();
  }

  async #move(): Promise<void> {
    for (const [i, index] of this.#indexes.entries()) {
      const other = this.#elsewhere?.(i);
      if (other === undefined || !(index instanceof HammingIndex)) continue;
      const { fingerprints, ids } = index.entries();
      await other.addAll(fingerprints, ids);
      index.dispose();
      this.#indexes[i] = other;
    }
  }

  /** What each document of a batch finds in the batch, itself included. */
  #within(fingerprints: BigUint64Array): Matches {
    const index = new HammingIndex({ maxDistance: this.#maxDistance });
    index.addAll(fingerprints);
    const found = index.searchAll(fingerprints);
    index.dispose();
    return found;
  }
}

const DOCUMENTS = 2 ** 32;
/** A distance takes five bits. */
const DISTANCES = 32;

/**
 * What the documents of a batch meet, in one list of whole numbers below 2⁵³: row, document, distance. Sorted, the least
 * distance of a document comes first, and engines sort numbers without a function that compares them.
 */
class Met {
  readonly #rows: number;
  readonly #list = new GrowingColumn(new Float64Array(0));

  constructor(rows: number) {
    this.#rows = rows;
  }

  add({ offsets, ids, distances }: Matches): void {
    const place = this.#list.extend(ids.length);
    for (let row = 0, at = 0; row < this.#rows; row++) {
      for (const end = offsets[row + 1]!; at < end; at++) {
        place[at] = (row * DOCUMENTS + ids[at]!) * DISTANCES + distances[at]!;
      }
    }
  }

  /** Of matches among the rows, those with earlier ones. */
  addEarlier({ offsets, ids, distances }: Matches, first: number): void {
    for (let row = 1, at = offsets[1]!; row < this.#rows; row++) {
      for (const end = offsets[row + 1]!; at < end; at++) {
        if (ids[at]! < row) this.#list.push((row * DOCUMENTS + first + ids[at]!) * DISTANCES + distances[at]!);
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
    for (const one of list) {
      const met = Math.floor(one / DISTANCES);
      if (met === last) continue;
      last = met;
      const row = Math.floor(met / DOCUMENTS);
      ids[count] = met - row * DOCUMENTS;
      distances[count] = one - met * DISTANCES;
      offsets[row + 1] = ++count;
    }
    for (let row = 1; row <= this.#rows; row++) offsets[row] = Math.max(offsets[row]!, offsets[row - 1]!);
    return { offsets, ids: ids.subarray(0, count), distances: distances.subarray(0, count) };
  }
}
