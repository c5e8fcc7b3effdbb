// Every plan that the planner can return, and how a plan is refused.
import { checkPlan, IncompletePlanError, type Plan } from '../../src/index.ts';
import { LARGEST_DISTANCE } from '../../src/search/plan.ts';
import { designs } from '../../src/search/planning/designs.ts';

export const DISTANCES = Array.from({ length: LARGEST_DISTANCE + 1 }, (_, k) => k);
/** A design depends on the number of fingerprints by its rounded-up logarithm alone: these are all up to 10¹⁰. */
const SIZES = [1, ...Array.from({ length: 34 }, (_, i) => 2 ** (i + 1))];

export const allPlans = new Map(
  DISTANCES.map((k) => {
    const plans = new Map(SIZES.flatMap((size) => designs(k, size)).map(({ plan }) => [JSON.stringify(plan), plan]));
    return [k, [...plans.values()]];
  }),
);
/** Those with tables. */
export const tabled = (k: number): Plan[] => allPlans.get(k)!.filter(({ tables }) => tables.length > 0);

/** The error that a plan is refused with. */
export function refusal(plan: Plan): IncompletePlanError {
  try {
    checkPlan(plan);
  } catch (error) {
    if (error instanceof IncompletePlanError) return error;
    throw error;
  }
  throw new Error('the plan was not refused');
}
