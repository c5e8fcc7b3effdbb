import { isWhole } from '../../ranges.ts';
import { shown } from '../../shown.ts';
import { checkCount, checkId } from '../check.ts';
import type { Plan } from '../plan.ts';
import { checkPlan } from '../planning/check-plan.ts';
import { corrupt } from './frames.ts';

/** What is saved about an index, before its fingerprints. */
export interface Description {
  readonly maxDistance: number;
  /** What stands for the recipe of the fingerprints, if that was said. */
  readonly recipe: string | undefined;
  readonly plan: Plan;
  /** The next id that `addAll` gives without being told ids. */
  readonly nextId: number;
  readonly size: number;
  /** Whether the tables follow. */
  readonly isTabled: boolean;
  /** How many ids have equal fingerprints, if there are tables. */
  readonly equal: number;
  /** How many parts the maps have: of all ids, and of those with equal fingerprints. */
  readonly parts: { readonly rows: number; readonly twins: number };
}

/** 2^32 ids make no more. */
const MOST_PARTS = 2 ** 27;

/** @throws {CorruptDataError} unless it is a description that an index may have */
export function toDescription(saved: Record<string, unknown>): Description {
  const { maxDistance, recipe, plan, nextId, size, isTabled, equal, parts } = saved as Partial<Description>;
  try {
    checkPlan(plan as Plan);
    checkCount('size', size);
    checkCount('equal', equal);
    checkCount('parts', parts?.rows);
    checkCount('parts', parts?.twins);
    if (nextId !== 2 ** 32) checkId(nextId);
  } catch (cause) {
    throw corrupt((cause as Error).message, cause);
  }
  if (!isWhole(maxDistance, 0, plan!.maxDistance)) {
    throw corrupt(`its maxDistance is ${shown(maxDistance)}`);
  }
  if (recipe !== undefined && typeof recipe !== 'string') throw corrupt('its recipe is no name');
  if (typeof isTabled !== 'boolean') throw corrupt('it does not say whether there are tables');
  if (parts!.rows > MOST_PARTS || parts!.twins > MOST_PARTS) throw corrupt('its maps have too many parts');
  return { maxDistance, recipe, plan: plan!, nextId, size, isTabled, equal, parts: parts! };
}
