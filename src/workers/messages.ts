import type { Text } from '../fingerprint/text.ts';
import type { Failure } from './failure.ts';
import type { PortableRecipe } from './portable-recipe.ts';

/** The first message to a worker: how it makes fingerprints. */
export interface Setup {
  readonly recipe: PortableRecipe;
  readonly repeats: number;
}

/**
 * Any later message to it. Strings are sent as they are: cloning them is copying, and the costly encoding as UTF-8 falls
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

/** Batches are answered in the order in which they came. */
export type Answer = Fingerprints | { readonly failure: Failure };
