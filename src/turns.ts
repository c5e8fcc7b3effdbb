/** Milliseconds of work after which timers, signals and rendering get a turn. */
const TURN = 50;

/** For long work in one thread: `if (turns.isOver) await turns.give()` in its loop. */
export class Turns {
  #began = performance.now();

  get isOver(): boolean {
    return performance.now() - this.#began >= TURN;
  }

  async give(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 0));
    this.#began = performance.now();
  }
}
