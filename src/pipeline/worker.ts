import { parentPort } from 'node:worker_threads';
import { Fingerprinter } from '../fingerprint/fingerprinter.ts';
import { toFailure } from '../workers/failure.ts';
import { fromPortable } from '../workers/portable-recipe.ts';
import { shardOf } from '../workers/shard.ts';
import { countJob } from './count-job.ts';
import { type CountedJob, INDEXES, type IndexRequest, type Job, type Request, type Setup } from './messages.ts';
import { packed } from './packed-counts.ts';

const port = parentPort!;
port.once('message', (setup: Setup) => {
  const { maxDistance, repeats } = setup;
  const fingerprinter = new Fingerprinter({ recipe: fromPortable(setup.recipe) });
  const indexes = new Map<number, ReturnType<typeof shardOf>>();

  const ask = ({ index, ...request }: IndexRequest) => {
    const shard = indexes.get(index) ?? shardOf({ maxDistance });
    indexes.set(index, shard);
    port.postMessage({ ...shard(request), lane: INDEXES });
  };
  const count = (job: Job) => {
    const { counted, found } = countJob(job, { fingerprinter, repeats });
    const counts = packed(counted);
    port.postMessage({ counts, found } satisfies CountedJob, [counts.sets.buffer]);
  };

  const jobs: Job[] = [];
  /** One at a time, and what an index is asked for meanwhile before the next. */
  const next = () => {
    attempt(() => count(jobs.shift()!));
    if (jobs.length > 0) setImmediate(next);
  };
  port.on('message', (request: Request) => {
    if ('index' in request) attempt(() => ask(request), INDEXES);
    else if (jobs.push(request) === 1) setImmediate(next);
  });
});

function attempt(action: () => void, lane?: number): void {
  try {
    action();
  } catch (error) {
    port.postMessage({ failure: toFailure(error), lane });
  }
}
