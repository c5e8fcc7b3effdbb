// Watches the threads that a file of tests starts: none may be left behind.
import type { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';

/** The threads that run, as Node tells of them, and how many were started so far. Each test must leave none. */
export class Threads {
  readonly alive = new Set<Worker>();
  started = 0;

  constructor() {
    const watch = (worker: Worker) => {
      this.started++;
      this.alive.add(worker);
      worker.on('exit', () => this.alive.delete(worker));
    };
    beforeAll(() => {
      process.on('worker', watch);
    });
    afterAll(() => {
      process.off('worker', watch);
    });
    afterEach(() => expect(this.alive.size).toBe(0));
  }
}
