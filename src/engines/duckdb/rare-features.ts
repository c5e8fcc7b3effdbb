import { CLASSES, MORE, WALK } from '../../dedupe/rare-features.ts';
import { type CandidateOptions, candidateColumns, reachableSql } from '../sql/candidates.ts';
import { double } from '../sql/dialect.ts';

/** What more occurrences have is frequent: it is looked up among documents of fitting size alone. */
const FREQUENT = 64;

/** The table that `rareSql` reads: how often an entry has a feature, and how many occurrences of all features. */
export const FEATURE = 'feature(entry BIGINT, total INTEGER, feature UINTEGER, occurrences INTEGER)';

/** The share of a crowd that may have the rare features of one: to meet is soon as dear as to compare. */
const MOST = 1 / 32;

const classOf = (size: string): string => `CAST(FLOOR(${CLASSES} * LOG2(${size})) AS INTEGER)`;

/**
 * The rarest features of each entry: (entry, total, shared, cost, feature, copy, times, most), each occurrence for itself,
 * with the size that others may have at most who share too few of those before and may yet be similar enough.
 *
 * What has a and shares s with what has b has a Jaccard index of s / (a + b - s). If it has less than one of the first
 * i of a, or less than two of the first i + 1, s is a - i at most, and so b is (a - i)(1 + t) / t - a at most. That is the
 * prefix filter of Chaudhuri, Ganti, Kaushik (ICDE 2006) and that of Wang, Li, Feng (SIGMOD 2012), as long as all sort
 * their features alike; here by how many entries have them. Each entry asks for one or two, whichever costs less.
 */
export function rareSql(threshold: number): string {
  const least = double(threshold / MORE);
  const most = (shared: number | string): string => `(total - place + ${shared}) * (1 + ${least}) / ${least} - total`;
  const walked = (shared: number): string => `SUM(times) FILTER (${most(shared)} >= total)`;
  return `WITH occurrence AS (SELECT entry, total, feature, UNNEST(range(occurrences)) AS copy FROM feature),
counted AS (SELECT feature, copy, COUNT(*) AS times FROM occurrence GROUP BY ALL),
placed AS (
  SELECT o.*, c.times, ROW_NUMBER() OVER (PARTITION BY o.entry ORDER BY c.times, o.feature, o.copy) AS place
  FROM occurrence o JOIN counted c ON o.feature = c.feature AND o.copy = c.copy),
choice AS (
  SELECT entry, CASE WHEN two < one THEN 2 ELSE 1 END AS shared, LEAST(one, two) AS cost
  FROM (
    SELECT entry, ${walked(1)} AS one, CASE WHEN ${least} * total > 1 THEN ${WALK} * ${walked(2)} END AS two
    FROM placed GROUP BY entry, total) c)
SELECT p.entry, total, shared, cost, feature, copy, times, ${most('shared')} AS most
FROM placed p JOIN choice c ON p.entry = c.entry WHERE most >= ${least} * total`;
}

/** Entries of which nothing is rare enough: (entry). They are worth no more than what their fingerprints meet. */
export const commonSql = (rare: string, entries: number): string =>
  `SELECT DISTINCT entry FROM ${rare} WHERE cost > ${double(MOST * entries)}`;

/**
 * The candidates among a crowd, as of `candidatesSql`: of two, the larger looks the smaller up.
 *
 * @param rare a relation of `rareSql`
 * @param entries a relation (entry, compared, f0, f1, …)
 */
export function candidatesByRareSql(options: CandidateOptions, rare: string, entries: string): string {
  const sizes = `generate_series(${classOf(`${double(options.threshold / MORE)} * total`)}, ${classOf('LEAST(total, most)')})`;
  return `WITH asking AS (
  SELECT *, UNNEST(CASE WHEN times > ${FREQUENT} THEN ${sizes} ELSE [-1] END) AS size FROM ${rare}),
listed AS (
  SELECT *, CASE WHEN times > ${FREQUENT} THEN ${classOf('total')} ELSE -1 END AS size FROM ${rare} WHERE most >= total),
met AS (
  SELECT LEAST(x.entry, y.entry) AS a, GREATEST(x.entry, y.entry) AS b
  FROM asking x JOIN listed y ON x.feature = y.feature AND x.copy = y.copy AND x.size = y.size
  WHERE (x.total, x.entry) > (y.total, y.entry)
  GROUP BY x.entry, y.entry HAVING COUNT(*) >= MIN(LEAST(x.shared, y.shared)))
SELECT * FROM (SELECT ${candidateColumns(options)} FROM met m JOIN ${entries} a ON a.entry = m.a JOIN ${entries} b ON b.entry = m.b
  WHERE ${reachableSql(options.threshold)}) c WHERE distance <= ${options.plan.maxDistance}`;
}
