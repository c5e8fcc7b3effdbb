import { InvalidArgumentError } from '../../errors.ts';
import { chanceOfAtMost } from '../../fingerprint/binomial.ts';
import { bitsOf, isPreset, type Recipe } from '../../fingerprint/recipe.ts';
import { toRecipe } from '../../fingerprint/recipes.ts';
import { checkOptions } from '../../options.ts';
import { checkBetween } from '../../ranges.ts';
import { checkMaxDistance } from '../../search/check.ts';
import { fourTables, LARGEST_DISTANCE } from '../../search/plan.ts';
import { estimate } from '../../search/planning/estimate.ts';
import { LARGEST_SIZE } from '../../search/planning/planner.ts';
import { DEDUPE_RECIPE, DEFAULT_THRESHOLD } from '../defaults.ts';
import { chanceWithin, type JustSimilar, recallOf } from './recall.ts';

/** How documents that are worth comparing are found: those of which any fingerprint is within some bits. */
export interface CandidatePlan {
  /** Independent fingerprints of each document. */
  readonly repeats: number;
  readonly maxDistance: number;
}

/** A plan and what to expect of it. */
export interface ExpectedCandidates extends CandidatePlan {
  /** Of near-duplicates that are just similar enough, the share that is found, if words here and there differ: see `recallOf`. */
  readonly recall: number;
  /** Seconds of search and comparison on one core. A model: trust the order of magnitude. */
  readonly seconds: number;
  /** Bytes of tables. */
  readonly bytes: number;
}

/** What candidates are planned for. */
export interface CandidateRequest {
  /** About how many documents there will be, 1…10¹². */
  readonly documents: number;
  /** Of near-duplicates that are just similar enough, the least share that is to be found, if words here and there differ; 0…0.9999. */
  readonly recall: number;
  /** As for `dedupe`, and with the same defaults. */
  readonly recipe?: string | Recipe | undefined;
  readonly threshold?: number | undefined;
  /** The distance, if only the number of fingerprints is to be found. */
  readonly maxDistance?: number | undefined;
}

/** More fingerprints of a document than that take more memory than its text. */
export const MOST_REPEATS = 16;

/**
 * The chance that a bit of the fingerprints of unlike texts of one language differs: not a half, for they share its
 * frequent words. By the recipe of dedupe it is 0.39: 1 pair in 390,000 within 8 bits, 1 in 2,400 within 12 (docs/distance.md).
 * With a little less, rather too many meetings are expected than too few.
 */
export const UNLIKE = 0.38;

/** Seconds to put a fingerprint into its tables, and to compare two documents of a few hundred words. */
const ADDED = 1.2e-6;
const COMPARED = 1e-6;

/**
 * The cheapest plan by which near-duplicates are found with a chance of at least `recall`, if words here and there differ,
 * among so many documents: few fingerprints within many bits where they are few, and the more fingerprints within the fewer
 * bits the more there are, since wide searches and chance meetings grow with their number.
 *
 * @throws {InvalidArgumentError} if an option is out of range, or no plan of up to 16 fingerprints within 16 bits is that good
 * @example
 * const plan = planCandidates({ documents: 1e6, recall: 0.99 }); // 11 repeats and a maxDistance of 8
 * dedupe(documents, plan);
 */
export function planCandidates(request: CandidateRequest): ExpectedCandidates {
  checkOptions(request, { documents: true, recall: true, recipe: true, threshold: true, maxDistance: true });
  const { documents, recall, recipe = DEDUPE_RECIPE, threshold = DEFAULT_THRESHOLD, maxDistance } = request;
  checkBetween('documents', documents, 1, LARGEST_SIZE);
  checkBetween('recall', recall, 0, 0.9999);
  checkBetween('threshold', threshold, 0, 1);
  if (maxDistance !== undefined) checkMaxDistance(maxDistance);
  const pair = { recipe: toRecipe(recipe), threshold };
  const distances =
    maxDistance === undefined ? Array.from({ length: LARGEST_DISTANCE + 1 }, (_, i) => i) : [maxDistance];
  const plans = distances.map((distance) => {
    const repeats = Math.max(1, Math.ceil(Math.log1p(-recall) / Math.log1p(-chanceWithin(distance, pair))));
    return { repeats, maxDistance: distance };
  });
  const most = isPreset(pair.recipe) ? 1 : MOST_REPEATS;
  const possible = plans.filter(({ repeats }) => repeats <= most).map((plan) => expectedOf(plan, documents, pair));
  if (possible.length === 0) throw tooMuch(distances.at(-1)!, most, recall, pair);
  return possible.reduce((best, one) => (one.seconds < best.seconds ? one : best));
}

/** What to expect of a plan. */
export function expectedOf(plan: CandidatePlan, documents: number, pair: JustSimilar): ExpectedCandidates {
  const { repeats, maxDistance } = plan;
  const tables = estimate(fourTables(maxDistance), documents);
  const scan = estimate({ maxDistance, blocks: [64], tables: [] }, documents);
  const search = Math.min(tables.nanoseconds, scan.nanoseconds) / 1e9;
  const chance = chanceOfAtMost(maxDistance, bitsOf(pair.recipe), UNLIKE);
  const each = repeats * (ADDED + search + (documents / 2) * chance * COMPARED);
  return {
    ...plan,
    recall: recallOf(plan, pair),
    seconds: documents * each,
    bytes: documents * repeats * tables.bytesPerFingerprint,
  };
}

function tooMuch(distance: number, repeats: number, recall: number, pair: JustSimilar): InvalidArgumentError {
  const best = recallOf({ repeats, maxDistance: distance }, pair);
  return new InvalidArgumentError(
    `A recall of ${recall} is out of reach: ${repeats} fingerprint(s) within ${distance} bits find pairs of a similarity of ` +
      `${pair.threshold} with a chance of ${best.toFixed(3)}. Ask for less, or take a higher threshold.`,
  );
}
