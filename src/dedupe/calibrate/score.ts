/** How well pairs were found, each 0…1. */
export interface Score {
  /** Of the pairs found, how many are right; 1 if none was found. */
  readonly precision: number;
  /** Of the right pairs, how many were found. */
  readonly recall: number;
  /** The harmonic mean of both. */
  readonly f1: number;
}

/** @param positives how many right pairs there are, found or not: at least one */
export function scoreOf(right: number, wrong: number, positives: number): Score {
  return {
    precision: right + wrong === 0 ? 1 : right / (right + wrong),
    recall: right / positives,
    f1: (2 * right) / (right + wrong + positives),
  };
}
