// The job in Spark on a cluster of two executors on this machine, or where SPARK_MASTER says: what its stages take.
import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { generatedLines, skewedLines } from '../../test/engines/corpus.ts';
import { recallOf } from '../../test/engines/recall.ts';
import { number, table } from '../report.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { differences } from './differences.ts';
import { type Stage, type StageTasks, tasksOf } from './event-log.ts';

const COMMAND = resolve('dist/cli/main.js');
const OWN_PYTHON = resolve('build/spark/bin/python');
const MASTER = process.env.SPARK_MASTER ?? 'local-cluster[2,1,2048]';

const SETTINGS: Readonly<Record<string, string>> = {
  'spark.driver.memory': '1g',
  'spark.executor.memory': '1536m',
  'spark.sql.shuffle.partitions': '16',
  'spark.ui.enabled': 'false',
  'spark.driver.host': '127.0.0.1',
  'spark.driver.bindAddress': '127.0.0.1',
  'spark.eventLog.enabled': 'true',
  'spark.eventLog.compress': 'false',
  'spark.eventLog.rolling.enabled': 'false',
};

/** Documents of which half resemble others: what each stage takes, and whether the engine in memory says the same. */
export function generated(documents: number): Promise<string> {
  return reported(generatedLines(documents), async ({ input, output, folder }) => {
    const expected = join(folder, 'expected');
    mkdirSync(expected);
    const outputs = [
      '-o',
      'kept.jsonl',
      '--pairs',
      'pairs.jsonl',
      '--groups',
      'groups.jsonl',
      '--removed',
      'removed.jsonl',
    ];
    const paths = outputs.map((one) => (one.startsWith('-') ? one : join(expected, one)));
    await ended(spawn(process.execPath, [COMMAND, 'dedupe', input, ...paths], { stdio: 'inherit' }));
    const { near, missed, wrong } = await recallOf(output, 8, 0.75, Math.ceil(documents / 1000));
    return `${await differences(expected, output)}
Of ${number(near)} pairs that some entries have within the distance, ${missed} were not candidates; ${wrong} candidates were not within it.`;
  });
}

/** One text many times, many empty ones, one page with small changes, in the proportions 10 : 1 : 2. */
export function skewed(documents: number): Promise<string> {
  const share = (of: number) => Math.round((documents * of) / 13);
  return reported(skewedLines(share(10), share(1), share(2)), async () => '');
}

function reported(lines: Iterable<string>, check: (run: FinishedRun) => Promise<string>): Promise<string> {
  return measured(lines, [], async (run) => `${report(run.stages)}\n\n${await check(run)}`);
}

/** What a run of the job has left behind. */
export interface FinishedRun {
  readonly input: string;
  readonly output: string;
  /** The folder in which all is, which is removed afterwards. */
  readonly folder: string;
  readonly stages: readonly StageTasks[];
}

/** Runs the job over some lines, with further options, and looks at what each stage took and what came out. */
export async function measured<R>(
  lines: Iterable<string>,
  options: readonly string[],
  look: (run: FinishedRun) => Promise<R>,
): Promise<R> {
  using folder = temporaryFolder();
  const [input, output, log] = ['corpus.jsonl', 'out', 'log'].map((name) => join(folder.path, name)) as [
    string,
    string,
    string,
  ];
  mkdirSync(log);
  await pipeline(withNewlines(lines), createWriteStream(input));
  const stages = await run([input, '-o', output, ...options], log);
  return await look({ input, output, folder: folder.path, stages: tasksOf(log, stages) });
}

function* withNewlines(lines: Iterable<string>): Generator<string> {
  for (const line of lines) yield `${line}\n`;
}

async function run(options: readonly string[], log: string): Promise<Stage[]> {
  const conf = Object.entries({ ...SETTINGS, 'spark.eventLog.dir': `file://${log}` });
  const args = ['dedupe', ...options, '--engine', 'spark', '--master', MASTER];
  const child = spawn(
    process.execPath,
    [COMMAND, ...args, ...conf.flatMap(([name, value]) => ['--spark-conf', `${name}=${value}`])],
    {
      stdio: ['ignore', 'inherit', 'pipe'],
      env: {
        ...(existsSync(OWN_PYTHON) && { PYSPARK_DRIVER_PYTHON: OWN_PYTHON }),
        ...process.env,
        SPARK_LOCAL_IP: '127.0.0.1',
      },
    },
  );
  const stages: Stage[] = [];
  let begun = Date.now();
  createInterface({ input: child.stderr! }).on('line', (line) => {
    console.error(line);
    const name = /^(\w+): [\d.]+ s$/.exec(line)?.[1];
    if (name === undefined) return;
    stages.push({ name, begun, ended: Date.now() });
    begun = Date.now();
  });
  await ended(child);
  return stages;
}

async function ended(child: ChildProcess): Promise<void> {
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  if (status !== 0) throw new Error(`${child.spawnargs.slice(0, 3).join(' ')} ended with status ${status}`);
}

function report(stages: readonly StageTasks[]): string {
  const columns = ['stage', 'seconds', 'tasks', 'task seconds', 'longest', 'of median', 'rows shuffled', 'MB shuffled'];
  return table(
    columns,
    stages.map(({ name, seconds, tasks, taskSeconds, longest, ofMedian, rows, bytes }) => [
      name,
      number(seconds),
      String(tasks),
      number(taskSeconds),
      number(longest),
      number(ofMedian),
      rows.toLocaleString('en'),
      number(bytes / 1e6),
    ]),
  );
}
