import { type Plan, prefixBits } from './plan.ts';

/** A table that a search goes through, and how far around its prefix. */
export interface Stage {
  /** The table's number in the plan. */
  readonly table: number;
  readonly prefix: readonly number[];
  readonly radius: number;
}

/**
 * The tables that a search within `distance` goes through, in their order: small radii first, since what an earlier
 * table is due to meet leaves fewer errors to the later ones, and the small radii to the tables that weigh most.
 *
 * @param weights what a probe of each table costs compared with the others: how crowded its buckets are
 */
export function stagesFor(plan: Plan, distance: number, weights: readonly number[]): Stage[] {
  const heaviestFirst = byWeight(weights);
  const radii = plan.tables.map(({ radius }) => radius);
  if (isDisjoint(plan)) {
    shorten(radii, distance);
    if (new Set(plan.tables.map((table) => prefixBits(plan, table))).size === 1) {
      // With prefixes of one width any table may have any of the radii.
      const ascending = [...radii].sort((x, y) => x - y);
      for (const [i, table] of heaviestFirst.entries()) radii[table] = ascending[i]!;
    }
  }
  return heaviestFirst
    .filter((table) => radii[table]! >= 0)
    .sort((x, y) => radii[x]! - radii[y]!)
    .map((table) => ({ table, prefix: plan.tables[table]!.prefix, radius: radii[table]! }));
}

/** Tables that weigh so much less than the heaviest weigh as much: those of uniform fingerprints never weigh quite the same. */
const AS_HEAVY = 0.8;

/**
 * The tables, the heavy ones first; those that weigh about the same in the order of the plan, for what a table has behind
 * its prefix is the next one's, and tells most about errors while that is still to come.
 */
function byWeight(weights: readonly number[]): number[] {
  const sorted: number[] = [];
  for (let left = [...weights.keys()]; left.length > 0; left = left.filter((table) => !sorted.includes(table))) {
    const heaviest = Math.max(...left.map((table) => weights[table]!));
    sorted.push(...left.filter((table) => weights[table]! >= AS_HEAVY * heaviest));
  }
  return sorted;
}

/** Whether no block stands in the prefixes of two tables: then Σ(radius + 1) > distance is all that it takes to be complete. */
function isDisjoint({ tables }: Plan): boolean {
  const blocks = tables.flatMap(({ prefix }) => prefix);
  return new Set(blocks).size === blocks.length;
}

/** Lessens the largest radii until they are enough for the distance and no more; -1 leaves a table out. */
function shorten(radii: number[], distance: number): void {
  for (let more = radii.reduce((sum, radius) => sum + radius + 1, 0) - (distance + 1); more > 0; more--) {
    radii[radii.indexOf(Math.max(...radii))]!--;
  }
}
