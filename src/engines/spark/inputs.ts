import type { Fields } from '../../io/records.ts';
import { counted, thousands } from '../../numbers.ts';
import { EngineError } from '../errors.ts';
import type { FoundPath, SparkField, SparkSession } from './session.ts';
import type { JobSettings } from './settings.ts';
import { literal } from './stages.ts';

export const SPARK_FORMATS = ['jsonl', 'parquet'] as const;

export interface SparkInput {
  /** Paths, folders or patterns, of any file system that Spark knows. */
  readonly paths: readonly string[];
  readonly format: (typeof SPARK_FORMATS)[number];
}

/** What has the columns of a record, where records are Parquet. */
export const INPUT_COLUMNS = 'input_columns';

/** An input as it was found, by which another is told from it. */
export interface FoundInput extends FoundPath {
  readonly path: string;
}

/** Of a folder, what is in folders within it, too; their names are no columns then. */
const ALL_BELOW = { recursiveFileLookup: 'true' };

/**
 * Names the inputs `input_0`, `input_1` and so on: (file, block, row, record), where rows of a block ascend. A record is a
 * line of JSONL, or a struct of all columns.
 *
 * @throws {EngineError} if there is nothing at a path
 */
export async function openInputs(
  session: SparkSession,
  { paths, format }: SparkInput,
  fields: Fields,
): Promise<FoundInput[]> {
  const found: FoundInput[] = [];
  for (const [i, path] of paths.entries()) {
    const files = await session.files(path);
    if (files.length === 0) throw new EngineError(`There is nothing at ${path} that Spark can read.`);
    const total = (of: 'files' | 'bytes') => files.reduce((sum, file) => sum + file[of], 0);
    const changed = files.reduce((latest, file) => Math.max(latest, file.changed), 0);
    found.push({ path, files: total('files'), bytes: total('bytes'), changed });
    const place = [
      // It is a URL, in which a plus is a plus.
      "url_decode(replace(_metadata.file_path, '+', '%2B')) AS file",
      '_metadata.file_block_start AS block',
      'monotonically_increasing_id() AS row',
    ];
    // Or Spark takes the columns of some file, and leaves out those that others have besides.
    const parquet = { mergeSchema: 'true' };
    if (format === 'parquet') {
      await session.view(`input_${i}`, 'parquet', path, [...place, 'struct(*) AS record'], parquet);
      await checkAllRead(session, `input_${i}`, path);
    } else {
      await session.view(`input_${i}`, 'text', path, [...place, 'value AS record'], { lineSep: '\n', ...ALL_BELOW });
    }
  }
  if (format === 'parquet') {
    await session.query(INPUT_COLUMNS, 'SELECT record.* FROM input_0');
    await checkAlike(session, paths);
    await checkColumns(session, paths[0]!, fields);
  }
  return found;
}

/** Spark reads Parquet of folders within a folder only where their names are columns, and says nothing of the rest. */
async function checkAllRead(session: SparkSession, view: string, path: string): Promise<void> {
  await session.view('all_files', 'text', path, ['*'], ALL_BELOW);
  const [read, files] = [await session.filesRead(view), await session.filesRead('all_files')];
  if (read >= files) return;
  throw new EngineError(
    `Spark reads only ${thousands(read)} of the ${counted(files, 'file')} at ${path}: it does not look into folders whose ` +
      `names are no columns, such as part=1. Name these by a pattern, such as '${path.replace(/\/*$/, '')}/*'.`,
  );
}

/** Spark would take the columns of one input for those of another that stand in their place. */
async function checkAlike(session: SparkSession, paths: readonly string[]): Promise<void> {
  const columnsOf = async (input: number) => {
    await session.query('other_columns', `SELECT record.* FROM input_${input}`);
    return (await session.columns('other_columns')).map((column) => column.join(' '));
  };
  const first = await columnsOf(0);
  for (const [i, path] of paths.slice(1).entries()) {
    const other = await columnsOf(i + 1);
    const longer = first.length > other.length ? first : other;
    const at = longer.findIndex((_, column) => first[column] !== other[column]);
    if (at === -1) continue;
    throw new EngineError(
      `The columns of ${paths[0]} and ${path} differ, from ${first[at] ?? 'none'} and ${other[at] ?? 'none'} on. ` +
        'Name both by one folder or pattern: then there are the columns of all, wherever they stand.',
    );
  }
}

