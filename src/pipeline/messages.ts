import type { Text } from '../fingerprint/text.ts';
import type { FoundInPiece, Piece } from '../io/pieces.ts';
import type { PortableRecipe } from '../workers/portable-recipe.ts';
import type { ShardRequest } from '../workers/shard.ts';
import type { PackedCounts } from './packed-counts.ts';

/** The first message to a thread: how it is to count, and how far its indexes are to search. */
export interface Setup {
  readonly recipe: PortableRecipe;
  readonly repeats: number;
  readonly maxDistance: number;
}

/** Documents to be counted: texts, or lines of a file that the thread reads itself. */
export interface Job {
  readonly texts?: readonly Text[];
  readonly piece?: Piece;
}

/** A call of an index that the thread has; it comes into being with the first. */
export interface IndexRequest extends ShardRequest {
  readonly index: number;
}

export type Request = Job | IndexRequest;

/** The lane of index requests, which do not wait for jobs: whoever asks an index waits for it. */
export const INDEXES = 1;

/** What becomes of a job. */
export interface CountedJob {
  readonly counts: PackedCounts;
  readonly found: FoundInPiece | undefined;
}
