import type { Plan } from '../../search/plan.ts';
import { bits, type Dialect, double } from './dialect.ts';
import { type Probe, prefixMasks, probesOf, type RepeatTable } from './probes.ts';

/** Which entries are worth comparing. */
export interface CandidateOptions {
  readonly dialect: Dialect;
  readonly plan: Plan;
  /** Independent fingerprints of each entry: the columns f0, f1, … */
  readonly repeats: number;
  /** Pairs that cannot reach this similarity, since one has so many more features, are left out. */
  readonly threshold: number;
  /** That entries have a column `crowd`, and those with the same one are not to be paired. */
  readonly crowds?: boolean;
}

/** All tables of all repeats. */
export function allTables({ plan, repeats }: Pick<CandidateOptions, 'plan' | 'repeats'>): RepeatTable[] {
  const count = Math.max(1, plan.tables.length);
  return Array.from({ length: repeats * count }, (_, at) => ({ repeat: Math.floor(at / count), table: at % count }));
}

/** The columns of the fingerprints. */
export const fingerprintColumns = (repeats: number): string[] => Array.from({ length: repeats }, (_, i) => `f${i}`);

/**
 * The candidates that are due to some tables, once each over all tables: (a, b, distance) with a < b, where `distance`
 * is the least of their fingerprints' distances.
 *
 * @param source a relation (entry, compared, f0, f1, …)
 * @param others another, of what is met on the right side
 */
export function candidatesSql(
  options: CandidateOptions,
  tables: readonly RepeatTable[],
  source: string,
  others: string = source,
): string {
  const [left, right] = sidesSql(options, tables, source, others);
  const meetings = `(${left}) a JOIN (${right}) b ON ${inBucket('a', 'b')}`;
  return candidatesAmongSql(options, tables, meetings, source, others);
}

/**
 * The candidates among rows that meet: those that are near each other, and of these the ones that are due to their table.
 * Only for these the other fingerprints are looked at: with all of them in each row, meetings take two to four times as
 * long in DuckDB, and rows twice the room.
 *
 * @param meetings a join of rows of both sides, `a` and `b`
 */
export function candidatesAmongSql(
  options: CandidateOptions,
  tables: readonly RepeatTable[],
  meetings: string,
  source: string,
  others: string = source,
): string {
  return `SELECT ${candidateColumns(options)}
FROM (SELECT a.entry AS a, b.entry AS b, a.bucket_table FROM ${meetings} WHERE ${meetingSql(options)}) m
JOIN ${source} a ON a.entry = m.a JOIN ${others} b ON b.entry = m.b
WHERE ${firstCoverSql(options, tables).join('\n  AND ')}`;
}

/** Both sides of the join by some tables: rows of entries, each under its prefixes. */
export function sidesSql(
  options: CandidateOptions,
  tables: readonly RepeatTable[],
  source: string,
  others: string = source,
): readonly [left: string, right: string] {
  const [left, right] = probesOf(options.plan, tables);
  return [explodedSql(options, left, source), explodedSql(options, right, others)];
}

/** That rows stand under the same prefix of the same table. */
export const inBucket = (a: string, b: string): string =>
  `${a}.bucket_table = ${b}.bucket_table AND ${a}.prefix = ${b}.prefix`;

/** A candidate, with the least distance of any of the fingerprints. */
export function candidateColumns({ dialect, repeats }: CandidateOptions): string {
  const distances = fingerprintColumns(repeats).map((column) => distanceOf(dialect, column));
  const least = distances.length === 1 ? distances[0]! : `LEAST(${distances.join(', ')})`;
  return `a.entry AS a, b.entry AS b, ${least} AS distance`;
}

/** Of all ways in which flips of both sides make up a difference, one. */
export const ONCE = 'a.flipped - b.flipped BETWEEN 0 AND 1 AND a.lowest > b.highest';

/** The conditions under which two rows that meet are a candidate, if they are due to the table. */
function meetingSql(options: CandidateOptions): string {
  const apart = options.crowds ? ['COALESCE(a.crowd <> b.crowd, true)'] : [];
  return ['a.entry < b.entry', ...apart, ownNearSql(options), ONCE, reachableSql(options.threshold)].join('\n  AND ');
}

/** That the fingerprints by which two rows meet are within the distance. */
export const ownNearSql = ({ dialect, plan }: CandidateOptions): string =>
  `${distanceOf(dialect, 'own')} <= ${plan.maxDistance}`;

/** Each entry under the prefixes of its probes; `own` is the fingerprint of the repeat that a table is of. */
function explodedSql(
  { dialect, plan, repeats, crowds }: CandidateOptions,
  probes: readonly Probe[],
  source: string,
): string {
  const perRepeat = Math.max(1, plan.tables.length);
  const columns = fingerprintColumns(repeats);
  const cases = columns.map((column, repeat) => `WHEN probe.bucket_table < ${(repeat + 1) * perRepeat} THEN ${column}`);
  const rows = probes.map((probe) => `(${probeRow(probe)})`);
  const own = columns.length === 1 ? columns[0]! : `CASE ${cases.join(' ')} END`;
  return `SELECT entry, compared, ${crowds ? 'crowd, ' : ''}probe.bucket_table, probe.flipped, probe.lowest, probe.highest,
    ${own} AS own, ${dialect.xor(`(${own} & probe.mask)`, 'probe.flip')} AS prefix
  FROM ${source} CROSS JOIN (VALUES ${rows.join(', ')}) AS probe(bucket_table, mask, flip, flipped, lowest, highest)`;
}

/** A probe as a row of values. */
export const probeRow = ({ table, mask, flip, flipped, lowest, highest }: Probe): string =>
  `${table}, ${bits(mask)}, ${bits(flip)}, ${flipped}, ${lowest}, ${highest}`;

/**
 * The first-cover rule: a pair belongs to the first table in whose prefix it has no more errors than its radius, of the
 * first fingerprint that is near. So no pair comes twice, and nothing must be made distinct.
 */
function firstCoverSql({ dialect, plan, repeats }: CandidateOptions, tables: readonly RepeatTable[]): string[] {
  const masks = prefixMasks(plan);
  const last = Math.max(...tables.map(({ repeat, table }) => repeat * masks.length + table));
  const conditions: string[] = [];
  for (const [repeat, column] of fingerprintColumns(repeats).entries()) {
    const first = repeat * masks.length;
    const distance = distanceOf(dialect, column);
    // Fingerprints of later repeats have no say.
    if (first > last) break;
    conditions.push(
      `(m.bucket_table < ${first} OR (m.bucket_table >= ${first + masks.length}) = (${distance} > ${plan.maxDistance}))`,
    );
    for (const [table, mask] of masks.entries()) {
      if (first + table >= last || table === masks.length - 1) continue;
      const errors = `bit_count(${dialect.xor(`a.${column}`, `b.${column}`)} & ${bits(mask)})`;
      conditions.push(
        `(m.bucket_table NOT BETWEEN ${first + table + 1} AND ${first + masks.length - 1} OR ${errors} > ${plan.tables[table]!.radius})`,
      );
    }
  }
  return conditions;
}

/** No more features are shared than the smaller number of them: divided as they are, so that rounding is the same. */
export const reachableSql = (threshold: number): string =>
  `CAST(LEAST(a.compared, b.compared) AS DOUBLE) / CAST(GREATEST(a.compared, b.compared) AS DOUBLE) >= ${double(threshold)}`;

/** In how many bits a column of two rows differs. */
const distanceOf = (dialect: Dialect, column: string): string =>
  `bit_count(${dialect.xor(`a.${column}`, `b.${column}`)})`;
