import { GrowingColumn } from '../search/column.ts';
import type { Matches } from '../search/matches.ts';

/** More than any distance. */
const NOT_MET = 255;
/** Where more than one document in so many was met, reading all of them takes less time than sorting those. */
const SPARSE = 16;

/** A byte a document: the least distance at which it was met. */
export class LeastDistances {
  values = new Uint8Array(0);

  /** Makes room for so many documents, none of which has been met. */
  reserve(documents: number): void {
    if (documents <= this.values.length) return;
    this.values = new Uint8Array(Math.max(documents, 2 * this.values.length)).fill(NOT_MET);
  }
}

/** The documents that rows meet, one row after another: each document once, with its least distance, in their order. */
export class MetDocuments {
  readonly #least: Uint8Array;
  readonly #ids = new GrowingColumn(new Uint32Array(0));
  readonly #distances = new GrowingColumn(new Uint8Array(0));
  /** The last document that was met by the row that has not ended. */
  #last = 0;

  constructor({ values }: LeastDistances) {
    this.#least = values;
  }

  /** Adds what a row there matches, of the documents below `before`. */
  add({ offsets, ids, distances }: Matches, row: number, before: number): void {
    const least = this.#least;
    const met = this.#ids;
    const end = offsets[row + 1]!;
    let last = this.#last;
    for (let i = offsets[row]!; i < end; i++) {
      const document = ids[i]!;
      if (document >= before) continue;
      const known = least[document]!;
      if (known === NOT_MET) met.push(document);
      if (document > last) last = document;
      if (distances[i]! < known) least[document] = distances[i]!;
    }
    this.#last = last;
  }

  /** Ends a row, and returns how many documents have been met up to its end, by this row and those before. */
  endRow(): number {
    const start = this.#distances.length;
    if (this.#ids.length === start) return start;
    const least = this.#least;
    const ids = this.#ids.from(start);
    this.#sort(ids);
    const distances = this.#distances.extend(ids.length);
    for (let i = 0; i < ids.length; i++) {
      const document = ids[i]!;
      distances[i] = least[document]!;
      least[document] = NOT_MET;
    }
    this.#last = 0;
    return this.#ids.length;
  }

  finish(): Pick<Matches, 'ids' | 'distances'> {
    return { ids: this.#ids.finish(), distances: this.#distances.finish() };
  }

  /** Puts the documents of the row in their order. */
  #sort(ids: Uint32Array): void {
    if (ids.length * SPARSE < this.#last) {
      ids.sort();
      return;
    }
    for (let document = 0, at = 0; document <= this.#last; document++) {
      if (this.#least[document] !== NOT_MET) ids[at++] = document;
    }
  }
}
