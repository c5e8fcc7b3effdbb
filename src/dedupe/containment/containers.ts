/** Of the documents that contain one, so many are told; that there are more is counted. */
export const CONTAINERS = 16;

/** Of `inner`, which is the shorter one, the share `containment` of the features is in `outer`, too: 0…1. */
export interface Contained {
  readonly inner: number;
  readonly outer: number;
  readonly containment: number;
}

/** What contains each document: what contains most of it first, then the earliest. */
export class Containers {
  /** How many were left out, as others contain more. */
  leftOut = 0;
  readonly #byInner = new Map<number, Contained[]>();

  /** How many documents are contained in others. */
  get size(): number {
    return this.#byInner.size;
  }

  add(one: Contained): void {
    const all = this.#byInner.get(one.inner) ?? [];
    this.#byInner.set(one.inner, all);
    let place = all.length;
    while (place > 0 && isBetter(one, all[place - 1]!)) place--;
    all.splice(place, 0, one);
    if (all.length <= CONTAINERS) return;
    all.pop();
    this.leftOut++;
  }

  of(inner: number): readonly Contained[] {
    return this.#byInner.get(inner) ?? [];
  }

  /** The documents that are contained in others, in their order. */
  inners(): number[] {
    return [...this.#byInner.keys()].sort((a, b) => a - b);
  }

  /**
   * Which contained documents can go, and for which one each: always one that stays; of several that which contains most.
   *
   * @param sizeOf how many features a document has
   */
  removable(sizeOf: (document: number) => number): Map<number, Contained> {
    const removed = new Map<number, Contained>();
    // A container has more features, or as many and comes first: so it is decided on before what it contains.
    for (const inner of this.inners().sort((a, b) => sizeOf(b) - sizeOf(a) || a - b)) {
      const container = this.of(inner).find(({ outer }) => !removed.has(outer));
      if (container !== undefined) removed.set(inner, container);
    }
    return removed;
  }
}

function isBetter(a: Contained, b: Contained): boolean {
  return a.containment > b.containment || (a.containment === b.containment && a.outer < b.outer);
}
