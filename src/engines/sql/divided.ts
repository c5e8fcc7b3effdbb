import { errorsOfGroups, type Plan } from '../../search/plan.ts';
import { ALL_BITS, planOf, split } from '../../search/planning/bits.ts';
import {
  allTables,
  type CandidateOptions,
  candidatesAmongSql,
  inBucket,
  ONCE,
  probeRow,
  sidesSql,
} from './candidates.ts';
import { denseCandidatesSql, type Relations, sparseCandidatesSql } from './crowded.ts';
import { bits, type Dialect } from './dialect.ts';
import { joinCost } from './join-plan.ts';
import { prefixMasks, probesOf } from './probes.ts';

/** More parts have fewer bits each, and meet more entries than they tell apart. */
const MOST_PARTS = 8;

/** A table with crowded buckets that are divided. */
export interface DividedTable {
  /** Its number, through all repeats. */
  readonly table: number;
  /** Of the bucket with the most. */
  readonly entries: number;
}

/** The tables of crowded buckets that are not dense: (bucket_table, entries). */
export const dividedTablesSql = ({ crowded, dense }: Relations): string =>
  `SELECT c.bucket_table, MAX(c.lefts) AS entries FROM ${crowded} c ANTI JOIN ${dense} d ON ${inBucket('c', 'd')} GROUP BY c.bucket_table`;

/**
 * All candidates, each once: of sparse buckets as they are, of dense ones those with the first entry, and those of divided ones.
 *
 * @param divided the tables of `dividedTablesSql`
 */
export function candidatesInPartsSql(
  options: CandidateOptions,
  relations: Relations,
  divided: readonly DividedTable[],
): string {
  return [
    sparseCandidatesSql(options, relations),
    denseCandidatesSql(options, relations),
    ...(divided.length > 0 ? [dividedCandidatesSql(options, relations, divided)] : []),
  ].join('\nUNION ALL\n');
}

/**
 * The candidates of crowded buckets that are not dense, as of `candidatesSql`. What is within the distance and meets in such
 * a bucket meets in one of its parts again, and is reported by the first that is due to meet it.
 */
function dividedCandidatesSql(
  options: CandidateOptions,
  { entries, crowded, dense }: Relations,
  tables: readonly DividedTable[],
): string {
  const { dialect, plan } = options;
  const parts = partsOf(plan, Math.max(...tables.map((table) => table.entries)), dialect);
  const divided = tables.map(({ table }) => ({ table, parts: parts[table % parts.length]! }));
  const [left, right] = sidesSql(options, allTables(options), entries).map((rows, side) => {
    const probes = divided.flatMap(({ table, parts }) =>
      probesOf(parts, allTables({ plan: parts, repeats: 1 }))[side as 0 | 1].map(
        (probe) => `(${table}, ${probeRow(probe)})`,
      ),
    );
    return `SELECT x.*, p.part, p.flipped AS part_flipped, p.lowest AS part_lowest, p.highest AS part_highest,
    ${dialect.xor('(x.own & p.mask)', 'p.flip')} AS part_prefix
  FROM (${rows}) x JOIN ${crowded} c ON ${inBucket('x', 'c')} ANTI JOIN ${dense} d ON ${inBucket('x', 'd')}
  JOIN (VALUES ${probes.join(', ')}) AS p(bucket_table, part, mask, flip, flipped, lowest, highest) ON x.bucket_table = p.bucket_table`;
  });
  const covers = divided.map(({ table, parts }) => {
    const masks = prefixMasks(parts);
    return `(${[table, ...parts.tables.flatMap(({ radius }, part) => [bits(masks[part]!), radius])].join(', ')})`;
  });
  const numbers = [...parts[0]!.tables.keys()];
  const difference = dialect.xor('a.own', 'b.own');
  const first = numbers.map(
    (part) => `(a.part <= ${part} OR bit_count(${difference} & c.mask_${part}) > c.radius_${part})`,
  );
  const meetings = `(${left}) a JOIN (${right}) b ON ${inBucket('a', 'b')} AND a.part = b.part AND a.part_prefix = b.part_prefix
JOIN (VALUES ${covers.join(', ')}) AS c(bucket_table, ${numbers.map((part) => `mask_${part}, radius_${part}`).join(', ')}) ON a.bucket_table = c.bucket_table
  AND ${ONCE.replaceAll(/(flipped|lowest|highest)/g, 'part_$1')}
  AND ${first.join('\n  AND ')}`;
  return candidatesAmongSql(options, allTables(options), meetings, entries);
}

/**
 * Plans for the bits that are not the prefix of each table of a plan, by which its crowded buckets are divided. What is
 * within `maxDistance` has no more errors in these bits, so that one of g parts has no more than its radius, for
 * Σ(radius + 1) = maxDistance + 1 (Qin et al., «GPH», ICDE 2018). All tables have as many parts: those by which joining so
 * many entries costs least.
 */
function partsOf(plan: Plan, entries: number, dialect: Dialect): Plan[] {
  const rests = prefixMasks(plan).map((mask) => ALL_BITS.filter((place) => !((mask >> BigInt(63 - place)) & 1n)));
  const choices = Array.from({ length: Math.min(MOST_PARTS, plan.maxDistance + 1) }, (_, i) =>
    rests.map((rest) => pigeonhole(rest, plan.maxDistance, i + 1)),
  );
  const cost = (parts: readonly Plan[]): number =>
    parts.reduce((sum, part) => sum + joinCost(part, entries, dialect), 0);
  return choices.reduce((best, one) => (cost(one) < cost(best) ? one : best));
}

function pigeonhole(bits: readonly number[], maxDistance: number, groups: number): Plan {
  const parts = split(bits, groups);
  const tables = errorsOfGroups(maxDistance, groups).map((radius, part) => ({ prefix: parts[part]!, radius }));
  return planOf(maxDistance, tables);
}
