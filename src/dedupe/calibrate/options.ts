import { checkSignal, type Signal } from '../../abort.ts';
import { InvalidArgumentError } from '../../errors.ts';
import type { Recipe } from '../../fingerprint/recipe.ts';
import type { Several } from '../../iterable.ts';
import { checkOptions } from '../../options.ts';
import { checkBetween, checkWhole } from '../../ranges.ts';
import { shown } from '../../shown.ts';
import { REPEATS } from '../defaults.ts';
import { MOST_REPEATS } from '../planning/plan-candidates.ts';
import { LARGEST_CHANGE } from './generated.ts';
import type { Label } from './labels.ts';

/** What `calibrate` does without options. */
export const DEFAULTS = { same: 0.1, different: 0.25, sample: 10_000, seed: 1 } as const;

export interface CalibrateOptions {
  /** The name of a built-in recipe, a recipe of your own or a preset; `'dedupe'` without it. */
  readonly recipe?: string | Recipe | undefined;
  /** Independent fingerprints of each document, 1…16; 5 without it. Presets make one. */
  readonly repeats?: number | undefined;
  /** What is known of pairs of documents; without them it is measured, and copies are edited. */
  readonly labels?: Several<Label> | undefined;
  /**
   * What pairs without a label are: `'different'`, if the labels name all duplicates, or `'ignored'`. Without it they are
   * ignored if a label says that two documents are different, and else taken for different.
   */
  readonly unlisted?: 'different' | 'ignored' | undefined;
  /** Without labels: texts are the same if at most this share of their words differs, 0…0.4; 0.1 without it. */
  readonly same?: number | undefined;
  /** Without labels: texts are different if at least this share of their words differs, from `same` to 0.4; 0.25 without it, or `same` if that is more. */
  readonly different?: number | undefined;
  /** The most documents that are looked at, chosen at random; 10,000 without it. Where pairs without a label are ignored, all that labels name are. */
  readonly sample?: number | undefined;
  /** Of the random choices, a whole number from 0 to 2^32 - 1; 1 without it. */
  readonly seed?: number | undefined;
  /** Is told now and then how many texts have been measured, and of how many; copies are texts, too. */
  readonly onProgress?: ((measured: number, texts: number) => void) | undefined;
  /** An `AbortSignal`, which ends everything; what is waited for is then rejected with its reason. */
  readonly signal?: Signal | undefined;
}

/** @throws {InvalidArgumentError} if there is no such option, or one is not what it must be */
export function checkCalibrateOptions(options: CalibrateOptions): void {
  checkOptions(options, {
    ...{ recipe: true, repeats: true, labels: true, unlisted: true, same: true, different: true },
    ...{ sample: true, seed: true, onProgress: true, signal: true },
  });
  const { same = DEFAULTS.same, sample = DEFAULTS.sample, seed = DEFAULTS.seed, unlisted = 'ignored' } = options;
  const { repeats = REPEATS, different = same } = options;
  checkWhole('repeats', repeats, 1, MOST_REPEATS);
  checkBetween('same', same, 0, LARGEST_CHANGE);
  checkBetween('different', different, same, LARGEST_CHANGE);
  checkWhole('sample', sample, 1, 2 ** 31);
  checkWhole('seed', seed, 0, 2 ** 32 - 1);
  if (unlisted !== 'different' && unlisted !== 'ignored') {
    throw new InvalidArgumentError(`unlisted is 'different' or 'ignored', not ${shown(unlisted)}.`);
  }
  checkSignal(options.signal);
  if (options.onProgress !== undefined && typeof options.onProgress !== 'function') {
    throw new InvalidArgumentError(`onProgress is a function, not ${shown(options.onProgress)}.`);
  }
}
