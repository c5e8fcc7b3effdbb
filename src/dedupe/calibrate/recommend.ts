import type { Recipe } from '../../fingerprint/recipe.ts';
import { LARGEST_DISTANCE } from '../../search/plan.ts';
import { DEFAULT_DISTANCE, DEFAULT_THRESHOLD } from '../defaults.ts';
import { type Point, pointAt } from './curves.ts';
import type { Evidence } from './evidence.ts';
import { type Setting, STEPS } from './tally.ts';

/** Settings are as good as the best if their F1 is at most so much lower. */
const AS_GOOD = 0.001;
/** Fewer pairs of a kind than this are few: one more or less moves a share by more than three hundredths. */
export const FEW = 30;

/** A setting as options take it, and what it scores. */
export interface Scored extends Point {
  readonly maxDistance: number;
  readonly threshold: number;
}

/** The settings to take, as `dedupe` takes them. */
export interface Recommendation extends Scored {
  /** What was measured: the settings are for this recipe alone. */
  readonly recipe: Recipe;
  /** Fingerprints of each document. */
  readonly repeats: number;
  /** The defaults, on the same pairs. */
  readonly defaults: Scored;
  /** The highest F1 of all settings. */
  readonly best: Scored;
  /** Pairs on which the best is right and the defaults are wrong, and the other way round. */
  readonly better: number;
  readonly worse: number;
  /** Whether the defaults are recommended, since the best is not better than chance would have it. */
  readonly keepsDefaults: boolean;
}

/**
 * The settings to take. Those with the highest F1 are the best; but if the pairs on which they and the defaults disagree
 * do not favour them by two standard deviations (McNemar, Psychometrika 12, 1947), the defaults are kept. Else it is the
 * narrowest distance that is as good as the best, since a search costs less, and in the middle of its thresholds
 * that are as good.
 */
export function recommend(evidence: Evidence, fingerprints: number): Omit<Recommendation, 'recipe'> {
  const scored = ({ distance, step }: Setting): Scored => ({
    maxDistance: distance,
    threshold: step / STEPS,
    ...pointAt(evidence, fingerprints, { distance, step }),
  });
  const usual = { distance: DEFAULT_DISTANCE, step: Math.round(DEFAULT_THRESHOLD * STEPS) };
  const lines = Array.from({ length: LARGEST_DISTANCE + 1 }, (_, distance) =>
    Array.from({ length: STEPS + 1 }, (_, step) => pointAt(evidence, fingerprints, { distance, step }).f1),
  );
  const most = Math.max(...lines.flat());
  const best = { distance: lines.findIndex((line) => line.includes(most)), step: 0 };
  best.step = middleOf(lines[best.distance]!, most);
  const better = rightOnlyBy(evidence, fingerprints, best, usual);
  const worse = rightOnlyBy(evidence, fingerprints, usual, best);
  const keepsDefaults = better - worse <= 2 * Math.sqrt(better + worse);
  const distance = lines.findIndex((line) => Math.max(...line) >= most - AS_GOOD);
  const chosen = keepsDefaults ? usual : { distance, step: middleOf(lines[distance]!, most - AS_GOOD) };
  return {
    ...scored(chosen),
    repeats: fingerprints,
    defaults: scored(usual),
    best: scored(best),
    better,
    worse,
    keepsDefaults,
  };
}

/** The middle of the steps around the best one whose F1 is at least `least`. */
function middleOf(line: readonly number[], least: number): number {
  const top = line.indexOf(Math.max(...line));
  let [low, high] = [top, top];
  while (low > 0 && line[low - 1]! >= least) low--;
  while (high < line.length - 1 && line[high + 1]! >= least) high++;
  return Math.round((low + high) / 2);
}

/** Pairs on which one setting is right, and the other is not. */
function rightOnlyBy({ same, different }: Evidence, fingerprints: number, one: Setting, other: Setting): number {
  return same.foundOnlyBy(fingerprints, one, other) + different.foundOnlyBy(fingerprints, other, one);
}
