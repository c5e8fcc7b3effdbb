import { InvalidArgumentError } from '../errors.ts';
import { checkOptions } from '../options.ts';
import { checkWhole, isWhole } from '../ranges.ts';
import { shown } from '../shown.ts';
import { isTypedArray } from '../typed-arrays.ts';
import { checkRule, type GroupRule } from './groups.ts';
import type { DistanceOptions, GroupOptions, HammingIndexOptions, SearchAllOptions } from './options.ts';
import { LARGEST_DISTANCE } from './plan.ts';
import { checkPlan } from './planning/check-plan.ts';

/** Throws unless `id` is a whole number from 0 to 2^32 - 1. */
export function checkId(id: unknown): asserts id is number {
  if (isWhole(id, 0, 2 ** 32 - 1)) return;
  throw new InvalidArgumentError(`An id is a whole number from 0 to 2^32 - 1, not ${shown(id)}.`);
}

/** The longest id of a document, in UTF-16 units. */
const LONGEST_ID = 65_536;

/** Throws unless `id` can name a document. */
export function checkDocumentId(id: unknown): asserts id is string {
  if (typeof id !== 'string') throw new InvalidArgumentError(`The id of a document is a string, not ${shown(id)}.`);
  if (id.length <= LONGEST_ID) return;
  throw new InvalidArgumentError(
    `The id of a document has at most ${LONGEST_ID} UTF-16 units, not ${id.length}. Use a digest of it.`,
  );
}

/** Throws unless it is a BigUint64Array, which holds nothing but fingerprints. */
export function checkFingerprints(fingerprints: unknown): asserts fingerprints is BigUint64Array {
  if (isTypedArray('BigUint64Array', fingerprints)) return;
  throw new InvalidArgumentError(
    `Fingerprints are a BigUint64Array, not ${shown(fingerprints)}. Use BigUint64Array.from(list).`,
  );
}

/** Throws unless there are as many ids as fingerprints. */
export function checkIdsOf(fingerprints: BigUint64Array, ids: unknown): asserts ids is Uint32Array {
  if (isTypedArray('Uint32Array', ids) && ids.length === fingerprints.length) return;
  throw new InvalidArgumentError(
    `ids must be a Uint32Array of ${fingerprints.length} ids, one for each fingerprint, not ${shown(ids)}.`,
  );
}

/** Throws if so many consecutive ids pass the largest. */
export function checkConsecutive(firstId: number, count: number): void {
  if (firstId + count <= 2 ** 32) return;
  throw new InvalidArgumentError(`${count} consecutive ids from ${firstId} on would pass 2^32 - 1. Give the ids.`);
}

/** Throws unless it is a Uint32Array, which holds nothing but ids. */
export function checkIds(ids: unknown): asserts ids is Uint32Array {
  if (isTypedArray('Uint32Array', ids)) return;
  throw new InvalidArgumentError(`ids must be a Uint32Array, not ${shown(ids)}. Use Uint32Array.from(list).`);
}

/** Throws unless it is a whole number of at least 0. */
export function checkCount(name: string, count: unknown): asserts count is number {
  if (isWhole(count, 0)) return;
  throw new InvalidArgumentError(`${name} must be a whole number of at least 0, not ${shown(count)}.`);
}

/** Throws unless an index can be made for searches of up to this distance. */
export function checkMaxDistance(maxDistance: unknown): asserts maxDistance is number {
  checkWhole('maxDistance', maxDistance, 0, LARGEST_DISTANCE);
}

/** Throws unless an index can be made of these options. */
export function checkIndexOptions(options: HammingIndexOptions): void {
  checkOptions(options, { maxDistance: true, recipe: true, plan: true });
  const { maxDistance, recipe, plan } = options;
  checkMaxDistance(maxDistance);
  if (plan !== undefined) checkPlan(plan);
  if (plan !== undefined && plan.maxDistance < maxDistance) {
    throw new InvalidArgumentError(
      `This plan is for distances of up to ${plan.maxDistance}, so maxDistance must not be ${maxDistance}.`,
    );
  }
  checkRecipeId(recipe);
}

/** Throws unless it can stand for a recipe; nothing stands for any. */
export function checkRecipeId(recipe: unknown): void {
  if (recipe === undefined || typeof recipe === 'string') return;
  throw new InvalidArgumentError(`recipe must be what recipeId() returns, a string, not ${shown(recipe)}.`);
}

/** The options of a search for one fingerprint. */
export const SEARCH_OPTIONS = { maxDistance: true, limit: true } as const;

/** How far to search in an index that was made for distances of up to `largest`; throws unless it can be searched so. */
export function distanceIn(
  options: DistanceOptions = {},
  largest: number,
  known: { readonly maxDistance: true; readonly [name: string]: true } = { maxDistance: true },
): number {
  checkOptions(options, known);
  const { maxDistance = largest } = options;
  if (isWhole(maxDistance, 0, largest)) return maxDistance;
  throw new InvalidArgumentError(
    `maxDistance must be a whole number from 0 to ${largest}, for which this index was made, ` +
      `not ${shown(maxDistance)}. Make the index with a larger one.`,
  );
}

/** The same of a search for many, and whether what they match is to be sorted. */
export function searchingIn(options: SearchAllOptions = {}, largest: number): { maxDistance: number; sorted: boolean } {
  const maxDistance = distanceIn(options, largest, { maxDistance: true, sorted: true });
  const { sorted = true } = options;
  if (typeof sorted !== 'boolean')
    throw new InvalidArgumentError(`sorted must be true or false, not ${shown(sorted)}.`);
  return { maxDistance, sorted };
}

/** Throws unless it is an index that can be saved, of any entry. */
export function checkSavable(index: unknown): void {
  if (typeof (index as { snapshot?: unknown } | null | undefined)?.snapshot === 'function') return;
  throw new InvalidArgumentError(`What is saved is a HammingIndex or a DocumentIndex, not ${shown(index)}.`);
}

/** The recipe that a saved index is said to have. */
export function savedRecipe<R>(options: { readonly recipe?: R } = {}): R | undefined {
  checkOptions(options, { recipe: true });
  return options.recipe;
}

/** By which rule, and how far to look for pairs, in such an index. */
export function groupingIn(options: GroupOptions, largest: number): { rule: GroupRule; maxDistance: number } {
  checkRule(options?.rule);
  return { rule: options.rule, maxDistance: distanceIn(options, largest, { maxDistance: true, rule: true }) };
}
