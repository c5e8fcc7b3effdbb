import type { Text } from '../fingerprint/text.ts';
import type { HammingIndexOptions } from '../search/options.ts';
import type { Failed } from './failure.ts';
import type { PortableRecipe } from './portable-recipe.ts';
import type { ShardAnswer, ShardRequest } from './shard.ts';

/** The first message to a worker: what it is for. */
export type Setup = FingerprintSetup | ShardSetup;

/** It makes fingerprints. */
export interface FingerprintSetup {
  readonly recipe: PortableRecipe;
  readonly repeats: number;
}

/** It has a part of an index. */
interface ShardSetup {
  readonly shard: HammingIndexOptions;
}

/** Any later message to it. */
export type Request = Texts | ShardRequest;

/**
 * A batch of texts. Strings are sent as they are: cloning them is copying, and the costly encoding as UTF-8 falls
 * to the worker. What comes back is small, and is cloned as well.
 */
export type Texts = readonly Text[];

/** What a batch of texts gives. */
export interface Fingerprints {
  /** As many as were asked for of the first text, then as many of the second, and so on. */
  readonly fingerprints: BigUint64Array<ArrayBuffer>;
  /** How many features each text has, repetitions counted. */
  readonly features: Uint32Array<ArrayBuffer>;
}

/** Requests are answered in the order in which they came. */
export type Answer = Fingerprints | ShardAnswer | Failed;
