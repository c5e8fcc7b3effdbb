// The types of the entry, which are the same in Node and in browsers.
export type {
  FingerprintAll,
  FingerprintBatches,
  Fingerprinted,
  FingerprintedBatch,
} from './fingerprint-all.ts';
export type { FingerprintAllOptions, FingerprintItemsOptions } from './options.ts';
export type { Source } from './reader.ts';
export type { ShardedIndexOptions } from './sharded-index.ts';
