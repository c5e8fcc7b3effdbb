import { CLASSES, MORE } from '../../dedupe/rare-features.ts';
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
 * The rarest features of each entry: (entry, total, feature, copy, times, most), each occurrence for itself, with the size
 * that others may have at most who have none of those before and may yet be similar enough.
 *
 * What has a and shares s with what has b has a Jaccard index of s / (a + b - s). If the first i of a are missing in
 * the other, s is a - i at most, and so b is (a - i)(1 + t) / t - a at most. That is the prefix filter of Chaudhuri, Ganti,
 * Kaushik (ICDE 2006), as long as all sort their features alike; here by how many entries have them.
 */
export function rareSql(threshold: number): string {
  const least = double(threshold / MORE);
  return `WITH occurrence AS (SELECT entry, total, feature, UNNEST(range(occurrences)) AS copy FROM feature),
counted AS (SELECT feature, copy, COUNT(*) AS times FROM occurrence GROUP BY ALL),
placed AS (
  SELECT o.*, c.times, ROW_NUMBER() OVER (PARTITION BY o.entry ORDER BY c.times, o.feature, o.copy) AS place
  FROM occurrence o JOIN counted c ON o.feature = c.feature AND o.copy = c.copy)
SELECT entry, total, feature, copy, times, (total - place + 1) * (1 + ${least}) / ${least} - total AS most
FROM placed WHERE most >= ${least} * total`;
}

/** Entries of which nothing is rare enough: (entry). They are worth no more than what their fingerprints meet. */
export const commonSql = (rare: string, entries: number): string =>
  `SELECT entry FROM ${rare} GROUP BY entry HAVING SUM(times) FILTER (most >= total) > ${double(MOST * entries)}`;

/**
 * The candidates among a crowd, as of `candidatesSql`: of two, the larger looks the smaller up, or each the other.
 *
 * @param rare a relation of `rareSql`
 * @param entries a relation (entry, compared, f0, f1, …)
 */
export function candidatesByRareSql(options: CandidateOptions, rare: string, entries: string): string {
  const sizes = `generate_series(${classOf(`${double(options.threshold / MORE)} * total`)}, ${classOf('LEAST(total, most)')})`;
  return `WITH asking AS (
  SELECT entry, feature, copy, UNNEST(CASE WHEN times > ${FREQUENT} THEN ${sizes} ELSE [-1] END) AS size FROM ${rare}),
listed AS (
  SELECT entry, feature, copy, CASE WHEN times > ${FREQUENT} THEN ${classOf('total')} ELSE -1 END AS size
  FROM ${rare} WHERE most >= total),
met AS (
  SELECT DISTINCT LEAST(x.entry, y.entry) AS a, GREATEST(x.entry, y.entry) AS b
  FROM asking x JOIN listed y ON x.feature = y.feature AND x.copy = y.copy AND x.size = y.size WHERE x.entry <> y.entry)
SELECT * FROM (SELECT ${candidateColumns(options)} FROM met m JOIN ${entries} a ON a.entry = m.a JOIN ${entries} b ON b.entry = m.b
  WHERE ${reachableSql(options.threshold)}) c WHERE distance <= ${options.plan.maxDistance}`;
}
