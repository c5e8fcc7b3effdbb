import { CorruptDataError } from '../../errors.ts';
import { DocumentExistsError } from '../errors.ts';

/** Jobs that one transaction does at most: it keeps this thread busy until it is on the disk. */
const MOST = 1000;

interface Job {
  readonly work: () => unknown;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Does jobs in transactions, as many together as have come since the last one, so that they wait for the disk once. What a
 * job returns is known to its caller when it is on the disk, and not before.
 *
 * A transaction is one uninterrupted run in this thread: nobody sees what is not yet on the disk.
 */
export class GroupCommit {
  readonly #transact: (work: () => void) => void;
  #waiting: Job[] = [];
  #isScheduled = false;
  #isHeld = false;
  #exclusive: Promise<unknown> = Promise.resolve();

  /** @param transact does what it is given to do in a transaction, all of it, or nothing if anything throws */
  constructor(transact: (work: () => void) => void) {
    this.#transact = transact;
  }

  /**
   * @param work throws a `DocumentExistsError` or `CorruptDataError` before it has changed anything of the document in
   *   question; after any other error nothing of the transaction stays
   */
  run<T>(work: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ work, resolve, reject });
      this.#schedule();
    });
  }

  /** When all jobs that were given are done. */
  async finish(): Promise<void> {
    await this.run(() => undefined).catch(() => undefined);
  }

  /** Does something else when all jobs that were given are done; others wait until it has ended. */
  exclusively<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#exclusive.then(() => this.#alone(work));
    this.#exclusive = result.catch(() => undefined);
    return result;
  }

  async #alone<T>(work: () => Promise<T>): Promise<T> {
    await this.finish();
    this.#isHeld = true;
    try {
      return await work();
    } finally {
      this.#isHeld = false;
      if (this.#waiting.length > 0) this.#schedule();
    }
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    // After whatever has arrived already, so that it takes part.
    setImmediate(() => {
      this.#isScheduled = false;
      if (this.#isHeld) return;
      this.#commit(this.#waiting.splice(0, MOST));
      if (this.#waiting.length > 0) this.#schedule();
    });
  }

  #commit(jobs: readonly Job[]): void {
    const settlements: (() => void)[] = [];
    try {
      this.#transact(() => {
        for (const job of jobs) settlements.push(attempt(job));
      });
    } catch (error) {
      for (const { reject } of jobs) reject(error);
      return;
    }
    for (const settle of settlements) settle();
  }
}

/** Whether an error is of one document, and what was done before it stays. */
export const isOfDocument = (error: unknown): boolean =>
  error instanceof DocumentExistsError || error instanceof CorruptDataError;

/** Does a job, and returns how to tell its caller. */
function attempt({ work, resolve, reject }: Job): () => void {
  try {
    const value = work();
    return () => resolve(value as never);
  } catch (error) {
    if (!isOfDocument(error)) throw error;
    return () => reject(error);
  }
}
