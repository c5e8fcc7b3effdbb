import type { FingerprintSetup, Fingerprints, Texts } from './messages.ts';
import type { Platform } from './platform.ts';
import { Thread } from './thread.ts';

/** Makes fingerprints of batches somewhere. */
export interface Runner {
  run(texts: Texts): Promise<Fingerprints>;
  /** What is not done yet will not be. */
  end(reason: unknown): Promise<void>;
}

/** Spreads batches over threads, which it starts when all others are busy. */
export class WorkerPool implements Runner {
  readonly #platform: Platform;
  readonly #setup: FingerprintSetup;
  readonly #most: number;
  readonly #workers: Thread<Texts, Fingerprints>[] = [];

  constructor(platform: Platform, setup: FingerprintSetup, most: number) {
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

  #leastBusy(): Thread<Texts, Fingerprints> {
    const [first] = [...this.#workers].sort((a, b) => a.load - b.load);
    if (first && (first.load === 0 || this.#workers.length === this.#most)) return first;
    const worker = new Thread<Texts, Fingerprints>(this.#platform, this.#setup);
    this.#workers.push(worker);
    return worker;
  }
}
