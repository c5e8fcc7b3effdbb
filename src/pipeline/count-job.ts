import { type Counted, type CountOptions, countTexts } from '../dedupe/counted.ts';
import { type FoundInPiece, readPiece } from '../io/pieces.ts';
import type { Job } from './messages.ts';

/** What was counted, and what else was found if a piece was read. */
export interface JobDone {
  readonly counted: Counted;
  readonly found: FoundInPiece | undefined;
}

/** Does a job in this thread. */
export function countJob({ texts = [], piece }: Job, options: CountOptions): JobDone {
  if (piece === undefined) return { counted: countTexts(options, texts), found: undefined };
  const read = readPiece(piece);
  return { counted: countTexts(options, read.texts), found: read.found };
}

/** Bytes or UTF-16 units of a job. */
export function sizeOf({ texts = [], piece }: Job): number {
  return piece ? piece.end - piece.start : texts.reduce((sum, { length }) => sum + length, 0);
}
