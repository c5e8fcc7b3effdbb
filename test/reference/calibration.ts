// Calibration the slow and obvious way: every pair on its own.

/** The longest common subsequence by the table of all prefixes. */
export function longestCommonSubsequence(a: ArrayLike<unknown>, b: ArrayLike<unknown>): number {
  const table = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      table[i]![j] = a[i - 1] === b[j - 1] ? table[i - 1]![j - 1]! + 1 : Math.max(table[i - 1]![j]!, table[i]![j - 1]!);
    }
  }
  return table[a.length]![b.length]!;
}

export interface Judged {
  readonly isSame: boolean;
  readonly distance: number;
  readonly similarity: number;
}

/** Whether a run with these settings finds a pair. */
export const finds = (maxDistance: number, threshold: number, { distance, similarity }: Judged): boolean =>
  distance <= maxDistance && similarity >= threshold;

export function score(pairs: readonly Judged[], maxDistance: number, threshold: number) {
  const found = pairs.filter((pair) => finds(maxDistance, threshold, pair));
  const right = found.filter(({ isSame }) => isSame).length;
  const positives = pairs.filter(({ isSame }) => isSame).length;
  return {
    recall: right / positives,
    precision: found.length === 0 ? null : right / found.length,
    f1: right === 0 ? 0 : 2 / (found.length / right + positives / right),
  };
}
