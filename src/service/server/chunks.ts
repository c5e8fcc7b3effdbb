import type { Readable } from 'node:stream';

const LATE = Symbol('nothing came in time');

/** What comes in pieces over a connection, with patience that ends. */
export class Chunks {
  readonly #iterator: AsyncIterator<Buffer>;
  /** Asked for, and not yet there. */
  #pending: Promise<IteratorResult<Buffer>> | undefined;

  constructor(stream: Readable) {
    // A stream that is left unread still has a connection, over which is said why.
    this.#iterator = stream.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  }

  /**
   * The next piece: undefined at the end.
   *
   * @param patience milliseconds, after which it is `Chunks.LATE`; it is not lost
   * @param stop ends the waiting, too
   */
  async next(patience: number, stop?: AbortSignal): Promise<Buffer | undefined | typeof LATE> {
    if (stop?.aborted) return LATE;
    this.#pending ??= this.#iterator.next();
    const waiting = new Waiting(patience, stop);
    try {
      const result = await Promise.race([this.#pending, waiting.over]);
      if (result === LATE) {
        // Should it fail when nobody waits any more, nobody needs to know.
        this.#pending.catch(() => undefined);
        return LATE;
      }
      this.#pending = undefined;
      return result.done ? undefined : result.value;
    } finally {
      waiting.end();
    }
  }

  static readonly LATE: typeof LATE = LATE;
}

/** A time that passes, or is cut short. */
class Waiting {
  readonly over: Promise<typeof LATE>;
  readonly #timer: NodeJS.Timeout;
  readonly #stop: AbortSignal | undefined;
  #finish!: () => void;

  constructor(milliseconds: number, stop: AbortSignal | undefined) {
    this.over = new Promise((resolve) => {
      this.#finish = () => resolve(LATE);
    });
    this.#timer = setTimeout(this.#finish, milliseconds);
    this.#stop = stop;
    stop?.addEventListener('abort', this.#finish);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#stop?.removeEventListener('abort', this.#finish);
  }
}
