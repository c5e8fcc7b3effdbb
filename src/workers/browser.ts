import { fingerprintAllOn, fingerprintBatchesOn } from './fingerprint-all.ts';
import type { Platform } from './platform.ts';
import { type ShardedIndexOptions, ShardsOnPlatform } from './sharded-index.ts';

// What is exported is described in node.ts, whose types are those of the entry.
export type * from './types.ts';

const platform: Platform = {
  get cores() {
    // Some browsers keep it to themselves; Node 20, for which a bundler may have taken this file, has no navigator.
    return globalThis.navigator?.hardwareConcurrency || 1;
  },
  start({ onAnswer, onDeath }) {
    // Bundlers look for exactly this expression.
    const worker = new Worker(new URL('./browser-worker.js', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }) => onAnswer(data));
    worker.addEventListener('messageerror', () => onDeath(new Error('its answer cannot be read')));
    worker.addEventListener('error', ({ message }) =>
      // Browsers say nothing of a script that did not load.
      onDeath(new Error(message || 'its script cannot be loaded')),
    );
    return {
      send: (message) => worker.postMessage(message),
      hold: () => undefined,
      end: async () => worker.terminate(),
    };
  },
};

export const fingerprintAll = fingerprintAllOn(platform);
export const fingerprintBatches = fingerprintBatchesOn(platform);

export class ShardedIndex extends ShardsOnPlatform {
  constructor(options: ShardedIndexOptions) {
    super(platform, options);
  }
}
