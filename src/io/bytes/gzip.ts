// gzip data (RFC 1952). Node's decoder reads member after member, but takes a zero byte behind one for the end, and says
// nothing of what follows. So what it leaves is looked at here: zeros are padding, as gzip and Python have it.
import { pipeline } from 'node:stream';
import type { Bytes } from './head.ts';

/**
 * The content of gzip data.
 *
 * @throws {Error} if it is damaged, ends within a member, or something else follows
 */
export async function* gunzip(bytes: Bytes): AsyncGenerator<Buffer> {
  // It takes 3 ms to load.
  const { createGunzip } = await import('node:zlib');
  const unread = new Unread(bytes);
  try {
    while (!(await unread.isAtEnd())) {
      const decoder = createGunzip();
      let read = 0;
      const passRead = (): void => {
        unread.pass(decoder.bytesWritten - read);
        read = decoder.bytesWritten;
      };
      yield* pipeline(unread.chunks(passRead), decoder, () => {}) as Bytes;
      passRead();
      await unread.passZeros();
    }
  } finally {
    unread.end();
  }
}

/** Bytes that have come and that the decoder has not read: it is given more than it turns out to want. */
class Unread {
  readonly #source: AsyncIterator<Buffer>;
  readonly #chunks: Buffer[] = [];
  /** How many chunks have been passed. */
  #passed = 0;
  /** The next chunk is asked for once, whoever waits for it: a decoder that has ended may still do so. */
  #coming: Promise<boolean> | undefined;

  constructor(bytes: Bytes) {
    this.#source = bytes[Symbol.asyncIterator]();
  }

  /** Whether no byte is left. */
  async isAtEnd(): Promise<boolean> {
    return this.#chunks.length === 0 && !(await this.#more());
  }

  /** All that is left, without passing it; `before` is called before each chunk. */
  async *chunks(before: () => void): AsyncGenerator<Buffer> {
    for (let number = this.#passed; ; number++) {
      before();
      while (number - this.#passed >= this.#chunks.length) if (!(await this.#more())) return;
      yield this.#chunks[number - this.#passed]!;
    }
  }

  pass(count: number): void {
    let left = count;
    for (; this.#chunks.length > 0 && left >= this.#chunks[0]!.length; this.#passed++) {
      left -= this.#chunks.shift()!.length;
    }
    if (left > 0) this.#chunks[0] = this.#chunks[0]!.subarray(left);
  }

  async passZeros(): Promise<void> {
    while (!(await this.isAtEnd())) {
      const [chunk] = this.#chunks as [Buffer];
      const zeros = chunk.findIndex((byte) => byte !== 0);
      this.pass(zeros < 0 ? chunk.length : zeros);
      if (zeros >= 0) return;
    }
  }

  /** Ends the stream, without waiting: more of a pipe may never come. */
  end(): void {
    this.#source.return?.().catch(() => {});
  }

  #more(): Promise<boolean> {
    this.#coming ??= this.#next();
    return this.#coming;
  }

  async #next(): Promise<boolean> {
    let next = await this.#source.next();
    while (!next.done && next.value.length === 0) next = await this.#source.next();
    this.#coming = undefined;
    if (next.done) return false;
    this.#chunks.push(next.value);
    return true;
  }
}
