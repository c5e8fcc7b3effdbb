/** The first of what is added, in an order of its own; of the others it keeps only the number. */
export class First<T> {
  readonly items: T[] = [];
  /** How many were added. */
  total = 0;
  readonly #limit: number;
  readonly #compare: (a: T, b: T) => number;

  /** @param compare as for sorting; without it, the order is that of adding */
  constructor(limit: number, compare: (a: T, b: T) => number = () => 0) {
    this.#limit = limit;
    this.#compare = compare;
  }

  /** How many of those added are not among the items. */
  get leftOut(): number {
    return this.total - this.items.length;
  }

  add(item: T): void {
    this.total++;
    const { items } = this;
    let place = items.length;
    while (place > 0 && this.#compare(item, items[place - 1]!) < 0) place--;
    if (place === this.#limit) return;
    items.splice(place, 0, item);
    if (items.length > this.#limit) items.pop();
  }
}
