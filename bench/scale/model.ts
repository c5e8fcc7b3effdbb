// The cost model of docs/scale.md.
import { REPEATS } from '../../src/dedupe/defaults.ts';
import { UNLIKE } from '../../src/dedupe/planning/plan-candidates.ts';
import { recallOf } from '../../src/dedupe/planning/recall.ts';
import { SPARK } from '../../src/engines/sql/dialect.ts';
import { planJoin } from '../../src/engines/sql/join-plan.ts';
import { chanceOfAtMost } from '../../src/fingerprint/binomial.ts';
import { toRecipe } from '../../src/fingerprint/recipes.ts';
import { planName } from '../../src/search/planning/planner.ts';
import { table } from '../report.ts';
import { joinSeconds, ROW_BYTES, VERIFICATION_SECONDS } from './prices.ts';

const found = (maxDistance: number, threshold: number): string =>
  `${Math.round(100 * recallOf({ repeats: REPEATS, maxDistance }, { recipe: toRecipe('dedupe'), threshold }))} %`;

const DIGITS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** 1234567 → '1.2·10⁶'; smaller ones as they are. */
function power(value: number): string {
  if (value < 1e5) return Number(value.toPrecision(2)).toLocaleString('en');
  const [digits, exponent] = value.toExponential(1).split('e+');
  return `${digits}·10${Array.from(exponent!, (digit) => DIGITS[Number(digit)]).join('')}`;
}

export function model(): string {
  const rows = [1e7, 1e8, 1e9, 1e10].flatMap((size) =>
    [3, 4, 5, 6, 8].map((maxDistance) => {
      const { plan, rows: perEntry, meetings: perRepeat } = planJoin(maxDistance, size, SPARK);
      const all = REPEATS * perEntry * size;
      const meetings = REPEATS * perRepeat;
      const chance = ((REPEATS * size * size) / 2) * chanceOfAtMost(maxDistance, 64, UNLIKE);
      const hours = (joinSeconds(plan, size) + chance * VERIFICATION_SECONDS) / 3600;
      const cells = [
        planName(plan),
        power(all),
        `${power((all * ROW_BYTES) / 1e12)} TB`,
        power(meetings),
        power(chance),
      ];
      return [
        power(size),
        String(maxDistance),
        ...cells,
        power(hours),
        found(maxDistance, 0.75),
        found(maxDistance, 0.9),
      ];
    }),
  );
  return table(
    [
      'documents',
      'distance',
      'plan',
      'rows',
      'shuffled',
      'meetings',
      'candidates by chance',
      'core-hours',
      '≥ 0.75',
      '≥ 0.9',
    ],
    rows,
  );
}
