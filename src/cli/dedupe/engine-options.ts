import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Database } from '../../engines/duckdb/database.ts';
import { WrongUsageError } from '../options/usage.ts';
import { numberBetween, parseBytes } from '../options/values.ts';
import type { ResumeOptions } from './checkpoint.ts';

const ENGINES = ['memory', 'duckdb', 'spark'] as const;

export interface EngineOptions {
  readonly engine: (typeof ENGINES)[number];
  readonly memory?: number;
  readonly master?: string;
  readonly sparkConf?: Readonly<Record<string, string>>;
  readonly bucketLimit?: number;
}

/** `--engine` and what belongs to it. */
export function addEngineOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--engine <engine>',
        'what finds the pairs: the memory of this process, DuckDB (on the disk) or Spark (a cluster)',
      )
        .choices(ENGINES)
        .default('memory'),
    )
    .addOption(new Option('--memory <bytes>', 'what DuckDB may take, such as 4GB').argParser(parseBytes))
    .option('--master <url>', 'the master of Spark: spark://host:7077, yarn, k8s://…, local[4]')
    .addOption(new Option('--spark-conf <name=value>', 'a setting of Spark; may be repeated').argParser(sparkSetting))
    .addOption(
      new Option(
        '--bucket-limit <entries>',
        'in Spark: a bucket in which more entries meet is divided, or capped where it cannot be (default: 4096)',
      ).argParser(numberBetween(2, 1e9, 'whole')),
    );
}

function sparkSetting(text: string, before: Readonly<Record<string, string>> = {}): Record<string, string> {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined) throw new InvalidArgumentError('It must be name=value, such as spark.executor.memory=8g.');
  return { ...before, [name]: value! };
}

/** @throws {WrongUsageError} if an option is given that says nothing to the engine */
export function checkEngine({
  engine,
  memory,
  master,
  sparkConf,
  bucketLimit,
  resume,
}: EngineOptions & ResumeOptions): void {
  if (memory !== undefined && engine !== 'duckdb') {
    throw new WrongUsageError(
      '--memory is for --engine duckdb: the memory of this process is bounded by what it needs.',
    );
  }
  if ((engine === 'spark') !== (master !== undefined)) {
    throw new WrongUsageError(
      '--engine spark and --master belong together: --engine spark --master spark://host:7077.',
    );
  }
  if (engine === 'spark') return;
  if (resume && engine === 'duckdb') {
    throw new WrongUsageError('--resume is for --engine memory; --engine spark goes on from its stages by itself.');
  }
  if (sparkConf === undefined && bucketLimit === undefined) return;
  const name = sparkConf === undefined ? '--bucket-limit' : '--spark-conf';
  throw new WrongUsageError(`${name} is for --engine spark: leave it out, or add that and its --master.`);
}

/** The database of the run, if the engine has one. */
export async function openDatabase({ engine, memory }: EngineOptions): Promise<Database | undefined> {
  if (engine !== 'duckdb') return undefined;
  const { Database } = await import('../../engines/duckdb/database.ts');
  return Database.open(memory);
}
