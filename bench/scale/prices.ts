// What the stages of the job in Spark cost: what the model of docs/scale.md counts with, and `growth.ts` measures.
import { REPEATS } from '../../src/dedupe/defaults.ts';
import { SPARK } from '../../src/engines/sql/dialect.ts';
import { joinCost } from '../../src/engines/sql/join-plan.ts';
import type { Plan } from '../../src/search/plan.ts';

/** Seconds of a core that a meeting takes to be filtered by its distance: what the prices of `SPARK` are counted in. */
const MEETING_SECONDS = 4.6e-9;
/** Of a candidate that is compared, with both texts joined back, and through a pipe: from 10⁵ to 10⁶ documents. */
export const VERIFICATION_SECONDS = 52e-6;
/** Of a row that is sent to other tasks, as it is packed. */
export const ROW_BYTES = 27;

/** Seconds of a core that it takes to join all fingerprints of some entries. */
export const joinSeconds = (plan: Plan, entries: number): number =>
  REPEATS * joinCost(plan, entries, SPARK) * MEETING_SECONDS;
