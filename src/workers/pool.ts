import { fromFailure, workerError } from './failure.ts';
import type { Answer, Fingerprints, Setup, Texts } from './messages.ts';
import type { Platform, WorkerThread } from './platform.ts';

/** Makes fingerprints of batches somewhere. */
export interface Runner {
  run(texts: Texts): Promise<Fingerprints>;
  /** What is not done yet will not be. */
  end(reason: unknown): Promise<void>;
}

interface Waiting {
  readonly resolve: (fingerprints: Fingerprints) => void;
  readonly reject: (reason: unknown) => void;
}

/** Spreads batches over threads, which it starts when all others are busy. */
export class WorkerPool implements Runner {
  readonly #platform: Platform;
  readonly #setup: Setup;
  readonly #most: number;
  readonly #workers: PooledWorker[] = [];

  constructor(platform: Platform, setup: Setup, most: number) {
    this.#platform = platform;
    this.#setup = setup;
    this.#most = most;
  }

  async run(texts: Texts): Promise<Fingerprints> {
    return this.#leastBusy().run(texts);
  }

  async end(reason: unknown): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.end(reason)));
  }

  #leastBusy(): PooledWorker {
    const [first] = [...this.#workers].sort((a, b) => a.load - b.load);
    if (first && (first.load === 0 || this.#workers.length === this.#most)) return first;
    const worker = new PooledWorker(this.#platform, this.#setup);
    this.#workers.push(worker);
    return worker;
  }
}

/** A thread and the batches that it has been sent; it answers them in their order. */
class PooledWorker {
  readonly #thread: WorkerThread;
  readonly #waiting: Waiting[] = [];
  #death: { readonly reason: unknown } | undefined;

  constructor(platform: Platform, setup: Setup) {
    try {
      this.#thread = platform.start({
        onAnswer: (answer) => this.#answer(answer),
        onDeath: (cause) => this.#die(workerError(cause.message, cause)),
      });
    } catch (cause) {
      throw workerError((cause as Error).message, cause);
    }
    this.#thread.send(setup);
  }

  /** How many batches it has to do. */
  get load(): number {
    return this.#waiting.length;
  }

  run(texts: Texts): Promise<Fingerprints> {
    return new Promise((resolve, reject) => {
      if (this.#death) return reject(this.#death.reason);
      this.#thread.send(texts);
      this.#waiting.push({ resolve, reject });
      this.#thread.hold(true);
    });
  }

  async end(reason: unknown): Promise<void> {
    this.#die(reason);
    await this.#thread.end();
  }

  #answer(answer: Answer): void {
    const waiting = this.#waiting.shift();
    // It was on its way when nobody wanted it any more.
    if (!waiting) return;
    if ('failure' in answer) waiting.reject(fromFailure(answer.failure));
    else waiting.resolve(answer);
    if (this.load === 0) this.#thread.hold(false);
  }

  #die(reason: unknown): void {
    this.#death ??= { reason };
    for (const { reject } of this.#waiting.splice(0)) reject(reason);
  }
}
