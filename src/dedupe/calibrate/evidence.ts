import type { Truth } from './labels.ts';
import { type MeasuredPair, Tally } from './tally.ts';

/** Pairs of which the truth is known, counted by what decides on them. */
export class Evidence {
  readonly same: Tally;
  readonly different: Tally;
  /** Pairs that count neither way. */
  doubtful = 0;

  /** @param fingerprints how many of each document there are */
  constructor(fingerprints: number) {
    this.same = new Tally(fingerprints);
    this.different = new Tally(fingerprints);
  }

  add(truth: Truth, pair: MeasuredPair): void {
    if (truth === 'doubtful') this.doubtful++;
    else this[truth].add(pair);
  }
}
