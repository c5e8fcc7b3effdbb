/** Values in order, a bounded number of them, from one who puts to one who takes. */
export class Queue<T> {
  readonly #most: number;
  #values: T[] = [];
  #end: { readonly failure?: { readonly error: unknown } } | undefined;
  /** Never do both wait: one because there are too many values, the other because there is none. */
  #wake: () => void = () => undefined;

  constructor(most: number) {
    this.#most = most;
  }

  get hasEnded(): boolean {
    return this.#end !== undefined;
  }

  /** Waits while there are too many values. Whether more are wanted at all. */
  async hasRoom(): Promise<boolean> {
    while (!this.#end && this.#values.length >= this.#most) await this.#change();
    return !this.#end;
  }

  put(value: T): void {
    if (this.#end) return;
    this.#values.push(value);
    this.#wake();
  }

  /** Behind the values that are there comes nothing, or an error. */
  end(failure?: { readonly error: unknown }): void {
    this.#end ??= failure ? { failure } : {};
    this.#wake();
  }

  /** As `end`, but the values that are there are dropped. */
  stop(failure?: { readonly error: unknown }): void {
    this.#values = [];
    this.#end = failure ? { failure } : {};
    this.#wake();
  }

  /** The next value, as soon as there is one; undefined at the end. */
  async take(): Promise<T | undefined> {
    while (!this.#end && this.#values.length === 0) await this.#change();
    if (this.#values.length === 0 && this.#end?.failure) throw this.#end.failure.error;
    const value = this.#values.shift();
    this.#wake();
    return value;
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
