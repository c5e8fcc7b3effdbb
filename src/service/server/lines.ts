import type { Readable } from 'node:stream';
import { Chunks } from './chunks.ts';
import { Gathered } from './gathered.ts';

const NEWLINE = 0x0a;
/** Lines that are handed on together at most, bytes that no more are added to, and milliseconds that the first waits for others. */
const TOGETHER = 500;
const BYTES_TOGETHER = 2 ** 20;
const LINGER = 2;

export interface Line {
  /** From 1. */
  readonly number: number;
  /** Without its newline; undefined if it is too long. */
  readonly bytes: Buffer | undefined;
}

/** How the reading of lines ended. */
export type End = 'complete' | 'late' | 'stopped' | 'lost';

/** Splits a stream into lines, and keeps no more of it than one line and what came together. */
export class Lines {
  readonly #chunks: Chunks;
  readonly #longest: number;
  readonly #patience: number;
  readonly #stop: AbortSignal;
  readonly #begun = new Gathered();
  /** Of the line that has begun, also where it is too long to be kept. */
  #length = 0;
  #number = 0;
  #end: End | undefined;

  /**
   * @param longest bytes of a line
   * @param patience milliseconds until a line must be there
   * @param stop ends the reading: the lines that are there are still given
   */
  constructor(stream: Readable, longest: number, patience: number, stop: AbortSignal) {
    this.#chunks = new Chunks(stream);
    this.#longest = longest;
    this.#patience = patience;
    this.#stop = stop;
  }

  get end(): End | undefined {
    return this.#end;
  }

  /** How many lines have been read. */
  get count(): number {
    return this.#number;
  }

  /** What has come together, without empty lines. */
  async *groups(): AsyncGenerator<Line[], void, undefined> {
    let group: Line[] = [];
    let left = this.#patience;
    while (this.#end === undefined) {
      const asked = performance.now();
      const before = this.#number;
      const isLate = !(await this.#take(group, group.length > 0 ? LINGER : Math.max(0, left)));
      left = this.#number > before ? this.#patience : left - (performance.now() - asked);
      if (group.length === 0 && isLate) this.#end ??= 'late';
      const isDue = isLate || this.#end !== undefined || bytesOf(group) >= BYTES_TOGETHER;
      while (group.length >= TOGETHER || (group.length > 0 && isDue)) {
        yield group.slice(0, TOGETHER);
        group = group.slice(TOGETHER);
        // Only the time counts in which lines are waited for.
        left = this.#patience;
      }
    }
  }

  /** Adds the lines that the next piece ends; false if none came in time. */
  async #take(group: Line[], patience: number): Promise<boolean> {
    let chunk: Awaited<ReturnType<Chunks['next']>>;
    try {
      chunk = await this.#chunks.next(patience, this.#stop);
    } catch {
      this.#end = 'lost';
      return true;
    }
    if (this.#stop.aborted && chunk === Chunks.LATE) this.#end = 'stopped';
    if (chunk === Chunks.LATE) return false;
    if (chunk === undefined) {
      this.#end = 'complete';
      this.#finishLine(group);
      return true;
    }
    this.#split(chunk, group);
    return true;
  }

  #split(chunk: Buffer, group: Line[]): void {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      this.#add(chunk.subarray(from, at));
      this.#finishLine(group);
      from = at + 1;
    }
    this.#add(chunk.subarray(from));
  }

  #add(part: Buffer): void {
    this.#length += part.length;
    if (this.#length <= this.#longest) this.#begun.add(part);
  }

  #finishLine(group: Line[]): void {
    const number = ++this.#number;
    const begun = this.#begun.take();
    const bytes = this.#length > this.#longest ? undefined : begun;
    this.#length = 0;
    if (bytes === undefined || bytes.some((byte) => byte > 0x20)) group.push({ number, bytes });
  }
}

const bytesOf = (group: readonly Line[]): number => group.reduce((sum, { bytes }) => sum + (bytes?.length ?? 0), 0);
