import { IdList } from '../../io/id-list.ts';
import { GrowingColumn } from '../../search/column.ts';
import type { Because } from './because.ts';

/** What a document is removed for: a stored one, by its id, or one that was kept before it, by its number. */
export type Removal = { readonly distance: number } & ({ readonly stored: string } | { readonly before: number });

/** What became of a document. */
const KEPT = 0;
const LIKE_STORED = 1;
const LIKE_KEPT = 2;

/** Why each document is removed, or that it is not, in typed arrays: many would fill the heap. */
export class RemovedList {
  /** These by the numbers of the documents. */
  readonly #outcomes = new GrowingColumn(new Uint8Array(0));
  readonly #distances = new GrowingColumn(new Uint8Array(0));
  /** What was kept before it, or the place of the stored one's id. */
  readonly #leaders = new GrowingColumn(new Uint32Array(0));
  readonly #stored = new IdList();
  #length = 0;

  /** How many are removed. */
  get length(): number {
    return this.#length;
  }

  /** How many of them resemble a stored document. */
  get likeStored(): number {
    return this.#stored.length;
  }

  /** Adds the next document. */
  push(removal: Removal | undefined): void {
    if (removal === undefined) {
      this.#add(KEPT, 0, 0);
      return;
    }
    this.#length++;
    if ('before' in removal) {
      this.#add(LIKE_KEPT, removal.distance, removal.before);
      return;
    }
    this.#add(LIKE_STORED, removal.distance, this.#stored.length);
    this.#stored.push(removal.stored);
  }

  /** @param ids of the documents, by their numbers */
  because(document: number, ids: IdList): Because | undefined {
    const distance = this.#distances.at(document);
    const leader = this.#leaders.at(document);
    switch (this.#outcomes.at(document)) {
      case LIKE_STORED:
        return { duplicate_of: this.#stored.at(leader), reference: true, distance };
      case LIKE_KEPT:
        return { duplicate_of: ids.at(leader), distance };
    }
  }

  #add(outcome: number, distance: number, leader: number): void {
    this.#outcomes.push(outcome);
    this.#distances.push(distance);
    this.#leaders.push(leader);
  }
}
