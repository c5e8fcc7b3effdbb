import { Worker } from 'node:worker_threads';
import type { CountOptions } from '../dedupe/counted.ts';
import type { CandidateIndex, OtherThreads } from '../dedupe/other-threads.ts';
import { InvalidArgumentError } from '../errors.ts';
import { InputError, StorageError } from '../io/errors.ts';
import type { Matches } from '../search/matches.ts';
import { nodePlatform } from '../workers/node-platform.ts';
import type { Platform } from '../workers/platform.ts';
import { type PortableRecipe, toPortable } from '../workers/portable-recipe.ts';
import type { ShardAnswer } from '../workers/shard.ts';
import { Thread } from '../workers/thread.ts';
import { countJob, type JobDone, sizeOf } from './count-job.ts';
import { type CountedJob, INDEXES, type Job, type Request, type Setup } from './messages.ts';
import { unpacked } from './packed-counts.ts';

export interface CrewOptions extends CountOptions {
  readonly maxDistance: number;
  /** How many threads, this one included. */
  readonly workers: number;
}

/** Threads are started when so much is to be read: what takes less time than starting them is not worth it. */
const WORTH_THREADS = 4 * 1024 * 1024;
const REMEDY = 'With --workers 1 all is done in one thread.';
/** Jobs that a thread has been sent and not done: while it does one, the next are on their way. */
const JOBS_A_THREAD = 4;
/** Besides those, jobs that may be handed in ahead: what other threads count while a batch is settled here. */
const JOBS_AHEAD = 12;
/** Milliseconds of work here after which answers are heard: a job takes about three times as long. */
const HEARD_EVERY = 3;

/** A job that was handed in. */
export class Submitted {
  readonly job: Job;
  /** Once a thread has it. */
  done: Promise<JobDone> | undefined;
  isDone = false;

  constructor(job: Job) {
    this.job = job;
  }

  /** From here on it is somebody's. */
  begin(done: Promise<JobDone>): void {
    this.done = done.finally(() => {
      this.isDone = true;
    });
    // It fails when its turn comes; before that, or when nobody asks any more, it is not an unhandled rejection.
    this.done.catch(() => undefined);
  }
}

type Work = Thread<Request, CountedJob | ShardAnswer>;

/**
 * This thread and others, which count documents and search indexes. What comes out depends neither on their number
 * nor on who does what.
 */
export class Crew implements OtherThreads {
  readonly #options: CrewOptions;
  readonly #platform: Platform;
  readonly #recipe: PortableRecipe | undefined;
  readonly #started: Work[] = [];
  /** Those that have answered: starting one takes as long as several jobs, which are done here meanwhile. */
  readonly #threads: Work[] = [];
  readonly #waiting: Submitted[] = [];
  #size = 0;
  /** Called when there is another job. */
  #wake: () => void = () => undefined;
  #heard = performance.now();

  constructor(
    options: CrewOptions,
    platform: Platform = nodePlatform((options) => new Worker(new URL('./worker.js', import.meta.url), options)),
  ) {
    this.#options = options;
    this.#platform = platform;
    this.#recipe = options.workers > 1 ? portable(options) : undefined;
  }

  /** How many jobs may be handed in before the first is asked for. */
  get lookAhead(): number {
    const { workers } = this.#options;
    return workers > 1 ? JOBS_AHEAD + JOBS_A_THREAD * workers : 1;
  }

  /** Starts the other threads if so many bytes are worth it. */
  expect(bytes: number): void {
    if (this.#recipe === undefined || this.#started.length > 0 || bytes < WORTH_THREADS) return;
    const { repeats, maxDistance, workers } = this.#options;
    const setup: Setup = { recipe: this.#recipe, repeats, maxDistance };
    for (let i = 1; i < workers; i++) {
      const thread: Work = new Thread(this.#platform, setup, [InputError, StorageError], REMEDY);
      this.#started.push(thread);
      // One that cannot be started says so to the first job that it is given.
      const join = () => {
        this.#threads.push(thread);
        this.#handOut();
      };
      thread.run({ texts: [] }).then(join, join);
    }
  }

  submit(job: Job): Submitted {
    const submitted = new Submitted(job);
    this.#size += sizeOf(job);
    this.#waiting.push(submitted);
    this.expect(this.#size);
    this.#handOut();
    this.#wake();
    return submitted;
  }

  /** What became of a job. Until it is done, this thread does jobs that no other has begun. */
  async result(submitted: Submitted): Promise<JobDone> {
    while (!submitted.isDone) {
      const next = this.#waiting.shift();
      next?.begin(this.#here(next.job));
      if (next === undefined) await this.#newsOf(submitted);
      else if (this.#started.length > 0) await this.#listen();
      else await next.done?.catch(() => undefined);
    }
    return submitted.done!;
  }

  index(number: number): CandidateIndex | undefined {
    const count = this.#started.length + 1;
    const thread = this.#started[(number % count) - 1];
    if (thread === undefined) return undefined;
    const ask = async (call: 'addAll' | 'searchAll', ...args: unknown[]) => {
      const answer = await thread.run({ index: number, call, args }, INDEXES);
      this.#handOut();
      return (answer as ShardAnswer).value;
    };
    return {
      addAll: (fingerprints, ids) => ask('addAll', fingerprints, ids),
      searchAll: (fingerprints, options) => ask('searchAll', fingerprints.slice(), options) as Promise<Matches>,
      dispose: () => undefined,
    };
  }

  hear(): Promise<void> | undefined {
    if (performance.now() - this.#heard < HEARD_EVERY) return undefined;
    return this.#listen();
  }

  async end(): Promise<void> {
    this.#waiting.length = 0;
    await Promise.all(this.#started.map((thread) => thread.end(undefined)));
  }

  /** Waits until a job is done that another thread has, or there is one to be done here. */
  async #newsOf({ done }: Submitted): Promise<void> {
    const another = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    await Promise.race([done!.catch(() => undefined), another]);
  }

  /** Has the answers of other threads come in. */
  async #listen(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.#heard = performance.now();
  }

  async #here(job: Job): Promise<JobDone> {
    return countJob(job, this.#options);
  }

  #handOut(): void {
    for (const thread of this.#threads) {
      while (thread.load < JOBS_A_THREAD && this.#waiting.length > 0) this.#give(this.#waiting.shift()!, thread);
    }
  }

  #give(submitted: Submitted, thread: Work): void {
    submitted.begin(
      thread.run(submitted.job).then((answer) => {
        this.#handOut();
        const { counts, found } = answer as CountedJob;
        return { counted: unpacked(counts), found };
      }),
    );
  }
}

/** Functions cannot be sent: such recipes are followed in this thread alone. */
function portable({ fingerprinter }: CountOptions): PortableRecipe | undefined {
  try {
    return toPortable(fingerprinter.recipe);
  } catch (error) {
    if (error instanceof InvalidArgumentError) return undefined;
    throw error;
  }
}
