import type { Rule } from '../../dedupe/group.ts';
import type { Keep } from '../../dedupe/order.ts';
import type { Recipe } from '../../fingerprint/recipe.ts';
import type { Fields } from '../../io/records.ts';
import type { PortableRecipe } from '../../workers/portable-recipe.ts';

/** All that decides what comes out, for the stages, for the tasks on the executors, and for the manifest. */
export interface JobSettings {
  readonly fields: Fields;
  readonly recipe: PortableRecipe;
  readonly repeats: number;
  readonly maxDistance: number;
  readonly threshold: number;
  readonly rule: Rule;
  readonly keep: Keep;
  /** A bucket with more entries than this is divided by further bits; where these are equal, too, pairs are passed over. */
  readonly bucketLimit: number;
  /** Of components with more pairs than this, all documents are kept. */
  readonly componentLimit: number;
}

/** The same, as a task has it. */
export interface TaskSettings extends Omit<JobSettings, 'recipe'> {
  readonly recipe: Recipe | string;
}
