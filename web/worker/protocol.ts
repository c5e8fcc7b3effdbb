import type { Reject } from '../../src/io/reject-list.ts';
import type { Difference } from '../../src/report/difference.ts';
import type { Bar } from '../../src/report/histograms.ts';

/** A file and where it was: its path below what was dropped, with slashes. */
export interface DroppedFile {
  readonly path: string;
  /** Undefined if the browser may not read it, or the folder that is there. */
  readonly file: File | undefined;
}

export const bytesOfFiles = (files: readonly DroppedFile[]): number =>
  files.reduce((sum, { file }) => sum + (file?.size ?? 0), 0);

export interface RunOptions {
  readonly text: string;
  readonly id: string | undefined;
  readonly threshold: number;
}

export interface Progress {
  readonly documents: number;
  readonly removed: number;
  readonly bytesRead: number;
  readonly bytes: number;
}

/** A run in numbers. */
export interface Summary {
  readonly documents: number;
  readonly kept: number;
  readonly removed: number;
  /** Removed documents with exactly the features of the kept one. */
  readonly exact: number;
  readonly groups: number;
  /** Documents with so few features that similarity says little. */
  readonly tooShort: number;
  /** Documents whose id was there before. */
  readonly repeatedIds: number;
  readonly bytes: number;
  /** Whether all that was given is a single text, which may have been meant as one of each line. */
  readonly isOneText: boolean;
  readonly seconds: number;
  readonly distances: readonly Bar[];
  readonly similarities: readonly Bar[];
  /** The first of what was passed over, and how much it is in all. */
  readonly rejects: readonly Reject[];
  readonly rejected: number;
}

export const ORDERS = ['doubtful', 'largest'] as const;
export type Order = (typeof ORDERS)[number];

export interface Member {
  readonly number: number;
  readonly id: string;
  readonly distance: number;
  readonly similarity: number;
}

export interface GroupItem {
  readonly leader: number;
  readonly id: string;
  readonly excerpt: string;
  readonly size: number;
  /** The least similar of those that were removed; the others are only counted. */
  readonly members: readonly Member[];
}

/** Groups on a page. */
export const PER_PAGE = 10;

export interface GroupPage {
  readonly first: number;
  readonly all: number;
  readonly groups: readonly GroupItem[];
}

export interface OutputFile {
  readonly name: string;
  readonly blob: Blob;
}

/** What a run that is over can be asked. */
export interface Questions {
  groups: { ask: { order: Order; first: number }; answer: GroupPage };
  difference: { ask: { kept: number; removed: number }; answer: Difference };
  output: { ask: { which: 'kept' | 'removed' }; answer: OutputFile };
}
export type Question = keyof Questions;

export type Asked = {
  [Q in Question]: { readonly number: number; readonly question: Q; readonly ask: Questions[Q]['ask'] };
}[Question];

export type ToWorker = { readonly files: readonly DroppedFile[]; readonly options: RunOptions } | Asked;

export type FromWorker =
  | { readonly progress: Progress }
  | { readonly summary: Summary }
  | { readonly number: number; readonly answer: unknown }
  | { readonly number: number; readonly failure: string }
  | { readonly failed: string };
