import { fingerprintColumns } from '../sql/candidates.ts';
import { passedOverSql } from '../sql/crowded.ts';
import type { JobSettings } from './settings.ts';

/** The folder that is unpacked beside every task. */
export const SHIPPED = 'hammingbird';

/** A query whose rows go through a task of ours. */
function throughTask(task: string, inputs: readonly string[], outputs: readonly string[], source: string): string {
  const format = "ROW FORMAT DELIMITED FIELDS TERMINATED BY '\\t'";
  return `SELECT TRANSFORM(${inputs.join(', ')}) ${format}
USING 'node ${SHIPPED}/dist/engines/spark/tasks/main.js ${task}' AS (${outputs.join(', ')}) ${format}
FROM (${source})`;
}

/** The rows of all inputs, as they are found: (input, file, block, row, record). */
export const linesSql = (views: readonly string[]): string =>
  views.map((view, input) => `SELECT ${input} AS input, file, block, row, record FROM ${view}`).join('\nUNION ALL ');

/** Where each block of a file begins, counted in rows over everything, by the names of folders and files, and over the file. */
export const BLOCKS = `SELECT input, file, block, first,
  COALESCE(SUM(rows) OVER (ORDER BY input, split(file, '/'), block ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before,
  COALESCE(SUM(rows) OVER (PARTITION BY input, file ORDER BY block ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before_in_file
FROM (SELECT input, file, block, COUNT(*) AS rows, MIN(row) AS first FROM lines GROUP BY input, file, block)`;

/** What may be documents, numbered in the order of the inputs, of file names and of rows: (number, place, payload, record). */
export const documentsSql = (
  payload: string,
): string => `SELECT /*+ BROADCAST(b) */ b.before + l.row - b.first AS number,
  CONCAT(regexp_replace(l.file, '^file:/+', '/'), ':', b.before_in_file + l.row - b.first + 1) AS place, ${payload} AS payload, l.record
FROM lines l JOIN blocks b ON l.input = b.input AND l.file = b.file AND l.block = b.block`;

/** Every document counted: (number, id, features, compared, digest, value, kind, place, reason, lacks, f0, f1, …). */
export function countedSql(repeats: number): string {
  const fingerprints = fingerprintColumns(repeats);
  const outputs = [
    'number BIGINT',
    'id STRING',
    'features BIGINT',
    'compared BIGINT',
    'digest BIGINT',
    'value DOUBLE',
    'kind STRING',
  ];
  const all = [
    ...outputs,
    'place STRING',
    'reason STRING',
    'lacks STRING',
    ...fingerprints.map((column) => `${column} BIGINT`),
  ];
  const marks = `octet_length(payload) - octet_length(replace(payload, '\\uFFFD', ''))`;
  // Names of files may hold what ends fields and lines.
  const source = `SELECT number, to_json(array(place)) AS place, ${marks} AS marks, payload FROM documents`;
  const text = (column: string) => `from_json(${column}, 'array<string>')[0] AS ${column}`;
  return `SELECT number, ${text('id')}, features, compared, digest, value, kind, ${text('place')}, ${text('reason')},
  from_json(lacks, 'array<string>') AS lacks, ${fingerprints.join(', ')}
FROM (${throughTask('count', ['number', 'place', 'marks', 'payload'], all, source)})`;
}

/** The fields of text that no document has: (name). */
export const LACKED = `SELECT name FROM (SELECT EXPLODE(array_distinct(lacks)) AS name FROM counted)
GROUP BY name HAVING COUNT(*) = (SELECT COUNT(*) FROM counted WHERE reason IS NULL)`;

/** Candidates compared by their features: (a, b, distance, similarity) of the near-duplicates. */
export const VERIFIED = throughTask(
  'compare',
  ['a', 'b', 'distance', 'records'],
  ['a BIGINT', 'b BIGINT', 'distance INT', 'similarity DOUBLE'],
  `SELECT c.a, c.b, c.distance, to_json(array(x.payload, y.payload)) AS records
FROM candidates c JOIN documents x ON c.a = x.number JOIN documents y ON c.b = y.number
DISTRIBUTE BY b SORT BY b, a`,
);

/** Components with so many pairs that no task could hold them: (component, pairs). */
export const oversizedSql = ({ componentLimit }: JobSettings): string =>
  `SELECT component, COUNT(*) AS pairs FROM pairs GROUP BY component HAVING COUNT(*) > ${componentLimit}`;

/** The value of a row of `counted` that a field is kept by: a number or a date, whichever the first is; null otherwise. */
export const fieldValueSql = (row: string): string =>
  `CASE WHEN ${row}.kind = (SELECT MIN_BY(kind, number) FROM counted WHERE kind IS NOT NULL) THEN ${row}.value END`;

/** What is decided on every document of a pair: (number, leader, partner, distance, similarity). */
export function decidedSql({ keep }: JobSettings): string {
  const value = (row: string) => ('field' in keep ? fieldValueSql(row) : `${row}.value`);
  const fixed = keep.by === 'first' || keep.by === 'last';
  const valued = fixed
    ? `SELECT component, a, b, distance, similarity, same, 0 AS of_a, 0 AS of_b FROM pairs p`
    : `SELECT component, a, b, p.distance, p.similarity, same, ${value('x')} AS of_a, ${value('y')} AS of_b
FROM pairs p JOIN counted x ON p.a = x.number JOIN counted y ON p.b = y.number`;
  return throughTask(
    'decide',
    ['component', 'a', 'b', 'distance', 'similarity', 'same', 'of_a', 'of_b'],
    ['number BIGINT', 'leader BIGINT', 'partner BIGINT', 'distance INT', 'similarity DOUBLE'],
    `SELECT * FROM (${valued}) WHERE component NOT IN (SELECT component FROM oversized)
DISTRIBUTE BY component SORT BY component, b, a`,
  );
}

/** The pairs that dense buckets, crowds and oversized components kept from being looked at; of buckets and crowds at most. */
export const OVERFLOW = `SELECT 'bucket' AS what, CAST(bucket_table AS BIGINT) AS which, prefix, first, lefts AS size,
  CAST(lefts * rights - rights * (rights + 1) / 2 AS BIGINT) AS pairs_passed_over FROM dense
UNION ALL
SELECT 'crowd', first, NULL, first, entries, CAST(pairs AS BIGINT) FROM (${passedOverSql('crowds')}) p
UNION ALL
SELECT 'component', component, NULL, component, NULL, pairs FROM oversized`;

/** A path or a text of the user's for SQL. */
export const literal = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
