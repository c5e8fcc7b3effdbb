import { availableParallelism } from 'node:os';
import type { Worker, WorkerOptions } from 'node:worker_threads';
import type { Platform } from './platform.ts';

/**
 * Worker threads of Node. Who names their script constructs them, in the one expression that bundlers look for, and when
 * one starts: bundles as CommonJS may not know where they are.
 */
export const nodePlatform = (construct: (options: WorkerOptions) => Worker): Platform => ({
  get cores() {
    return availableParallelism();
  },
  start({ onAnswer, onDeath }) {
    // Flags of this process, such as --input-type, may not suit the worker's file.
    const worker = construct({ execArgv: [] });
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
