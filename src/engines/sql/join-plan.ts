import { UNLIKE } from '../../dedupe/planning/plan-candidates.ts';
import type { Plan } from '../../search/plan.ts';
import { prefixBits } from '../../search/plan.ts';
import { choices, neighbours } from '../../search/planning/bits.ts';
import { designs } from '../../search/planning/designs.ts';
import type { Dialect } from './dialect.ts';

/** What to expect of a join by a plan, for one of the repeated fingerprints. */
export interface JoinEstimate {
  /** Rows that each fingerprint becomes, on both sides together. */
  readonly rows: number;
  /** Pairs that meet in a bucket, to be filtered by their distance. */
  readonly meetings: number;
}

export interface JoinPlan extends JoinEstimate {
  readonly plan: Plan;
}

/**
 * How far each side of a join looks around its own prefix, so that prefixes within `radius` bits meet: half of it each,
 * which makes far fewer rows than if one side looked all the way.
 */
export const sides = (radius: number): readonly [left: number, right: number] => [
  Math.ceil(radius / 2),
  Math.floor(radius / 2),
];

/** @param differing the chance that a bit of two entries' fingerprints differs: 0.5 if they are uniform */
export function estimateJoin(plan: Plan, entries: number, differing: number = UNLIKE): JoinEstimate {
  const pairs = (entries * entries) / 2;
  if (plan.tables.length === 0) return { rows: 2, meetings: pairs };
  let [rows, meetings] = [0, 0];
  for (const table of plan.tables) {
    const bits = prefixBits(plan, table);
    const [left, right] = sides(table.radius);
    rows += neighbours(bits, left) + neighbours(bits, right);
    meetings += pairs * meetingsOfTwo(bits, left, right, differing);
  }
  return { rows, meetings };
}

/** The complete plan by which joining so many fingerprints with each other costs least. */
export function planJoin(maxDistance: number, entries: number, dialect: Dialect): JoinPlan {
  const size = Math.max(1, entries);
  const cost = (plan: Plan): number => joinCost(plan, size, dialect);
  const all = designs(maxDistance, size).map(({ plan }) => plan);
  const plan = all.reduce((best, one) => (cost(one) < cost(best) ? one : best));
  return { plan, ...estimateJoin(plan, size) };
}

/** What joining so many fingerprints by a plan costs, in meetings. */
export function joinCost(plan: Plan, entries: number, { prices }: Dialect): number {
  const { row, cover, crowded, statement } = prices;
  const { rows, meetings } = estimateJoin(plan, entries);
  const tables = plan.tables.length;
  const meeting = tables === 0 ? crowded : 1 + cover * tables;
  return row * rows * entries + meeting * meetings + statement * tables ** 2;
}

/** How often two entries meet: for all flips of both sides, the chance that they are what their prefixes differ in. */
function meetingsOfTwo(bits: number, left: number, right: number, differing: number): number {
  let expected = 0;
  for (let f = 0; f <= left; f++) {
    for (let g = 0; g <= right; g++) {
      for (let both = 0; both <= Math.min(f, g); both++) {
        const ways = choices(bits, f) * choices(f, both) * choices(bits - f, g - both);
        const errors = f + g - 2 * both;
        expected += ways * differing ** errors * (1 - differing) ** (bits - errors);
      }
    }
  }
  return expected;
}
