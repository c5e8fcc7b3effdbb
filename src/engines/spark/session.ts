import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import type { Readable } from 'node:stream';
import { EngineError } from '../errors.ts';
import { makeScratchFolder, type ScratchFolder } from '../scratch-folder.ts';

const INSTALL =
  'Spark needs Java 17 (on Debian: apt-get install openjdk-17-jre-headless) and, in the Python that PYSPARK_DRIVER_PYTHON ' +
  'names, or python3, the package pyspark (pip install pyspark==4.0.4), or a Spark that SPARK_HOME names.';

/** Standard error of the driver that is kept for a message. */
const REMEMBERED = 4000;

/** What a path stands for. */
export interface FoundPath {
  readonly files: number;
  readonly bytes: number;
  /** When the newest of them was changed, in milliseconds since 1970. */
  readonly changed: number;
}

/** A column, or a field within one. */
export interface SparkField {
  /** All names, from the outermost on. */
  readonly way: readonly [string, ...string[]];
  /** Whether a row has one value there, which is no list, map or structure. */
  readonly single: boolean;
  /** Whether its values are bytes that nothing says are text, as older programs write all texts. */
  readonly bytes: boolean;
}

interface Answer {
  readonly value?: unknown;
  readonly error?: string;
  readonly missing?: string;
}

/** A Spark driver in a process of its own, which does what it is told, one thing at a time (driver.py). */
export class SparkSession {
  readonly #process: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  readonly #reader: Interface;
  /** What was shipped, until the end: an executor fetches it with its first task. */
  readonly #folder: ScratchFolder;
  #said = '';

  private constructor(process: ChildProcess, folder: ScratchFolder) {
    this.#process = process;
    this.#folder = folder;
    this.#reader = createInterface({ input: process.stdio[3] as Readable });
    this.#lines = this.#reader[Symbol.asyncIterator]();
    process.stderr!.setEncoding('utf8').on('data', (text: string) => {
      this.#said = (this.#said + text).slice(-REMEMBERED);
    });
    // That it cannot be told anything any more is known from the answer that is missing.
    process.stdin!.on('error', () => {});
  }

  /**
   * @param code the folder of the compiled package
   * @param settings of Spark, such as `spark.master`
   * @throws {EngineError} if Java, Python or Spark are missing, Spark does not start, or there is no room for a folder
   */
  static async start(code: string, settings: Readonly<Record<string, string>>): Promise<SparkSession> {
    const python = process.env.PYSPARK_DRIVER_PYTHON ?? process.env.PYSPARK_PYTHON ?? 'python3';
    const driver = join(code, 'engines/spark/driver.py');
    const folder = makeScratchFolder('Spark');
    const child = spawn(python, [driver], { stdio: ['pipe', 'ignore', 'pipe', 'pipe'] });
    const isMissing = new Promise<never>((_, reject) =>
      child.on('error', (error) => reject(new EngineError(`Cannot start ${python}: ${error.message}. ${INSTALL}`))),
    );
    // Whoever waits for an answer hears of it.
    isMissing.catch(() => {});
    const session = new SparkSession(child, folder);
    try {
      await Promise.race([session.#ask('start', { settings }), isMissing]);
    } catch (error) {
      session.abandon();
      throw error;
    }
    return session;
  }

  /** Lets tasks on every executor find a folder under a name, with what is put there. */
  async ship(name: string, put: (folder: string) => void): Promise<void> {
    const folder = join(this.#folder.path, name);
    mkdirSync(folder);
    put(folder);
    await this.#ask('ship', { folder, name });
  }

  /** Names a source, of which some columns are wanted. */
  async view(
    name: string,
    format: string,
    path: string,
    columns: readonly string[],
    options: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    await this.#ask('view', { name, format, path, options, columns });
  }

  /** Names a query. */
  async query(name: string, sql: string): Promise<void> {
    await this.#ask('query', { name, sql });
  }

  async columns(name: string): Promise<[name: string, type: string][]> {
    return (await this.#ask('columns', { name })) as [string, string][];
  }

  /** The columns of a query, and fields within them. */
  async fields(name: string): Promise<SparkField[]> {
    return (await this.#ask('fields', { name })) as SparkField[];
  }

  /** The rows of a small result. */
  async rows(sql: string): Promise<unknown[][]> {
    return (await this.#ask('rows', { sql })) as unknown[][];
  }

  /** Writes a result as Parquet, in place of what was there. */
  async write(sql: string, path: string): Promise<void> {
    await this.#ask('write', { sql, path });
  }

  /** What a path or a pattern stands for; nothing, if there is nothing. */
  async files(path: string): Promise<FoundPath[]> {
    return (await this.#ask('files', { path })) as FoundPath[];
  }

  /** How many files a view reads. */
  async filesRead(view: string): Promise<number> {
    return (await this.#ask('files_read', { view })) as number;
  }

  /** The text of a small file; undefined if there is none. */
  async get(path: string): Promise<string | undefined> {
    return ((await this.#ask('get', { path })) as string | null) ?? undefined;
  }

  async put(path: string, text: string): Promise<void> {
    await this.#ask('put', { path, text });
  }

  /** Ends Spark in good order. */
  async close(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const ended = new Promise((resolve) => this.#process.once('exit', resolve));
    this.#process.stdin!.end();
    await ended;
  }

  /** Ends Spark at once. */
  abandon(): void {
    this.#process.kill('SIGTERM');
    this.#folder.remove();
  }

  async #ask(what: string, command: Readonly<Record<string, unknown>>): Promise<unknown> {
    this.#process.stdin!.write(`${JSON.stringify({ do: what, ...command })}\n`);
    const { value: line, done } = await this.#lines.next();
    if (done) throw this.#ended();
    const answer = JSON.parse(line) as Answer;
    if (answer.missing !== undefined) throw new EngineError(`Spark is not installed: ${answer.missing}. ${INSTALL}`);
    if (answer.error !== undefined) throw new EngineError(this.#explained(answer.error));
    return answer.value;
  }

  #ended(): EngineError {
    if (/JAVA_HOME|java: not found|JAVA_GATEWAY_EXITED|UnsupportedClassVersion/.test(this.#said)) {
      return new EngineError(`Spark did not start: ${lastLines(this.#said)} ${INSTALL}`);
    }
    return new EngineError(`Spark ended before its time: ${lastLines(this.#said)}`);
  }

  #explained(error: string): string {
    if (/JAVA_GATEWAY_EXITED|JAVA_HOME/.test(error)) return `Spark did not start: ${firstLines(error)} ${INSTALL}`;
    if (/All masters are unresponsive/.test(this.#said)) {
      return 'Spark failed: no master answers. See that the address is right, that one runs there, and that it is reached from here.';
    }
    if (/status 127/.test(error)) {
      return `Spark failed: there is no node on the PATH of an executor. Install Node 20 or newer on every machine of the cluster.`;
    }
    return `Spark failed: ${firstLines(error)}`;
  }
}

/** The lines of a long message that say what was wrong, without where in Spark that was. */
function firstLines(error: string): string {
  const lines = error.split('\n').filter((line) => line.trim() !== '' && !/^\s*at |^\s+\.\.\. \d+ more/.test(line));
  const causes = lines.filter((line) => /^Caused by|^: |Subprocess exited|hammingbird:/.test(line));
  return [...new Set([lines[0]!, ...causes])].join(' ').slice(0, 1500);
}

const lastLines = (text: string): string => text.trim().split('\n').slice(-8).join(' ').slice(-1500);
