import type { Counted } from './counted.ts';
import type { Pair } from './pair-list.ts';

/** Of a document: no later one may meet it; it is in the indexes; it is in the crowd. */
export const CLOSED = 0;
export const OPEN = 1;
export const CROWDED = 2;

/** Documents that follow each other, and what was settled on them: all that it takes to go on after them in another run. */
export interface Settled extends Omit<Counted, 'set'> {
  /** The number of the first of them. */
  readonly first: number;
  /** Whether later documents may meet each, and where: `CLOSED`, `OPEN` or `CROWDED`. */
  readonly isOpen: Uint8Array;
  /** Those whose b is one of them: what each duplicates, or all near-duplicates before it. */
  readonly pairs: readonly Pair[];
}

/** What becomes of documents that an engine has just settled. */
export type Found = Pick<Settled, 'first' | 'isOpen' | 'pairs'>;
