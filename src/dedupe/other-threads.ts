import type { Matches } from '../search/matches.ts';
import type { SearchAllOptions } from '../search/options.ts';

/** An index of fingerprints, here or in another thread. */
export interface CandidateIndex {
  addAll(fingerprints: BigUint64Array, ids: Uint32Array): unknown;
  searchAll(fingerprints: BigUint64Array, options: SearchAllOptions): Matches | Promise<Matches>;
  dispose(): void;
}

/** Threads that share the work with this one. */
export interface OtherThreads {
  /** An index in another thread, empty, to take the place of the one here that has this number; undefined if that is to stay. */
  index(number: number): CandidateIndex | undefined;
  /** To be awaited between the steps of long work, so that other threads get more to do, and signals are heard; undefined if that has time. */
  hear(): Promise<void> | undefined;
}
