import { checkSignal, type Signal } from '../abort.ts';
import { fromCaller, InvalidArgumentError } from '../errors.ts';
import type { Recipe } from '../fingerprint/recipe.ts';
import type { Several } from '../iterable.ts';
import { checkOptions } from '../options.ts';
import { checkBetween, checkWhole } from '../ranges.ts';
import { LARGEST_DISTANCE } from '../search/plan.ts';
import { shown } from '../shown.ts';
import { stringOf } from '../utf8.ts';
import type { Recommendation } from './calibrate/recommend.ts';
import { checkSeveral, type Document } from './document.ts';
import { RULES, type Rule } from './group.ts';
import { type ExpectedCandidates, MOST_REPEATS } from './planning/plan-candidates.ts';

const POLICIES = ['first', 'last', 'longest', 'shortest'] as const;

export interface DedupeOptions<D extends Document = Document, R extends Document = Document> {
  /** The name of a built-in recipe, a recipe of your own or a preset; `'dedupe'` without it. */
  readonly recipe?: string | Recipe | undefined;
  /** Documents are compared one of whose fingerprints differs in at most so many bits, 0…16; 8 without it. */
  readonly maxDistance?: number | undefined;
  /** Independent fingerprints of each document, 1…16; 5 without it. Presets make one. */
  readonly repeats?: number | undefined;
  /** Near-duplicates have at least this multiset Jaccard index of their features, 0…1; 0.75 without it. */
  readonly threshold?: number | undefined;
  /**
   * How pairs become groups. `'leader'` (the default): each joins the most similar document kept before it;
   * `'components'`: whatever pairs connect; `'complete'`: each joins a group all of whose members it resembles.
   */
  readonly rule?: Rule | undefined;
  /** Which of a group is kept; a function gives a value, the greatest of which wins, and `undefined` loses. */
  readonly keep?: (typeof POLICIES)[number] | ((document: D) => number | undefined) | undefined;
  /**
   * Documents that always win; there are no verdicts on them. They are read first. What resembles one joins the most similar
   * of them, except by the rule `'components'`.
   */
  readonly against?: Several<R> | undefined;
  /** An `AbortSignal`, which ends everything; what is waited for is then rejected with its reason. */
  readonly signal?: Signal | undefined;
}

function preferenceOf<D extends Document>(document: D, keep: (document: D) => number | undefined): number {
  const value: unknown = fromCaller('The function keep', () => keep(document)) ?? Number.NaN;
  if (typeof value === 'number') return value;
  throw new InvalidArgumentError(`The function keep must return a number or undefined, not ${shown(value)}.`);
}

/** The greater, the rather a document is kept. */
export function valueIn<D extends Document>(document: D, keep: DedupeOptions<D>['keep'], place: number): number {
  if (typeof keep === 'function') return preferenceOf(document, keep);
  if (keep === 'last') return place;
  if (keep === 'longest') return stringOf(document.text).length;
  return keep === 'shortest' ? -stringOf(document.text).length : 0;
}

const OPTIONS: { readonly [name in keyof DedupeOptions]-?: true } = {
  ...{ recipe: true, maxDistance: true, repeats: true, threshold: true },
  ...{ rule: true, keep: true, against: true, signal: true },
};
/** What a recommendation or a plan, which may be given as options, tells besides. */
const TOLD: { readonly [name in Exclude<keyof (Recommendation & ExpectedCandidates), keyof DedupeOptions>]: true } = {
  ...{ recall: true, precision: true, f1: true, defaults: true, best: true },
  ...{ better: true, worse: true, keepsDefaults: true, seconds: true, bytes: true },
};

export function check(options: DedupeOptions<never>): void {
  checkOptions(options, OPTIONS, TOLD);
  const { repeats = 1, maxDistance = 0, threshold = 0, rule = 'leader', keep = 'first' } = options;
  const { against = [], signal } = options;
  checkSeveral('against', against);
  checkSignal(signal);
  checkWhole('repeats', repeats, 1, MOST_REPEATS);
  checkWhole('maxDistance', maxDistance, 0, LARGEST_DISTANCE);
  checkBetween('threshold', threshold, 0, 1);
  if (!RULES.includes(rule)) throw new InvalidArgumentError(`rule is one of ${RULES.join(', ')}, not ${shown(rule)}.`);
  if (typeof keep !== 'function' && !POLICIES.includes(keep)) {
    throw new InvalidArgumentError(`keep is a function, or one of ${POLICIES.join(', ')}, not ${shown(keep)}.`);
  }
}
