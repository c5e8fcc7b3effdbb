import { allTables, type CandidateOptions, candidatesSql } from '../sql/candidates.ts';
import { crowdedSql, crowdsSql, denseSql, popularSql, withCrowdsSql } from '../sql/crowded.ts';
import { SPARK } from '../sql/dialect.ts';
import { candidatesInPartsSql, dividedTablesSql } from '../sql/divided.ts';
import { planJoin } from '../sql/join-plan.ts';
import type { Checkpoints } from './checkpoints.ts';
import type { SparkSession } from './session.ts';
import type { JobSettings } from './settings.ts';

const RELATIONS = { entries: 'entries', popular: 'popular', crowded: 'crowded', dense: 'dense' };

/** Finds the pairs of entries that are to be compared, with care where many stand under one prefix. */
export async function findCandidates(
  session: SparkSession,
  stages: Checkpoints,
  { repeats, maxDistance, threshold, bucketLimit }: JobSettings,
): Promise<void> {
  const options = once(async (): Promise<CandidateOptions> => {
    const [row] = await session.rows('SELECT COUNT(*) FROM entries');
    const { plan } = planJoin(maxDistance, row![0] as number, SPARK);
    return { dialect: SPARK, plan, repeats, threshold };
  });
  await stages.stage('popular', async () => popularSql(await options(), bucketLimit, RELATIONS.entries));
  if ((await session.rows('SELECT 1 FROM popular LIMIT 1')).length > 0) {
    await findAmongCrowds(session, stages, options, bucketLimit);
  } else {
    await stages.stage('candidates', async () =>
      candidatesSql(await options(), allTables(await options()), RELATIONS.entries),
    );
    await session.query('dense', 'SELECT *, 0 AS first, 0 AS lefts, 0 AS rights FROM popular');
    await session.query('crowds', 'SELECT first AS entry, first FROM dense');
  }
}

/** The same where prefixes are popular: sparse buckets as ever, and each crowded one as it can be done. */
async function findAmongCrowds(
  session: SparkSession,
  stages: Checkpoints,
  options: () => Promise<CandidateOptions>,
  limit: number,
): Promise<void> {
  await stages.stage('crowded', async () => crowdedSql(await options(), limit, RELATIONS));
  await stages.stage('dense', async () => denseSql(await options(), limit, RELATIONS));
  await stages.stage('crowds', async () => crowdsSql(await options(), RELATIONS));
  await session.query('crowd_entries', withCrowdsSql(RELATIONS.entries, 'crowds'));
  await stages.stage('candidates', async () => {
    const divided = (await session.rows(dividedTablesSql(RELATIONS))) as [number, number][];
    const tables = divided.map(([table, entries]) => ({ table, entries }));
    const apart = { ...(await options()), crowds: true };
    return candidatesInPartsSql(apart, { ...RELATIONS, entries: 'crowd_entries' }, tables);
  });
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
