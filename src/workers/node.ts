import { fingerprintAllOn, fingerprintBatchesOn } from './fingerprint-all.ts';
import { nodePlatform } from './node-platform.ts';
import { type ShardedIndexOptions, ShardsOnPlatform } from './sharded-index.ts';

export type * from './types.ts';

const platform = nodePlatform(new URL('./node-worker.js', import.meta.url));

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
