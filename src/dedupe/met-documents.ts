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
  /** Those of the row that has not ended. */
  #met = new Uint32Array(64);
  #count = 0;
  /** The last of them. */
  #last = 0;
  readonly #ids = new GrowingColumn(new Uint32Array(0));
  readonly #distances = new GrowingColumn(new Uint8Array(0));

  constructor({ values }: LeastDistances) {
    this.#least = values;
  }

  /** Adds what a row there matches, of the documents below `before`. */
  add({ offsets, ids, distances }: Matches, row: number, before: number): void {
    const least = this.#least;
    const end = offsets[row + 1]!;
    this.#makeRoom(end - offsets[row]!);
    const met = this.#met;
    let count = this.#count;
    let last = this.#last;
    for (let i = offsets[row]!; i < end; i++) {
      const document = ids[i]!;
      if (document >= before) continue;
      const known = least[document]!;
      if (known === NOT_MET) met[count++] = document;
      if (document > last) last = document;
      if (distances[i]! < known) least[document] = distances[i]!;
    }
    this.#count = count;
    this.#last = last;
  }

  /** Ends a row, and returns how many documents have been met up to its end, by this row and those before. */
  endRow(): number {
    if (this.#count === 0) return this.#ids.length;
    const least = this.#least;
    const ids = this.#ids.extend(this.#count);
    this.#sort(ids);
    const distances = this.#distances.extend(this.#count);
    for (let i = 0; i < ids.length; i++) {
      const document = ids[i]!;
      distances[i] = least[document]!;
      least[document] = NOT_MET;
    }
    this.#count = 0;
    this.#last = 0;
    return this.#ids.length;
  }

  finish(): Pick<Matches, 'ids' | 'distances'> {
    return { ids: this.#ids.finish(), distances: this.#distances.finish() };
  }

  /** Writes the documents of the row in their order. */
  #sort(target: Uint32Array): void {
    const met = this.#met.subarray(0, this.#count);
    if (met.length * SPARSE < this.#last) {
      target.set(met.sort());
      return;
    }
    for (let document = 0, at = 0; document <= this.#last; document++) {
      if (this.#least[document] !== NOT_MET) target[at++] = document;
    }
  }

  #makeRoom(more: number): void {
    const wanted = this.#count + more;
    if (wanted <= this.#met.length) return;
    const wider = new Uint32Array(2 * wanted);
    wider.set(this.#met);
    this.#met = wider;
  }
}
