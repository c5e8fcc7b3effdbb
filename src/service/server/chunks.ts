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
    let finish = (): void => undefined;
    const over = new Promise<typeof LATE>((resolve) => {
      finish = () => resolve(LATE);
    });
    const timer = setTimeout(finish, patience);
    stop?.addEventListener('abort', finish);
    try {
      const result = await Promise.race([this.#pending, over]);
      if (result === LATE) {
        // Should it fail when nobody waits any more, nobody needs to know.
        this.#pending.catch(() => undefined);
        return LATE;
      }
      this.#pending = undefined;
      return result.value;
    } finally {
      clearTimeout(timer);
      stop?.removeEventListener('abort', finish);
    }
  }

  static readonly LATE: typeof LATE = LATE;
}
