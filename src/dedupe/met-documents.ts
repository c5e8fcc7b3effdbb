import { GrowingColumn } from '../search/column.ts';
import type { Matches } from '../search/matches.ts';
import type { CandidateList } from './candidate-list.ts';

/** More than any distance. */
const NOT_MET = 255;
/** Where more than one document in so many was met, reading all of them takes less time than sorting those. */
const SPARSE = 16;

/** The documents that one meets by any of its fingerprints: each once, with its least distance, in their order. */
export class MetDocuments {
  /** A byte a document: the least distance at which it was met. */
  #least = new Uint8Array(0);
  readonly #met = new GrowingColumn(new Uint32Array(0));
  #last = 0;

  /** Makes room for so many documents; none has been met. */
  reserve(documents: number): void {
    if (documents <= this.#least.length) return;
    this.#least = new Uint8Array(Math.max(documents, 2 * this.#least.length)).fill(NOT_MET);
  }

  /** Adds what a query matches, of the documents below `before`. */
  add({ offsets, ids, distances }: Matches, query: number, before: number): void {
    const least = this.#least;
    const met = this.#met;
    const end = offsets[query + 1]!;
    let last = this.#last;
    for (let i = offsets[query]!; i < end; i++) {
      const document = ids[i]!;
      if (document >= before) continue;
      const known = least[document]!;
      if (known === NOT_MET) met.push(document);
      if (document > last) last = document;
      if (distances[i]! < known) least[document] = distances[i]!;
    }
    this.#last = last;
  }

  /** Those that were met; from now on none has been. */
  take(): CandidateList {
    const documents = this.#met.take().slice();
    const distances = new Uint8Array(documents.length);
    if (documents.length === 0) return { documents, distances };
    this.#sort(documents);
    for (let i = 0; i < documents.length; i++) {
      distances[i] = this.#least[documents[i]!]!;
      this.#least[documents[i]!] = NOT_MET;
    }
    this.#last = 0;
    return { documents, distances };
  }

  #sort(documents: Uint32Array): void {
    if (documents.length * SPARSE < this.#last) {
      documents.sort();
      return;
    }
    for (let document = 0, at = 0; document <= this.#last; document++) {
      if (this.#least[document] !== NOT_MET) documents[at++] = document;
    }
  }
}
