import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { fingerprintAllOn, fingerprintBatchesOn } from './fingerprint-all.ts';
import type { Platform } from './platform.ts';
import { type ShardedIndexOptions, ShardsOnPlatform } from './sharded-index.ts';

export type * from './types.ts';

const platform: Platform = {
  get cores() {
    return availableParallelism();
  },
  start({ onAnswer, onDeath }) {
    // Flags of this process, such as --input-type, may not suit the worker's file.
    const worker = new Worker(new URL('./node-worker.js', import.meta.url), { execArgv: [] });
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
};

/** See `FingerprintAll`. */
export const fingerprintAll = fingerprintAllOn(platform);
/** See `FingerprintBatches`. */
export const fingerprintBatches = fingerprintBatchesOn(platform);

/** See `ShardsOnPlatform`. */
export class ShardedIndex extends ShardsOnPlatform {
  constructor(options: ShardedIndexOptions) {
    super(platform, options);
  }
}
