// What tests of Spark need: a Python that has it, the processes of a cluster, and outputs to look into.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import { MAIN } from '../support/command.ts';

/** A Python with pyspark, beside a Java; undefined without one of them. */
export function findSpark(): string | undefined {
  const own = fileURLToPath(new URL('../../build/spark/bin/python', import.meta.url));
  const python = process.env.PYSPARK_DRIVER_PYTHON ?? (existsSync(own) ? own : 'python3');
  const works = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;
  return works(python, '-c', 'import pyspark') && works('java', '-version') ? python : undefined;
}

/**
 * Little memory, and few parts for little data, for which compiling takes longer than it saves, as does verifying the code of
 * Spark. Java knows nothing of TMPDIR, and leaves there what a process had that was killed.
 */
const JVM = [
  '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:+UnlockDiagnosticVMOptions -XX:-BytecodeVerificationRemote',
  `-Djava.io.tmpdir=${tmpdir()}`,
].join(' ');
const SMALL = {
  'spark.driver.extraJavaOptions': JVM,
  'spark.executor.extraJavaOptions': JVM,
  'spark.sql.codegen.wholeStage': 'false',
  'spark.sql.codegen.factoryMode': 'NO_CODEGEN',
  'spark.driver.memory': '768m',
  'spark.executor.memory': '512m',
  'spark.sql.shuffle.partitions': '3',
  'spark.ui.enabled': 'false',
  'spark.driver.host': '127.0.0.1',
  'spark.driver.bindAddress': '127.0.0.1',
};

/** A run of dedupe in Spark. */
export class SparkRun {
  readonly process: ChildProcess;
  readonly ended: Promise<{ status: number | null; said: string }>;
  #said = '';

  constructor(python: string, master: string, ...args: string[]) {
    const conf = Object.entries(SMALL).flatMap(([name, value]) => ['--spark-conf', `${name}=${value}`]);
    this.process = spawn(
      process.execPath,
      [MAIN, 'dedupe', '--engine', 'spark', '--master', master, ...conf, ...args],
      {
        env: { ...process.env, PYSPARK_DRIVER_PYTHON: python, SPARK_LOCAL_IP: '127.0.0.1' },
      },
    );
    this.process.stderr!.setEncoding('utf8').on('data', (text: string) => {
      this.#said += text;
    });
    this.ended = new Promise((resolve) => {
      this.process.on('close', (status) => resolve({ status, said: this.#said }));
    });
  }

  /** Waits until a stage is done, or the run has ended. */
  async until(stage: string): Promise<void> {
    while (!new RegExp(`^${stage}: [\\d.]+ s$`, 'm').test(this.#said) && this.process.exitCode === null) {
      await sleep(20);
    }
  }

  /** The executors that are running. */
  executors(): number[] {
    const processes = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
    return processes.filter((pid) => isExecutor(pid) && this.#started(pid));
  }

  #started(pid: number): boolean {
    if (pid === this.process.pid) return true;
    const parent = Number(/^\d+ \(.*\) \S (\d+)/s.exec(read(`/proc/${pid}/stat`))?.[1] ?? 0);
    return parent > 1 && this.#started(parent);
  }
}

const isExecutor = (pid: number): boolean => read(`/proc/${pid}/cmdline`).includes('CoarseGrainedExecutorBackend');

/** Empty for what has gone. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** The rows of an output of Spark, as objects. */
export async function rowsOf(folder: string, output: string): Promise<Record<string, unknown>[]> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  try {
    const sql = `SELECT * FROM read_parquet('${folder}/${output}/*.parquet')`;
    return (await connection.runAndReadAll(sql)).getRowObjectsJS();
  } finally {
    connection.closeSync();
  }
}
