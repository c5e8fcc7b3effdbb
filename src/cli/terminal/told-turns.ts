import { thousands } from '../../numbers.ts';
import { Turns } from '../../turns.ts';
import type { Progress } from './progress.ts';

/**
 * For long work on one thing after the other: `if (turns.isOver) await turns.tell(done)` in its loop says how many are
 * done, and lets interruptions be heard.
 */
export class ToldTurns {
  readonly #turns = new Turns();
  readonly #line: (done: number) => string;
  readonly #progress: Progress;

  constructor(progress: Progress, doing: string, total: number, unit = 'documents') {
    this.#progress = progress;
    this.#line = (done) => `${doing}: ${thousands(done)} of ${thousands(total)} ${unit}`;
  }

  get isOver(): boolean {
    return this.#turns.isOver;
  }

  async tell(done: number): Promise<void> {
    this.#progress.say(() => this.#line(done));
    await this.#turns.give();
  }
}
