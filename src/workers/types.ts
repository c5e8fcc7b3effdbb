// The types of the entry, which are the same in Node and in browsers.
export type { Recipe } from '../fingerprint/recipe.ts';
export type { Text } from '../fingerprint/text.ts';
export type { Several } from '../iterable.ts';
export type { Groups } from '../search/groups.ts';
export type { Match, Matches } from '../search/matches.ts';
export type { DistanceOptions, GroupOptions, SearchAllOptions, SearchOptions } from '../search/options.ts';
export type { Pairs } from '../search/pairs.ts';
export type { IndexStats } from '../search/stats.ts';
export type {
  FingerprintAll,
  FingerprintBatches,
  Fingerprinted,
  FingerprintedBatch,
} from './fingerprint-all.ts';
export type { FingerprintAllOptions, FingerprintItemsOptions } from './options.ts';
export type { ShardedIndexOptions } from './sharded-index.ts';
