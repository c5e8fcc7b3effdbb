import type { Signal } from './abort.ts';

/** Milliseconds of work after which timers, signals and rendering get a turn. */
const TURN = 50;

/** For long work in one thread: `if (turns.isOver) await turns.give()` in its loop. */
export class Turns {
  #began = performance.now();

  get isOver(): boolean {
    return performance.now() - this.#began >= TURN;
  }

  /** @throws the reason of the signal, if it is aborted by then */
  async give(signal?: Signal): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 0));
    signal?.throwIfAborted();
    this.#began = performance.now();
  }
}
