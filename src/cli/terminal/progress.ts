import { sizeOfInputs } from '../../io/inputs.ts';
import type { Rejects } from '../../io/reject-list.ts';
import { bytesInWords, counted, thousands } from '../../numbers.ts';
import { Turns } from '../../turns.ts';
import { inOneLine } from './rejects.ts';

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
  line: (count: number) => string,
): AsyncGenerator<T> {
  const turns = new Turns();
  let count = 0;
  const telling = tell(progress, () => line(count));
  try {
    for await (const one of source) {
      yield one;
      count++;
      if (turns.isOver) await turns.give();
    }
  } finally {
    telling.end();
  }
  progress.clear();
}

/** Says how far something has come whenever the event loop has a turn, also while nothing comes of it. */
export function tell(progress: Progress, line: () => string): { end(): void } {
  const timer = setInterval(() => progress.say(line), 100).unref();
  return { end: () => clearInterval(timer) };
}

/** Says how long some work has taken of which nothing else is known: 'checking seen-pages: 12 s so far'. */
export async function saying<T>(what: string, work: Promise<T>): Promise<T> {
  const progress = new Progress();
  const began = performance.now();
  const line = () => `${what}: ${durationInWords((performance.now() - began) / 1000)} so far`;
  const telling = tell(progress, line);
  try {
    return await work;
  } finally {
    telling.end();
    progress.clear();
  }
}

/** What is being read from inputs. */
export interface BeingRead {
  readonly inputs: readonly string[];
  /** Bytes of text so far. */
  readonly textBytes: number;
  /** Bytes of the files so far, as they lie on the disk. */
  readonly bytesRead: number;
  readonly rejects: Rejects;
}

/** Says how far reading has come, how fast it is, and how long the rest will take: that is told where all inputs are files. */
export class HowFar {
  readonly #read: BeingRead;
  readonly #total: number | undefined;
  readonly #began = performance.now();

  constructor(read: BeingRead) {
    this.#read = read;
    this.#total = sizeOfInputs(read.inputs);
  }

  /**
   * 'reading: 6,061 documents, 52 MB, 61 MB/s, 12 s left'.
   *
   * @param done documents that need no more work
   * @param read those and others that have been read already
   */
  line(done: number, read = done): string {
    const passedOver = this.#passedOver(done);
    if (done === 0 && passedOver) return `reading: no document yet${passedOver}`;
    const seconds = (performance.now() - this.#began) / 1000;
    const share = done / Math.max(1, read);
    const text = this.#read.textBytes * share;
    const bytes = this.#read.bytesRead * share;
    const said = `reading: ${counted(done, 'document')}, ${bytesInWords(text)}, ${bytesInWords(text / seconds)}/s${passedOver}`;
    if (this.#total === undefined || bytes === 0) return said;
    return `${said}, ${durationInWords((seconds * Math.max(0, this.#total - bytes)) / bytes)} left`;
  }

  /** Where nothing else was found, with the reason: most likely it is that of all. */
  #passedOver(done: number): string {
    const { rejects } = this.#read;
    const [first] = rejects.first(1);
    if (first === undefined) return '';
    return `, ${thousands(rejects.length)} passed over${done === 0 ? `: ${inOneLine(first.reason)}` : ''}`;
  }
}

/** 95 → '95 s', 200 → '3 min', 9000 → '2.5 h'. */
export function durationInWords(seconds: number): string {
  if (seconds < 99.5) return `${Math.ceil(seconds)} s`;
  return seconds < 5970 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
