import type { Recipe } from '../fingerprint/recipe.ts';
import type { GroupRule } from './groups.ts';
import type { Plan } from './plan.ts';

/** What a `HammingIndex` is made with. */
export interface HammingIndexOptions {
  /** The largest distance that a search may ask for, in bits, 0…16. */
  readonly maxDistance: number;
  /** What stands for the recipe of its fingerprints, such as `fingerprinter.recipeId`: `'words/2'`. It is saved with them. */
  readonly recipe?: string | undefined;
  /** Its tables, as `planTables` makes them or by hand; four of 16 bits without it. */
  readonly plan?: Plan | undefined;
}

/** What a `DocumentIndex` is made with. */
export interface DocumentIndexOptions {
  /** As for `Fingerprinter`: a built-in recipe's name, a recipe of your own or a preset; `'words-bigrams'` by default. */
  readonly recipe?: string | Recipe | undefined;
  /** The largest distance that a search may ask for, in bits, 0…16. */
  readonly maxDistance: number;
}

/** How far apart, at most. */
export interface DistanceOptions {
  /** In bits, from 0 to that of the index, which is the default. */
  readonly maxDistance?: number | undefined;
}

/** How far to search for many at once, and whether what they match is to be sorted. */
export interface SearchAllOptions extends DistanceOptions {
  /** False: the matches of a query stand in no order, which takes less time where it has thousands. True without it. */
  readonly sorted?: boolean | undefined;
}

/** How far to search, and for how many. */
export interface SearchOptions extends DistanceOptions {
  /** At most so many matches, the nearest, from 0; few are found sooner than all. Without it, all. */
  readonly limit?: number | undefined;
}

/** How pairs become groups. */
export interface GroupOptions extends DistanceOptions {
  /**
   * `'leader'`: all resemble the first; `'components'`: whatever pairs connect; `'complete'`: all resemble each other
   * (`GroupRule`).
   */
  readonly rule: GroupRule;
}

/** Of a saved `HammingIndex`. */
export interface SavedIndexOptions {
  /** What stands for the recipe that its fingerprints must be made by; any without it. */
  readonly recipe?: string | undefined;
}

/** Of a saved `DocumentIndex`. */
export interface SavedDocumentsOptions {
  /** The recipe that it was made by; a built-in one need not be given. */
  readonly recipe?: string | Recipe | undefined;
}
