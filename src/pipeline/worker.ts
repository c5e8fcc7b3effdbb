import { parentPort } from 'node:worker_threads';
import { Fingerprinter } from '../fingerprint/fingerprinter.ts';
import { toFailure } from '../workers/failure.ts';
import { fromPortable } from '../workers/portable-recipe.ts';
import { shardOf } from '../workers/shard.ts';
import { countJob } from './count-job.ts';
import type { CountedJob, IndexRequest, Job, Request, Setup } from './messages.ts';
import { packed } from './packed-counts.ts';

const port = parentPort!;
port.once('message', (setup: Setup) => {
  const { maxDistance, repeats } = setup;
  const fingerprinter = new Fingerprinter({ recipe: fromPortable(setup.recipe) });
  const indexes = new Map<number, ReturnType<typeof shardOf>>();

  const ask = ({ index, ...request }: IndexRequest) => {
    const shard = indexes.get(index) ?? shardOf({ maxDistance });
    indexes.set(index, shard);
    port.postMessage(shard(request));
  };
  const count = (job: Job) => {
    const { counted, found } = countJob(job, { fingerprinter, repeats });
    const counts = packed(counted);
    port.postMessage({ counts, found } satisfies CountedJob, [counts.sets.buffer]);
  };
  port.on('message', (request: Request) => {
    try {
      if ('index' in request) ask(request);
      else count(request);
    } catch (error) {
      port.postMessage({ failure: toFailure(error) });
    }
  });
});
