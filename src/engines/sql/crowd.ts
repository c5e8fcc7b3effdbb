import { type Plan, prefixBits } from '../../search/plan.ts';
import { type CandidateOptions, inBucket, ownNearSql, reachableSql, sidesSql } from './candidates.ts';
import { bits } from './dialect.ts';
import { probesOf, type RepeatTable } from './probes.ts';

/** As many of a bucket's entries are compared with all others in it, to see which have many neighbours. */
const TRIED = 32;
/** An entry that is near so many others is of a crowd. */
const MANY = 32;
/** And near so many of those tried: one alone may be chance. */
const LEAST = 2;
/** A prefix is popular if so many more have it than of uniform fingerprints, of which it may have some times as many as usual. */
const POPULAR = 256;
const TIMES = 4;

/**
 * Prefixes of a table that more entries have than uniform fingerprints would: (bucket_table, prefix). Only near these can
 * buckets hold a crowd of a thousand or more.
 */
export function popularPrefixesSql(
  options: CandidateOptions,
  table: RepeatTable,
  entries: string,
  count: number,
): string {
  const [, right] = sidesSql(options, [table], entries);
  const usual = count / 2 ** bitsOf(options.plan, table);
  // Without a prefix all stand in one bucket.
  const limit = Math.min(POPULAR + TIMES * usual, count / 2);
  return `SELECT bucket_table, prefix FROM (${right}) r WHERE flipped = 0
GROUP BY bucket_table, prefix HAVING COUNT(*) > ${Math.floor(limit)}`;
}

/**
 * Entries that are near very many others: (entry). That is estimated in buckets at popular prefixes or near them, from a few
 * entries of each; no mistake changes what is found, since crowds are compared exactly, too.
 *
 * @param popular a relation of `popularPrefixesSql`
 * @param asked those of the entries of which it is not known yet
 */
export function crowdSql(
  options: CandidateOptions,
  table: RepeatTable,
  entries: string,
  popular: string,
  asked: string,
): string {
  const [left, right] = sidesSql(options, [table], entries, asked);
  const flips = probesOf(options.plan, [table])[0].map(({ flip }) => `(${bits(flip)})`);
  return `WITH bucket AS (
  SELECT DISTINCT p.bucket_table, ${options.dialect.xor('p.prefix', 'f.flip')} AS prefix
  FROM ${popular} p CROSS JOIN (VALUES ${flips.join(', ')}) AS f(flip)),
filled AS (
  SELECT l.bucket_table, l.prefix, COUNT(*) AS entries FROM (${left}) l JOIN bucket c ON ${inBucket('l', 'c')} GROUP BY ALL),
tried AS (
  SELECT l.*, c.entries FROM (${left}) l JOIN filled c ON ${inBucket('l', 'c')}
  WHERE ${options.dialect.chance('l.entry')} * c.entries <= ${TRIED}),
met AS (
  SELECT b.entry, COUNT(*) AS near, MAX(a.entries) AS entries FROM tried a JOIN (${right}) b ON ${inBucket('a', 'b')}
  WHERE a.entry <> b.entry AND ${reachableSql(options.threshold)}
    AND ${ownNearSql(options)}
  GROUP BY b.entry, b.bucket_table, b.prefix)
SELECT DISTINCT entry FROM met WHERE near >= ${LEAST} AND near * GREATEST(1, entries / ${TRIED}) >= ${MANY}`;
}

function bitsOf(plan: Plan, { table }: RepeatTable): number {
  const shape = plan.tables[table];
  return shape ? prefixBits(plan, shape) : 0;
}
