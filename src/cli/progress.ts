import { Turns } from '../turns.ts';

/**
 * Says on standard error how far long work has come: one line that is rewritten on a terminal, a line every ten seconds
 * elsewhere, and where a terminal cannot rewrite.
 */
export class Progress {
  readonly #isTerminal = process.stderr.isTTY === true && process.env.TERM !== 'dumb';
  readonly #interval = this.#isTerminal ? 100 : 10_000;
  #last = performance.now();
  #isShown = false;

  /** Shows a line if it is time for one. */
  say(line: () => string): void {
    const now = performance.now();
    if (now - this.#last < this.#interval) return;
    this.#last = now;
    // Of a line that is wider than the terminal only the last part would be rewritten.
    if (this.#isTerminal) process.stderr.write(`\r\u001b[K${line().slice(0, (process.stderr.columns || 80) - 1)}`);
    else process.stderr.write(`${line()}\n`);
    this.#isShown = true;
  }

  /** Clears the line on a terminal. */
  clear(): void {
    if (this.#isShown && this.#isTerminal) process.stderr.write('\r\u001b[K');
    this.#isShown = false;
  }
}

/** Gives everything on as it comes; meanwhile progress is told, and interruptions are heard. */
export async function* inTurns<T>(
  source: AsyncIterable<T>,
  progress: Progress,
  line: (latest: T, count: number) => string,
): AsyncGenerator<T> {
  const turns = new Turns();
  let count = 0;
  for await (const one of source) {
    yield one;
    count++;
    if (!turns.isOver) continue;
    progress.say(() => line(one, count));
    await turns.give();
  }
  progress.clear();
}
