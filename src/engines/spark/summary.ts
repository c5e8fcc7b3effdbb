import { FEWEST_FEATURES } from '../../fingerprint/fingerprinter.ts';
import type { SparkSession } from './session.ts';
import type { JobSettings } from './settings.ts';
import { fieldValueSql } from './stages.ts';

/** A finished job in numbers. */
export interface JobCounts {
  readonly documents: number;
  readonly removed: number;
  readonly candidates: number;
  readonly pairs: number;
  readonly groups: number;
  readonly tooShort: number;
  readonly malformed: number;
  /** Those in groups without a value of the field that decides which is kept. */
  readonly withoutValue: number;
  /** Buckets, crowds and components that were capped. */
  readonly overflow: number;
  /** How many pairs that kept from being looked at, at most. */
  readonly passedOver: number;
}

const COUNTS: Readonly<Record<Exclude<keyof JobCounts, 'withoutValue'>, string>> = {
  documents: 'SELECT COUNT(*) FROM counted WHERE reason IS NULL',
  removed: 'SELECT COUNT(*) FROM removals',
  candidates: 'SELECT COUNT(*) FROM candidates',
  pairs: 'SELECT COUNT(*) FROM pairs',
  groups: 'SELECT COUNT(DISTINCT leader) FROM removals',
  tooShort: `SELECT COUNT(*) FROM counted WHERE reason IS NULL AND features < ${FEWEST_FEATURES}`,
  malformed: 'SELECT COUNT(*) FROM counted WHERE reason IS NOT NULL',
  overflow: 'SELECT COUNT(*) FROM overflow',
  passedOver: 'SELECT COALESCE(SUM(pairs_passed_over), 0) FROM overflow',
};

const WITHOUT_VALUE = `SELECT COUNT(*) FROM counted c
WHERE number IN (SELECT number FROM removals UNION SELECT leader FROM removals) AND ${fieldValueSql('c')} IS NULL`;

/** Counts what a job that has run found. */
export async function counts(session: SparkSession, { keep }: JobSettings): Promise<JobCounts> {
  const asked = { ...COUNTS, withoutValue: 'field' in keep ? WITHOUT_VALUE : '0' };
  const columns = Object.entries(asked).map(([name, sql]) => `(${sql}) AS ${name}`);
  const [row] = await session.rows(`SELECT ${columns.join(', ')}`);
  return Object.fromEntries(Object.keys(asked).map((name, i) => [name, Number(row![i])])) as unknown as JobCounts;
}
