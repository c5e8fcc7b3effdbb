type Column = Uint8Array | Uint32Array | Float64Array;

/** A typed array that grows by doubling: results of unknown length without an object each. */
export class GrowingColumn<T extends Column> {
  #values: T;
  #length = 0;

  constructor(empty: T) {
    this.#values = empty;
  }

  /** Makes room for `count` values more and returns where they belong. */
  extend(count: number): T {
    const wanted = this.#length + count;
    if (wanted > this.#values.length) {
      const Type = this.#values.constructor as new (length: number) => T;
      const wider = new Type(Math.max(wanted, 2 * this.#values.length));
      wider.set(this.#values.subarray(0, this.#length));
      this.#values = wider;
    }
    const place = this.#values.subarray(this.#length, wanted) as T;
    this.#length = wanted;
    return place;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) this.extend(1);
    else this.#length++;
    this.#values[this.#length - 1] = value;
  }

  /** The values from a position on, to be changed in place; valid until more are added. */
  from(position: number): T {
    return this.#values.subarray(position, this.#length) as T;
  }

  at(position: number): number {
    return this.#values[position]!;
  }

  get length(): number {
    return this.#length;
  }

  /** The values so far, valid until more are added to the column, which is empty then. */
  take(): T {
    const values = this.from(0);
    this.#length = 0;
    return values;
  }

  /** The values so far, in an array of exactly their length. */
  finish(): T {
    return this.#values.slice(0, this.#length) as T;
  }
}
