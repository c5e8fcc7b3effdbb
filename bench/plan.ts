import { HammingIndex } from '../src/index.ts';
import { comparePlans, planName } from '../src/search/planning/planner.ts';
import { queriesNear, uniformFingerprints } from './data.ts';
import { medians } from './measure.ts';
import { number, ratio, type Section, table } from './report.ts';

const SIZES = [10_000, 100_000, 1_000_000, 10_000_000];
const DISTANCES = [3, 4, 6, 8, 10, 12];
/** The plans that the index has. */
const PLANS = ['4 × 16', '3 × 16', '2 × 16', '1 × 16', 'linear scan'];
/** Nanoseconds that a batch of queries should take. */
const QUERIES_TAKE = 5e6;

export const TITLE = 'Plans';

/** What searches take, beside what the planner expects of them: the constants of src/search/planning/estimate.ts are fitted to this. */
export function planning(): Section {
  const rows = SIZES.flatMap((size) => {
    const fingerprints = uniformFingerprints(size);
    const index = new HammingIndex({ maxDistance: Math.max(...DISTANCES) });
    index.addAll(fingerprints);
    const sizeRows = DISTANCES.map((distance) => comparison(index, fingerprints, distance));
    index.dispose();
    return sizeRows;
  });
  return {
    title: TITLE,
    body: [
      'What a search by `searchAll` takes among uniform fingerprints, and what the planner expects, in µs. The index has ' +
        'four tables of 16 bits, or reads everything through.',
      table(['fingerprints', 'distance', 'plan', 'measured', 'expected', '×'], rows),
    ].join('\n\n'),
  };
}

function comparison(index: HammingIndex, fingerprints: BigUint64Array, maxDistance: number): string[] {
  const size = fingerprints.length;
  const expected = comparePlans({ size, maxDistance }).find((plan) => PLANS.includes(planName(plan)))!;
  const queries = queriesNear(
    fingerprints,
    Math.max(4, Math.min(4000, Math.round(QUERIES_TAKE / expected.nanoseconds))),
  );
  const { search } = medians({ search: () => index.searchAll(queries, { maxDistance }) }, 100);
  const measured = (search * 1e6) / queries.length;
  return [
    size.toLocaleString('en'),
    String(maxDistance),
    planName(expected),
    number(measured / 1000),
    number(expected.nanoseconds / 1000),
    ratio(expected.nanoseconds, measured),
  ];
}
