/** Something in the input that is no document, and why. */
export interface Reject {
  /** A path, with the line, row or record where there is one. */
  readonly place: string;
  readonly reason: string;
}

/** What all lists tell, also of several files together. */
export type Rejects = Pick<RejectList, 'length' | 'first'>;

/** More than are ever shown. Where the field of the text is not the one that was named, every line of a file is passed over. */
const KEPT = 1000;

/** What was passed over: how much that is, and the first of it. */
export class RejectList {
  length = 0;
  readonly #first: Reject[] = [];
  /** How many each file has, without those that were passed over as a whole. */
  readonly #within = new Map<string, number>();

  static joined(lists: readonly Rejects[]): Rejects {
    const all = new RejectList();
    for (const list of lists) for (const reject of list.first(KEPT)) all.add(reject);
    all.length = lists.reduce((sum, { length }) => sum + length, 0);
    return all;
  }

  /** The first ones, at most 1000. */
  first(count: number): readonly Reject[] {
    return this.#first.slice(0, count);
  }

  /** How many are in a file. */
  countIn(path: string): number {
    return this.#within.get(path) ?? 0;
  }

  /** @param path the file in which it is, if it is not a file itself */
  add(reject: Reject, path?: string): void {
    this.length++;
    if (this.#first.length < KEPT) this.#first.push(reject);
    if (path !== undefined) this.#within.set(path, this.countIn(path) + 1);
  }
}
