import type { Bytes } from './head.ts';

/** Reads a stream of bytes a given number at a time. To be ended afterwards. */
export class ByteReader {
  readonly #source: AsyncIterator<Buffer>;
  /** What has come and not been taken. */
  #bytes: Buffer = Buffer.alloc(0);

  constructor(bytes: Bytes) {
    this.#source = bytes[Symbol.asyncIterator]();
  }

  /** Whether no byte is left. */
  async isAtEnd(): Promise<boolean> {
    return this.#bytes.length === 0 && !(await this.#more());
  }

  /** @throws {Error} if there are fewer bytes */
  async take(count: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    let left = count;
    while (left > this.#bytes.length) {
      pieces.push(this.#bytes);
      left -= this.#bytes.length;
      await this.#next();
    }
    pieces.push(this.#bytes.subarray(0, left));
    this.#bytes = this.#bytes.subarray(left);
    return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
  }

  /** @throws {Error} if there are fewer bytes */
  async skip(count: number): Promise<void> {
    let left = count;
    for (; left > this.#bytes.length; await this.#next()) left -= this.#bytes.length;
    this.#bytes = this.#bytes.subarray(left);
  }

  /** Ends the stream, wherever it is: a file stays open until then. */
  async end(): Promise<void> {
    await this.#source.return?.();
  }

  async #next(): Promise<void> {
    if (!(await this.#more())) throw new Error('unexpected end of data');
  }

  /** Has the next bytes come, in place of those there are; false at the end. */
  async #more(): Promise<boolean> {
    for (;;) {
      const { done, value } = await this.#source.next();
      if (done) return false;
      if (value.length === 0) continue;
      this.#bytes = value;
      return true;
    }
  }
}
