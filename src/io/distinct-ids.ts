import { HashTable } from './hash-table.ts';
import type { Id } from './id.ts';
import { IdList } from './id-list.ts';

/** Ids, each of them once, numbered as they come. */
export class DistinctIds {
  readonly #ids = new IdList();
  readonly #table = new HashTable(this.#ids);

  get length(): number {
    return this.#ids.length;
  }

  at(number: number): Id {
    return this.#ids.at(number);
  }

  /** The number of an id, which is added if it is not there. */
  add(id: Id): number {
    this.#ids.push(id);
    const last = this.length - 1;
    const number = this.#table.add(last);
    if (number !== last) this.#ids.pop();
    return number;
  }

  /** The number of an id that is there. */
  find(id: Id): number | undefined {
    this.#ids.push(id);
    const number = this.#table.find(this.length - 1);
    this.#ids.pop();
    return number;
  }
}