async function checkColumns(session: SparkSession, path: string, { id, text }: Fields): Promise<void> {
  const fields = await fieldsByName(session);
  const missing = [...text, ...(id === undefined ? [] : [id])].find((name) => !fields.has(name));
  if (missing !== undefined) {
    throw new EngineError(
      `There is no column "${missing}" in ${path} (there are: ${[...fields.keys()].join(', ')}); name it with --text and --id.`,
    );
  }
  const listed = text.find((name) => fields.get(name)!.bytes && !fields.get(name)!.single);
  if (listed !== undefined) {
    throw new EngineError(`Column "${listed}" in ${path} holds lists of bytes; convert them to strings first.`);
  }
  if (id === undefined || fields.get(id)!.single) return;
  throw new EngineError(`Column "${id}" in ${path} holds no string or number; name another with --id.`);
}

/** The columns of a record and what is within them, such as `meta.url`, as SQL reaches them. */
async function fieldsByName(
  session: SparkSession,
): Promise<ReadonlyMap<string, Omit<SparkField, 'way'> & { sql: string }>> {
  const fields = await session.fields(INPUT_COLUMNS);
  // Of what has the same name, the column is meant that is called so.
  const innerFirst = fields.toSorted((a, b) => b.way.length - a.way.length);
  return new Map(
    innerFirst.map(({ way, ...kind }) => [way.join('.'), { sql: `l.record.${way.map(ticked).join('.')}`, ...kind }]),
  );
}

/** A null is a null, and not a field that is missing; and of times nothing is left out. */
const JSON_OPTIONS = [
  ...['ignoreNullFields', 'false'],
  ...['timestampFormat', "yyyy-MM-dd'T'HH:mm:ss.SSSSSSXXX"],
  ...['timestampNTZFormat', "yyyy-MM-dd'T'HH:mm:ss.SSSSSS"],
];

/**
 * What of a record the tasks are given: a line as it is, or an object of the columns that matter, as far as there are such. It
 * is not UTF-8 where texts are not.
 */
export async function payloadOf(
  session: SparkSession,
  format: SparkInput['format'],
  { fields, keep }: JobSettings,
): Promise<string> {
  if (format === 'jsonl') return 'l.record';
  const there = await fieldsByName(session);
  const id = fields.id ?? 'id';
  const wanted = new Set([id, ...fields.text, ...('field' in keep ? [keep.field] : [])]);
  const values = [...wanted].flatMap((name) => {
    const field = there.get(name);
    if (field === undefined) return [];
    const { sql, single, bytes } = field;
    return [`${literal(name)}, ${single && (bytes || name === id) ? `CAST(${sql} AS STRING)` : sql}`];
  });
  const json = `to_json(named_struct(${values.join(', ')}), map(${JSON_OPTIONS.map(literal).join(', ')}))`;
  const texts = fields.text.map((name) => `CAST(${there.get(name)!.sql} AS STRING)`);
  const damaged = texts.map((text) => `CAST(${text} AS BINARY) <> encode(${text}, 'UTF-8')`);
  return `CONCAT(IF(${damaged.join(' OR ')}, CAST(${NOT_UTF8} AS STRING), '{'), substring(${json}, 2))`;
}

/** A member that is not UTF-8, as the beginning of an object of JSON: what is made of strings has U+FFFD instead. */
const NOT_UTF8 = `X'${Buffer.from('{"\xff":0,', 'latin1').toString('hex')}'`;

export const ticked = (name: string): string => `\`${name.replaceAll('`', '``')}\``;
