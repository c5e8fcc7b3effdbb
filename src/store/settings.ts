// What a store is made with, and keeps: the recipe of its fingerprints and its distance.
import { DEFAULT_RECIPE } from '../fingerprint/built-in.ts';
import type { Recipe } from '../fingerprint/recipe.ts';
import { checkSameRecipe } from '../fingerprint/recipe-id.ts';
import { recipeId } from '../fingerprint/recipes.ts';
import { isWhole } from '../ranges.ts';
import { checkMaxDistance } from '../search/check.ts';
import { LARGEST_DISTANCE } from '../search/plan.ts';
import { StoreMismatchError } from './errors.ts';

/** How to open a store. */
export interface StoreOptions {
  /** As for `Fingerprinter`. Default: that of the store; of a new one, `words-bigrams`. One that is not built in is given always. */
  readonly recipe?: string | Recipe | undefined;
  /**
   * The largest distance of near-duplicates, 0…16. Default: that of the store; of a new one 3, at which two documents are
   * nearly the same text, and hardly any two others meet by chance however many there are (docs/distance.md).
   */
  readonly maxDistance?: number | undefined;
  /** Only to be read: it must be there, and others may write to it meanwhile. Default: false. */
  readonly readOnly?: boolean | undefined;
}

/** What is kept of the options. */
export interface Settings {
  readonly recipeId: string;
  readonly maxDistance: number;
}

const DEFAULT_DISTANCE = 3;

/**
 * The settings of a new store.
 *
 * @throws {InvalidArgumentError} if an option is none
 */
export function newSettings({ recipe = DEFAULT_RECIPE, maxDistance = DEFAULT_DISTANCE }: StoreOptions): Settings {
  checkMaxDistance(maxDistance);
  return { recipeId: recipeId(recipe), maxDistance };
}

/** Whether what is kept are settings: somebody else may have changed them. */
export function areSettings(kept: { readonly [Name in keyof Settings]?: unknown }): kept is Settings {
  return typeof kept.recipeId === 'string' && isWhole(kept.maxDistance, 0, LARGEST_DISTANCE);
}

/**
 * Throws unless a store with these settings can be opened with these options.
 *
 * @param where the store, for messages: without a password
 * @throws {RecipeMismatchError} if it has fingerprints of another recipe
 * @throws {StoreMismatchError} if it is for another distance
 * @throws {InvalidArgumentError} if an option is none
 */
export function checkSettings(where: string, stored: Settings, options: StoreOptions): void {
  const wanted = newSettings(options);
  if (options.recipe !== undefined) checkSameRecipe(wanted.recipeId, stored.recipeId, where);
  if (options.maxDistance === undefined || wanted.maxDistance === stored.maxDistance) return;
  throw new StoreMismatchError(
    `${where} was made for distances of up to ${stored.maxDistance}, not ${wanted.maxDistance}. Leave the ` +
      'distance out (maxDistance, or --distance), or convert the store: export it, and import that into a new store with the distance that you want ' +
      '(hammingbird store export, hammingbird store import --distance).',
  );
}
