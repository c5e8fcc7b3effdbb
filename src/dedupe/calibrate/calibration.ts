import type { DistancePoint, Rate, ThresholdPoint } from './curves.ts';
import type { EditKind } from './edits.ts';
import type { Meaning } from './generated.ts';
import type { UnusedLabels } from './labels.ts';
import type { Recommendation } from './recommend.ts';

/** How many pairs there are of each kind. */
export interface PairCounts {
  readonly same: number;
  readonly different: number;
  /** They count neither way. */
  readonly doubtful: number;
}

/** What edits of known size showed. */
export interface EditFindings {
  readonly meaning: Meaning;
  readonly seed: number;
  /** Pairs of documents as they are, and of edited copies with what they were made of. */
  readonly corpus: PairCounts;
  readonly edits: PairCounts;
  /** Of copies that differ by `from` to `to`, those that the recommended settings find. */
  readonly sizes: readonly { readonly from: number; readonly to: number; readonly found: Rate }[];
  /** The same by the kind of edit, of copies that are the same and that are different. */
  readonly kinds: readonly { readonly kind: EditKind; readonly same: Rate; readonly different: Rate }[];
  /** Documents with the features of another, which any settings find: they are left out. */
  readonly copies: number;
  /** Documents with fewer than four features: they are left out. */
  readonly tooShort: number;
  /** Documents of which only the beginning was taken. */
  readonly cut: number;
}

/** What labels brought. */
export interface LabelFindings {
  readonly unlisted: 'different' | 'ignored';
  readonly unused: UnusedLabels;
}

/** What was measured, whatever the truth is from. */
export interface Findings {
  /** The recipe's id. */
  readonly recipe: string;
  /** Independent fingerprints of each document. */
  readonly fingerprints: number;
  /** Documents of the corpus, and those of them that were looked at. */
  readonly documents: { readonly read: number; readonly used: number };
  readonly pairs: PairCounts;
  /** By distance, 0…16 bits, and by threshold, 0…1 in steps of 0.01. */
  readonly distances: readonly DistancePoint[];
  readonly thresholds: readonly ThresholdPoint[];
  readonly recommendation: Recommendation;
}

/** How well `dedupe` finds the duplicates of a corpus, and the settings to take: the truth is from labels, or from edits. */
export type Calibration = Findings &
  (
    | { readonly labels: LabelFindings; readonly edits?: undefined }
    | { readonly edits: EditFindings; readonly labels?: undefined }
  );
