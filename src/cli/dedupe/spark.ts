import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { DEDUPE_RECIPE, DEFAULT_DISTANCE, REPEATS } from '../../dedupe/defaults.ts';
import type { Report } from '../../engines/spark/checkpoints.ts';
import { SPARK_FORMATS, type SparkInput } from '../../engines/spark/inputs.ts';
import { runJob, type SparkJob } from '../../engines/spark/job.ts';
import { SparkSession } from '../../engines/spark/session.ts';
import { counts, type JobCounts } from '../../engines/spark/summary.ts';
import { FEWEST_FEATURES } from '../../fingerprint/fingerprinter.ts';
import { isPreset } from '../../fingerprint/recipe.ts';
import { formatOf } from '../../io/format-names.ts';
import { fieldsNamed } from '../../io/records.ts';
import { thousands } from '../../numbers.ts';
import { toPortable } from '../../workers/portable-recipe.ts';
import { chosenRecipe } from '../options/recipe-options.ts';
import { flagOf, givenOptions, WrongUsageError } from '../options/usage.ts';
import { onInterruptAbandon } from '../terminal/interrupt.ts';
import { saying } from '../terminal/progress.ts';
import { type Row, table } from '../terminal/table.ts';
import { withoutValueRows } from './keep.ts';
import type { DedupeOptions } from './options.ts';

/** Of more entries that are all alike, the pairs would be more than 8·10⁶, whose texts must be compared. */
const BUCKET_LIMIT = 4096;
/** What a task decides in about a gigabyte. */
const COMPONENT_LIMIT = 5_000_000;

/** What meets in a partition is many times its bytes, by which Spark would merge partitions, and leave one task with all. */
const SMALL_TASKS = {
  'spark.sql.adaptive.coalescePartitions.parallelismFirst': 'false',
  'spark.sql.adaptive.advisoryPartitionSizeInBytes': '256k',
  'spark.sql.adaptive.skewJoin.skewedPartitionThresholdInBytes': '32m',
};

/** The first-cover rule of many tables is a method of more bytecode than Java compiles else: it would be interpreted. */
const COMPILED = '-XX:-DontCompileHugeMethods';

/** The compiled package, in a folder of which the command is bundled, whatever folder this file is in. */
const CODE = fileURLToPath(new URL('..', import.meta.url));

/** The options of dedupe that mean something here. */
const MEANINGFUL: ReadonlySet<string> = new Set([
  ...'id text format recipe idf distance recall threshold exactOnly rule keep output'.split(' '),
  ...'engine master sparkConf bucketLimit'.split(' '),
]);

/** Dedupes in Spark: inputs and the folder of outputs are paths of any file system that it knows. */
export async function dedupeInSpark(
  inputs: readonly string[],
  options: DedupeOptions,
  command: Command,
): Promise<void> {
  checkMeaningful(command);
  const job = await jobOf(inputs, options);
  const started = performance.now();
  const starting = SparkSession.start(CODE, {
    'spark.app.name': 'hammingbird dedupe',
    'spark.ui.showConsoleProgress': 'false',
    'spark.sql.adaptive.enabled': 'true',
    'spark.sql.adaptive.skewJoin.enabled': 'true',
    ...SMALL_TASKS,
    'spark.sql.ansi.enabled': 'false',
    'spark.driver.extraJavaOptions': COMPILED,
    'spark.executor.extraJavaOptions': COMPILED,
    ...options.sparkConf,
    'spark.master': options.master!,
  });
  const session = await saying(`waiting for Spark at ${options.master}`, starting);
  const watch = onInterruptAbandon(session);
  try {
    await runJob(session, job, tell);
    process.stderr.write(summary(await counts(session, job.settings), job, started));
    await session.close();
  } finally {
    session.abandon();
    watch.settle();
  }
}

function checkMeaningful(command: Command): void {
  const other = givenOptions(command).find((name) => !MEANINGFUL.has(name));
  if (other === undefined) return;
  throw new WrongUsageError(
    `${flagOf(other)} is not for --engine spark, which writes kept, removed, pairs, groups and more below the folder ` +
      '--output. Leave it out.',
  );
}

