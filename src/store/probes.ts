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
    return { table, mask, flips: flipsOf(mask, radius) };
  });
}

function flipsOf(mask: bigint, radius: number): bigint[] {
  const bits = Array.from({ length: 64 }, (_, i) => 1n << BigInt(i)).filter((bit) => (mask & bit) !== 0n);
  const flips = [0n];
  let begin = 0;
  for (let flipped = 0; flipped < radius; flipped++) {
    const end = flips.length;
    // Each set is made once: by adding a bit above its highest.
    for (const flip of flips.slice(begin, end)) for (const bit of bits) if (bit > flip) flips.push(flip | bit);
    begin = end;
  }
  return flips;
}
