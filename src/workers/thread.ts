import { type ErrorClass, type Failed, fromFailure, REMEDY, workerError } from './failure.ts';
import type { Platform, WorkerThread } from './platform.ts';

interface Waiting {
  readonly resolve: (answer: never) => void;
  readonly reject: (reason: unknown) => void;
}

/** Requests of one lane are answered in their order, whatever becomes of those of others. An answer may say its lane. */
interface InLane {
  readonly lane?: number;
}

/** A worker thread and the requests that it has been sent. */
export class Thread<Asked, Answered extends object> {
  readonly #thread: WorkerThread;
  readonly #errors: readonly ErrorClass[];
  readonly #remedy: string;
  /** By lane. */
  readonly #waiting: Waiting[][] = [];
  #death: { readonly reason: unknown } | undefined;

  /**
   * @param setup the first message to it
   * @param errors what its work may throw on purpose, besides what making fingerprints may
   * @param remedy what helps where threads fail
   * @throws {WorkerError} if it cannot be started; what fails later is what its requests are rejected with
   */
  constructor(platform: Platform, setup: unknown, errors: readonly ErrorClass[] = [], remedy = REMEDY) {
    this.#errors = errors;
    this.#remedy = remedy;
    try {
      this.#thread = platform.start({
        onAnswer: (answer) => this.#answer(answer as (Answered | Failed) & InLane),
        onDeath: (cause) => this.#die(workerError(cause.message, remedy, cause)),
      });
    } catch (cause) {
      throw workerError((cause as Error).message, remedy, cause);
    }
    this.#thread.send(setup);
    this.#thread.hold(false);
  }

  /** Why it answers nothing any more. */
  get death(): { readonly reason: unknown } | undefined {
    return this.#death;
  }

  /** How many requests of the first lane it has to answer. */
  get load(): number {
    return this.#waiting[0]?.length ?? 0;
  }

  run(request: Asked, lane = 0): Promise<Answered> {
    return new Promise((resolve, reject) => {
      if (this.#death) return reject(this.#death.reason);
      this.#thread.send(request);
      this.#waiting[lane] ??= [];
      this.#waiting[lane].push({ resolve, reject });
      this.#thread.hold(true);
    });
  }

  /** What is not answered yet is rejected with the reason. */
  async end(reason: unknown): Promise<void> {
    this.#die(reason);
    await this.#thread.end();
  }

  #answer(answer: (Answered | Failed) & InLane): void {
    const waiting = this.#waiting[answer.lane ?? 0]?.shift();
    // It was on its way when nobody wanted it any more.
    if (!waiting) return;
    if ('failure' in answer) waiting.reject(fromFailure(answer.failure, this.#errors, this.#remedy));
    else waiting.resolve(answer as never);
    if (this.#waiting.every(({ length }) => length === 0)) this.#thread.hold(false);
  }

  #die(reason: unknown): void {
    this.#death ??= { reason };
    for (const { reject } of this.#waiting.splice(0).flat()) reject(reason);
  }
}
