/**
 * Bytes that come in pieces, in one buffer: kept one by one, pieces of a byte, as a client may send them, would take hundreds
 * of times as much memory as the limits say.
 */
export class Gathered {
  #buffer = Buffer.alloc(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(piece: Buffer): void {
    const length = this.#length + piece.length;
    if (length > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(length, 2 * this.#length));
      this.#buffer.copy(larger, 0, 0, this.#length);
      this.#buffer = larger;
    }
    piece.copy(this.#buffer, this.#length);
    this.#length = length;
  }

  /** All of them, after which there are none. */
  take(): Buffer {
    const taken = this.#buffer.subarray(0, this.#length);
    this.#buffer = Buffer.alloc(0);
    this.#length = 0;
    return taken;
  }
}
