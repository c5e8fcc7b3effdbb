import { StoreClosedError } from './errors.ts';

/** What is under way in a store: nothing more once it is closed, and no changes if it was opened to be read. */
export class Usage {
  readonly #where: string;
  readonly #readOnly: boolean;
  readonly #running = new Set<Promise<unknown>>();
  #closed: Promise<void> | undefined;

  constructor(where: string, readOnly: boolean) {
    this.#where = where;
    this.#readOnly = readOnly;
  }

  /** @throws {StoreClosedError} if it has been closed */
  async reading<Answer>(read: () => Promise<Answer>): Promise<Answer> {
    this.check();
    const running = read();
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  /** @throws {StoreClosedError} if it has been closed, or was opened to be read */
  async changing<Answer>(change: () => Promise<Answer>): Promise<Answer> {
    this.check();
    if (this.#readOnly) throw this.refusal();
    return this.reading(change);
  }

  /** Of changes to what was opened to be read. */
  refusal(): StoreClosedError {
    return new StoreClosedError(`${this.#where} was opened to be read. Open it without readOnly to change it.`);
  }

  check(): void {
    if (this.#closed) throw new StoreClosedError(`${this.#where} has been closed. Open it again.`);
  }

  /** Lets what is under way finish, then ends the rest; only the first time. */
  close(end: () => Promise<void>): Promise<void> {
    this.#closed ??= Promise.allSettled(this.#running).then(end);
    return this.#closed;
  }
}
