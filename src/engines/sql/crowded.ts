import {
  allTables,
  type CandidateOptions,
  candidatesAmongSql,
  inBucket,
  ONCE,
  ownNearSql,
  reachableSql,
  sidesSql,
} from './candidates.ts';
import { bits } from './dialect.ts';
import { probesOf } from './probes.ts';

/** Of a crowded bucket about so many entries are tried, to see whether it can be divided. */
const TRIED = 64;

/** Relations that a job has made of its entries (entry, compared, f0, f1, …). */
export interface Relations {
  readonly entries: string;
  /** Of `popularSql`. */
  readonly popular: string;
  /** Of `crowdedSql`. */
  readonly crowded: string;
  /** Of `denseSql`. */
  readonly dense: string;
}

const bothSides = (options: CandidateOptions, source: string): readonly [left: string, right: string] =>
  sidesSql(options, allTables(options), source);

/**
 * Prefixes that more than `limit` entries have: (bucket_table, prefix). Only near these are crowded buckets looked for, since
 * entries have few prefixes of their own, and many that are near them.
 */
export function popularSql(options: CandidateOptions, limit: number, entries: string): string {
  const [, right] = bothSides(options, entries);
  return `SELECT bucket_table, prefix FROM (${right}) r WHERE flipped = 0
GROUP BY bucket_table, prefix HAVING COUNT(*) > ${limit}`;
}

/**
 * Buckets of popular prefixes, or near one, in which more meets than `limit` entries with each other: (bucket_table, prefix,
 * first, lefts, rights), with the first entry and how many there are on both sides. What stands on the right stands on
 * the left, too.
 */
export function crowdedSql(
  options: CandidateOptions,
  limit: number,
  { entries, popular }: Pick<Relations, 'entries' | 'popular'>,
): string {
  const [left, right] = bothSides(options, entries);
  const flips = probesOf(options.plan, allTables(options))[0].map(({ table, flip }) => `(${table}, ${bits(flip)})`);
  const near = `SELECT DISTINCT p.bucket_table, ${options.dialect.xor('p.prefix', 'f.flip')} AS prefix
  FROM ${popular} p JOIN (VALUES ${flips.join(', ')}) AS f(bucket_table, flip) ON p.bucket_table = f.bucket_table`;
  const rows = (side: string, onRight: 0 | 1) =>
    `SELECT x.bucket_table, x.prefix, x.entry, ${onRight} AS on_right FROM (${side}) x JOIN (${near}) n ON ${inBucket('x', 'n')}`;
  return `SELECT bucket_table, prefix, MIN(entry) AS first, SUM(1 - on_right) AS lefts, SUM(on_right) AS rights
FROM (${rows(left, 0)} UNION ALL ${rows(right, 1)}) x
GROUP BY bucket_table, prefix HAVING SUM(1 - on_right) * SUM(on_right) > ${limit ** 2}`;
}

/**
 * Crowded buckets that no further bits can divide, for their entries are near each other: more of them are within the
 * distance than meet in any bucket that is not crowded, be they due to this table or not. That is estimated from a few entries.
 */
export function denseSql(
  options: CandidateOptions,
  limit: number,
  { entries, crowded }: Pick<Relations, 'entries' | 'crowded'>,
): string {
  const [left, right] = bothSides(options, entries);
  const tried = `SELECT l.* FROM (${left}) l JOIN ${crowded} c ON ${inBucket('l', 'c')}
  WHERE ${options.dialect.chance('l.entry')} * c.lefts <= ${TRIED}`;
  return `SELECT c.* FROM ${crowded} c
JOIN (SELECT bucket_table, prefix, COUNT(*) AS entries FROM (${tried}) t GROUP BY bucket_table, prefix) t ON ${inBucket('c', 't')}
JOIN (SELECT a.bucket_table, a.prefix, COUNT(*) AS near FROM (${tried}) a
  JOIN (SELECT r.* FROM (${right}) r JOIN ${crowded} c ON ${inBucket('r', 'c')}) b ON ${inBucket('a', 'b')}
  WHERE a.entry < b.entry AND ${ONCE} AND ${ownNearSql(options)}
  GROUP BY a.bucket_table, a.prefix) n ON ${inBucket('c', 'n')}
WHERE 2 * n.near * c.lefts > t.entries * ${limit ** 2}`;
}

/** The candidates of buckets that are not crowded, as of `candidatesSql`. */
export function sparseCandidatesSql(options: CandidateOptions, { entries, crowded }: Relations): string {
  return candidatesOf(options, entries, (rows) => `${rows} ANTI JOIN ${crowded} c ON ${inBucket('x', 'c')}`);
}

/** Of dense buckets, the candidates with the first entry. */
export function denseCandidatesSql(options: CandidateOptions, { entries, dense }: Relations): string {
  const first = { left: 'AND x.entry = d.first', right: '' };
  return candidatesOf(
    options,
    entries,
    (rows, side) => `${rows} JOIN ${dense} d ON ${inBucket('x', 'd')} ${first[side]}`,
  );
}

function candidatesOf(
  options: CandidateOptions,
  entries: string,
  among: (rows: string, side: 'left' | 'right') => string,
): string {
  const [left, right] = bothSides(options, entries);
  const meetings = `(SELECT x.* FROM ${among(`(${left}) x`, 'left')}) a
JOIN (SELECT x.* FROM ${among(`(${right}) x`, 'right')}) b ON ${inBucket('a', 'b')}`;
  return candidatesAmongSql(options, allTables(options), meetings, entries);
}

/**
 * Entries near the first entry of a dense bucket, and the least of such first ones: (entry, first). Those with the same are
 * a crowd, which more buckets than the dense ones would pair with each other. Each of them has a candidate with the first,
 * which is not of the crowd itself.
 */
export function crowdsSql(options: CandidateOptions, { entries, dense }: Pick<Relations, 'entries' | 'dense'>): string {
  const [left] = bothSides(options, `(SELECT * FROM ${entries} WHERE entry IN (SELECT first FROM ${dense})) f`);
  const [, right] = bothSides(options, entries);
  return `SELECT b.entry, MIN(a.entry) AS first FROM (${left}) a JOIN (${right}) b ON ${inBucket('a', 'b')}
WHERE a.entry < b.entry AND ${ownNearSql(options)} AND ${reachableSql(options.threshold)} GROUP BY b.entry`;
}

/** Entries with the crowd they are of, if any. */
export const withCrowdsSql = (entries: string, crowds: string): string =>
  `SELECT e.*, c.first AS crowd FROM ${entries} e LEFT JOIN ${crowds} c ON e.entry = c.entry`;

/** How many pairs each crowd has, all of which are passed over: (first, entries, pairs). */
export const passedOverSql = (crowds: string): string =>
  `SELECT first, COUNT(*) AS entries, COUNT(*) * (COUNT(*) - 1) / 2 AS pairs FROM ${crowds} GROUP BY first HAVING COUNT(*) > 1`;
