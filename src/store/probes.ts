import { flipsOf } from '../search/flips.ts';
import { type Plan, prefixBits, prefixMask } from '../search/plan.ts';
import { stagesFor } from '../search/stages.ts';

/** What a search reads of one table: the buckets whose prefix is that of the query but for one of the flips. */
export interface Probe {
  /** The table's number in the plan. */
  readonly table: number;
  /** The bits of the prefix. */
  readonly mask: bigint;
  /** Every set of at most the radius of these bits, the empty one first. */
  readonly flips: readonly bigint[];
}

/** Which buckets a complete search within a distance reads; by far most of them if tables have radii. */
export function probesFor(plan: Plan, distance: number): Probe[] {
  // Buckets of like widths are alike crowded.
  const weights = plan.tables.map((table) => 2 ** -prefixBits(plan, table));
  return stagesFor(plan, distance, weights).map(({ table, radius }) => {
    const mask = prefixMask(plan, table);
    return { table, mask, flips: Array.from(flipsOf(mask, radius), ({ bits }) => bits) };
  });
}
