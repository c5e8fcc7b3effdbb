import type {
  DroppedFile,
  FromWorker,
  Progress,
  Question,
  Questions,
  RunOptions,
  Summary,
  ToWorker,
} from '../worker/protocol.ts';
import DedupeWorker from '../worker/worker.ts?worker&inline';

interface Waiting {
  readonly resolve: (answer: never) => void;
  readonly reject: (reason: Error) => void;
}

/** A run in a worker, which answers questions about it when it is over. */
export class Run {
  readonly #worker = new DedupeWorker();
  readonly #waiting = new Map<number, Waiting>();
  #asked = 0;

  /** When everything was decided; rejects if that fails. It stays open if the run is ended. */
  readonly done: Promise<Summary>;

  constructor(files: readonly DroppedFile[], options: RunOptions, onProgress: (progress: Progress) => void) {
    this.done = new Promise((resolve, reject) => {
      this.#worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
        if ('progress' in data) onProgress(data.progress);
        else if ('summary' in data) resolve(data.summary);
        else if ('failed' in data) reject(new Error(data.failed));
        else this.#take(data);
      });
      this.#worker.addEventListener('error', ({ message }) => {
        const error = new Error(message);
        reject(error);
        // It answers nothing any more.
        for (const waiting of this.#waiting.values()) waiting.reject(error);
        this.#waiting.clear();
      });
    });
    this.#send({ files, options });
  }

  ask<Q extends Question>(question: Q, ask: Questions[Q]['ask']): Promise<Questions[Q]['answer']> {
    return new Promise((resolve, reject) => {
      const number = this.#asked++;
      this.#waiting.set(number, { resolve, reject });
      this.#send({ number, question, ask } as ToWorker);
    });
  }

  /** Ends it, whatever it is doing, and gives its memory back. */
  end(): void {
    this.#worker.terminate();
  }

  #send(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  #take(data: Extract<FromWorker, { number: number }>): void {
    const waiting = this.#waiting.get(data.number);
    this.#waiting.delete(data.number);
    if ('failure' in data) waiting?.reject(new Error(data.failure));
    else waiting?.resolve(data.answer as never);
  }
}
