import { FEWEST_FEATURES } from '../../fingerprint/fingerprinter.ts';
import { distinctNames } from '../../io/distinct-names.ts';
import { fingerprintColumns } from '../sql/candidates.ts';
import type { Checkpoints } from './checkpoints.ts';
import { INPUT_COLUMNS, type SparkInput, ticked } from './inputs.ts';
import type { SparkSession } from './session.ts';

/** Documents that are removed, and what for. */
const REMOVED = 'SELECT * FROM decided WHERE number <> leader';

/** The columns that say what for. */
const REASONS = ['duplicate_of', 'distance', 'similarity', 'via'];

/** The columns of records beside others: those with the same names are given numbers. To Spark, Note and note are the same. */
function besides(others: readonly string[], columns: readonly string[]): string {
  const names = distinctNames([...others, ...columns], (name) => name.toLowerCase()).slice(others.length);
  return columns.map((column, i) => `d.record.${ticked(column)} AS ${ticked(names[i]!)}`).join(', ');
}

/** Writes what was decided, each output a folder of Parquet, with ids in place of numbers. */
export async function writeOutputs(
  session: SparkSession,
  stages: Checkpoints,
  format: SparkInput['format'],
  repeats: number,
): Promise<void> {
  await session.query('removals', REMOVED);
  const record = format === 'parquet' ? 'd.record.*' : 'c.number, c.id, d.record';
  const columns = async () => (await session.columns(INPUT_COLUMNS)).map(([name]) => name);
  const removed = format === 'parquet' ? besides(REASONS, await columns()) : record;
  const known = 'counted c JOIN documents d ON c.number = d.number';
  const queries = {
    kept: `SELECT ${record} FROM ${known} LEFT ANTI JOIN removals r ON c.number = r.number WHERE c.reason IS NULL`,
    removed: `SELECT ${removed}, l.id AS duplicate_of, r.distance, r.similarity, IF(r.partner = r.leader, NULL, p.id) AS via
FROM ${known} JOIN removals r ON c.number = r.number JOIN counted l ON r.leader = l.number JOIN counted p ON r.partner = p.number`,
    pairs: `SELECT x.id AS a, y.id AS b, p.distance, p.similarity, p.same
FROM pairs p JOIN counted x ON p.a = x.number JOIN counted y ON p.b = y.number ORDER BY p.b, p.a`,
    groups: `SELECT c.id, l.id AS \`group\` FROM decided v JOIN counted c ON v.number = c.number JOIN counted l ON v.leader = l.number
WHERE v.leader IN (SELECT leader FROM removals) ORDER BY v.number`,
    fingerprints: `SELECT number, id, features, ${fingerprintColumns(repeats).join(', ')} FROM counted WHERE reason IS NULL`,
    too_short: `SELECT number, id, features FROM counted WHERE reason IS NULL AND features < ${FEWEST_FEATURES}`,
    malformed: 'SELECT place, reason FROM counted WHERE reason IS NOT NULL',
    overflow: 'SELECT * FROM overflow',
  };
  for (const [name, sql] of Object.entries(queries)) await stages.output(name, sql);
}
