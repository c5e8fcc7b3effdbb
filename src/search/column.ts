import { OutOfMemoryError } from '../errors.ts';

/** A typed array, of numbers or of bigints. */
interface Column {
  readonly length: number;
  [position: number]: number | bigint;
  set(values: ArrayLike<number | bigint>): void;
  subarray(from: number, to: number): Column;
}

/** How many results a list may have: offsets are of 32 bits. */
const MOST = 2 ** 32 - 1;

/**
 * Zeros, in an array of the kind of another one.
 *
 * @throws {OutOfMemoryError} if there is no room for so many
 */
export function zeros<T extends Column>(values: T, length: number): T {
  if (length <= MOST) {
    try {
      const Type = values.constructor as new (length: number) => T;
      return new Type(length);
    } catch {}
  }
  throw new OutOfMemoryError(`There is no room for a list of ${length}: ask for less at once.`);
}

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
      const wider = zeros(this.#values, Math.max(wanted, Math.min(2 * this.#values.length, MOST)));
      wider.set(this.#values.subarray(0, this.#length));
      this.#values = wider;
    }
    const place = this.#values.subarray(this.#length, wanted) as T;
    this.#length = wanted;
    return place;
  }

  append(values: ArrayLike<T[number]>): void {
    this.extend(values.length).set(values);
  }

  push(value: T[number]): void {
    if (this.#length === this.#values.length) this.extend(1);
    else this.#length++;
    this.#values[this.#length - 1] = value;
  }

  /** Takes the last value off. */
  pop(): void {
    this.#length--;
  }

  /** The values from a position on, to be changed in place; valid until more are added. */
  from(position: number): T {
    return this.#values.subarray(position, this.#length) as T;
  }

  at(position: number): T[number] {
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
    const values = zeros(this.#values, this.#length);
    values.set(this.from(0));
    return values;
  }
}
