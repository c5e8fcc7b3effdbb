import { totalmem } from 'node:os';
import { Worker } from 'node:worker_threads';
import { PAGES_HERE } from '../io/formats/page-text.ts';
import type { Page, PageReader } from '../io/page-reader.ts';
import { MalformedRecord } from '../io/records.ts';
import { nodePlatform } from '../workers/node-platform.ts';
import type { Platform } from '../workers/platform.ts';
import { WorkerPool } from '../workers/pool.ts';
import { Thread } from '../workers/thread.ts';

/** The text of a page, or why it has none. */
export type PageAnswer = { readonly text: Uint8Array } | { readonly problem: string };

const REMEDY = 'Run it again, or give fewer pages at a time.';

/** Threads are started behind so many bytes of pages: these take about as long as starting one. */
const WORTH_THREADS = 256 * 1024;
/** Bytes of memory for each thread: one takes 250 MB for pages of up to 0.7 MB (measured), most of it garbage. */
const ROOM = 1024 ** 3;
/** Bytes of pages that are read before their turn: while one thread has a long page, the others have work. */
const AHEAD = 16 * 1024 * 1024;

/** Bytes of the machine, or of what this process may have of it. */
const memory = (): number => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);

/** Threads that make text of pages, which takes far longer than to count their words. */
export class PageCrew implements PageReader {
  readonly ahead: number;
  readonly #workers: number;
  readonly #pool: WorkerPool<Page, PageAnswer>;
  #size = 0;

  /** @param workers how many threads may work at once; there are no more than memory has room for */
  constructor(
    workers: number,
    platform: Platform = nodePlatform((options) => new Worker(new URL('./page-worker.js', import.meta.url), options)),
  ) {
    this.#workers = Math.min(workers, Math.floor(memory() / ROOM));
    this.#pool = new WorkerPool(() => new Thread(platform, {}, [], REMEDY), this.#workers);
    this.ahead = this.#workers < 2 ? PAGES_HERE.ahead : AHEAD;
  }

  async text(page: Page): Promise<Uint8Array> {
    this.#size += page.bytes.length;
    if (this.#workers < 2 || this.#size < WORTH_THREADS) return PAGES_HERE.text(page);
    const answer = await this.#pool.run(page);
    if ('problem' in answer) throw new MalformedRecord(answer.problem);
    return answer.text;
  }

  close(): void {
    void this.#pool.end(undefined);
  }
}
