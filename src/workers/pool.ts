import type { Fingerprints, Texts } from './messages.ts';
import type { Thread } from './thread.ts';

/** Makes fingerprints of batches somewhere. */
export interface Runner {
  run(texts: Texts): Promise<Fingerprints>;
  /** What is not done yet will not be. */
  end(reason: unknown): Promise<void>;
}

interface Waiting<Asked, Answered> {
  readonly request: Asked;
  readonly resolve: (answer: Promise<Answered>) => void;
  readonly reject: (reason: unknown) => void;
}

/** Requests that a thread has been sent and not answered: the next is there when it has done one. Others go to who is free first. */
const AT_ONCE = 2;

/** Spreads requests over threads, which it starts when all others are busy. */
export class WorkerPool<Asked, Answered extends object> {
  readonly #start: () => Thread<Asked, Answered>;
  readonly #most: number;
  readonly #workers: Thread<Asked, Answered>[] = [];
  readonly #waiting: Waiting<Asked, Answered>[] = [];

  /** @param most how many threads there are at most */
  constructor(start: () => Thread<Asked, Answered>, most: number) {
    this.#start = start;
    this.#most = most;
  }

  run(request: Asked): Promise<Answered> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request, resolve, reject });
      this.#handOut();
    });
  }

  async end(reason: unknown): Promise<void> {
    for (const { reject } of this.#waiting.splice(0)) reject(reason);
    await Promise.all(this.#workers.map((worker) => worker.end(reason)));
  }

  #handOut(): void {
    while (this.#waiting.length > 0 && this.#hasRoom()) {
      const { request, resolve } = this.#waiting.shift()!;
      const answer = this.#send(request);
      resolve(answer);
      const next = (): void => this.#handOut();
      answer.then(next, next);
    }
  }

  #hasRoom(): boolean {
    return this.#workers.length < this.#most || this.#workers.some(({ load }) => load < AT_ONCE);
  }

  /** Fails, too, if a thread cannot be started. */
  async #send(request: Asked): Promise<Answered> {
    return this.#leastBusy().run(request);
  }

  /** One that has ended has nothing to do, and so comes first: it refuses at once, and says why it has. Whoever asks gives up then. */
  #leastBusy(): Thread<Asked, Answered> {
    const [first] = [...this.#workers].sort((a, b) => a.load - b.load);
    if (first && (first.load === 0 || this.#workers.length === this.#most)) return first;
    const worker = this.#start();
    this.#workers.push(worker);
    return worker;
  }
}
