import type { Score } from '../../src/dedupe/calibrate/score.ts';
import { comparePairs, PERMUTATIONS, sketchesOf } from '../rivals/minhash.ts';
import { type LabelledSet, pairKey, score } from './labelled-set.ts';

/** The lowest threshold that is tried. */
const LOWEST = 52;

export interface BestMinHash extends Score {
  /** The share of equal numbers with the best F1 on this very set. */
  readonly threshold: number;
}

/** MinHash-128 at its best: all pairs compared, no banding, and the threshold that scores best on the set. */
export function bestMinHash(set: LabelledSet, isMultiset: boolean): BestMinHash {
  const count = set.texts.length;
  const byEqual: number[][] = Array.from({ length: PERMUTATIONS + 1 }, () => []);
  comparePairs(sketchesOf(set.texts, isMultiset), LOWEST, (a, b, equal) => byEqual[equal]!.push(pairKey(a, b, count)));
  const predicted: number[] = [];
  let best: BestMinHash = { threshold: 1, precision: 1, recall: 0, f1: 0 };
  for (let equal = PERMUTATIONS; equal >= LOWEST; equal--) {
    predicted.push(...byEqual[equal]!);
    const result = score(predicted, set);
    if (result.f1 > best.f1) best = { threshold: equal / PERMUTATIONS, ...result };
  }
  return best;
}
