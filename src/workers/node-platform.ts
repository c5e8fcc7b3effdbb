import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Platform } from './platform.ts';

/** Worker threads of Node that run a script, asked for when one starts: bundles as CommonJS do not know where they are. */
export const nodePlatform = (script: () => URL): Platform => ({
  get cores() {
    return availableParallelism();
  },
  start({ onAnswer, onDeath }) {
    // Flags of this process, such as --input-type, may not suit the worker's file.
    const worker = new Worker(script(), { execArgv: [] });
    worker.on('message', onAnswer);
    worker.on('messageerror', onDeath);
    worker.on('error', onDeath);
    worker.on('exit', (status) => onDeath(new Error(`it ended with exit status ${status}`)));
    return {
      send: (message) => worker.postMessage(message),
      hold: (held) => (held ? worker.ref() : worker.unref()),
      end: () => worker.terminate(),
    };
  },
});