async function jobOf(inputs: readonly string[], options: DedupeOptions): Promise<SparkJob> {
  if (options.output === '-') throw new WrongUsageError('--engine spark writes Parquet: name a folder with --output.');
  if (inputs.includes('-')) {
    throw new WrongUsageError('--engine spark cannot read standard input: save it as a file first.');
  }
  const recipe = await chosenRecipe(options, DEDUPE_RECIPE);
  if (isPreset(recipe)) {
    throw new WrongUsageError(
      `--engine spark cannot follow the preset ${recipe.name}: take --engine duckdb, or another recipe.`,
    );
  }
  const paths = inputs.map(located);
  const output = located(options.output);
  checkApart(output, paths);
  return {
    input: { paths, format: formatFor(paths, options) },
    output,
    code: CODE,
    settings: {
      fields: fieldsNamed(options.id, options.text),
      recipe: toPortable(recipe),
      repeats: REPEATS,
      maxDistance: options.exactOnly ? 0 : distanceOf(options),
      threshold: options.exactOnly ? 1 : options.threshold,
      rule: options.rule,
      keep: options.keep,
      bucketLimit: options.bucketLimit ?? BUCKET_LIMIT,
      componentLimit: COMPONENT_LIMIT,
    },
  };
}

/** What a run writes below an input would change it: no run could go on, and to start anew its folder would be removed. */
function checkApart(output: string, inputs: readonly string[]): void {
  const folder = (path: string) => `${path.replace(/\/+$/, '')}/`;
  const input = inputs.find((path) => folder(output).startsWith(folder(path)));
  if (input === undefined) return;
  throw new WrongUsageError(
    `--output ${output} would change ${input}, which is an input. Name a folder outside of it.`,
  );
}

/** How many documents there are is known when Spark has read them: too late to plan for their number. */
function distanceOf({ distance = DEFAULT_DISTANCE, recall }: DedupeOptions): number {
  if (distance !== 'auto' && recall === undefined) return distance;
  throw new WrongUsageError(
    '--engine spark does not count documents before: say --distance as a number, without --recall.',
  );
}

/** A path as every machine understands it. */
const located = (path: string): string => (/^[a-z][a-z0-9+.-]+:/i.test(path) ? path : resolve(path));

function formatFor(paths: readonly string[], { format }: DedupeOptions): SparkInput['format'] {
  const formats = new Set(paths.map((path) => format ?? formatOf(path)));
  const known = SPARK_FORMATS.find((one) => formats.size === 1 && formats.has(one));
  if (known !== undefined) return known;
  throw new WrongUsageError(
    'Spark reads JSONL or Parquet, one of them in a run: say --format jsonl or --format parquet where names do not tell.',
  );
}

/** Says on standard error how long a stage takes, and took. */
const tell: Report = async (stage, work) => {
  const begun = performance.now();
  if (work) await saying(stage, work);
  const took = work ? `${((performance.now() - begun) / 1000).toFixed(1)} s` : 'done before';
  process.stderr.write(`${stage}: ${took}\n`);
};

function summary(found: JobCounts, { output, settings: { keep } }: SparkJob, started: number): string {
  const rows: Row[] = [
    ['documents', thousands(found.documents), `in ${((performance.now() - started) / 1000).toFixed(1)} s`],
    ['kept', thousands(found.documents - found.removed), `${output}/kept`],
    ['removed', thousands(found.removed), `${output}/removed`],
    // Not «of»: what has the same features is a pair without being compared.
    ['pairs', thousands(found.pairs), `${thousands(found.candidates)} candidates were compared`],
    ['groups', thousands(found.groups), ''],
    [
      'too short',
      thousands(found.tooShort),
      `fewer than ${FEWEST_FEATURES} features: by default duplicates only with the same words`,
    ],
    ['malformed', thousands(found.malformed), 'lines and rows passed over'],
    ...('field' in keep ? withoutValueRows(keep.field, found.withoutValue) : []),
    ['overflow', thousands(found.overflow), overflowNote(found)],
  ];
  return table(rows);
}

const overflowNote = ({ overflow, passedOver }: JobCounts): string =>
  overflow === 0
    ? 'nothing was capped'
    : `buckets, crowds and components that were capped; at most ${thousands(passedOver)} pairs were not looked at`;
