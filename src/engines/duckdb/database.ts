import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DuckDBAppender, DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { HammingbirdError } from '../../errors.ts';
import { TEMPORARY } from '../../io/temporary.ts';
import { EngineError } from '../errors.ts';
import { makeScratchFolder, type ScratchFolder } from '../scratch-folder.ts';

const MISSING =
  '--engine duckdb needs the package @duckdb/node-api, which is not installed. Install it beside hammingbird: npm install @duckdb/node-api';

const NAME = 'dedupe';

/**
 * Rows that a thread takes at once. With the usual 122,880 a join of fewer entries has one thread; with 2,048 that of 690,000
 * takes a quarter more memory.
 */
const ROW_GROUP = 8192;

/** A database of its own in a temporary folder, which goes with it. What does not fit the memory is on the disk. */
export class Database {
  readonly #instance: DuckDBInstance;
  readonly #connection: DuckDBConnection;
  /** Those of appenders. */
  readonly #appending: DuckDBConnection[] = [];
  readonly #folder: ScratchFolder;
  #isOpen = true;

  private constructor(instance: DuckDBInstance, connection: DuckDBConnection, folder: ScratchFolder) {
    this.#instance = instance;
    this.#connection = connection;
    this.#folder = folder;
  }

  /**
   * @param memory bytes that the database may take; four fifths of the machine's without it
   * @throws {EngineError} if DuckDB is not installed
   */
  static async open(memory: number | undefined): Promise<Database> {
    const { DuckDBInstance } = await load();
    const folder = makeScratchFolder('DuckDB');
    try {
      const instance = await DuckDBInstance.create(':memory:', {
        preserve_insertion_order: 'false',
        temp_directory: join(folder.path, 'spilled'),
        ...(memory !== undefined && { memory_limit: `${Math.max(1, Math.floor(memory / 2 ** 20))}MiB` }),
      });
      const connection = await instance.connect();
      const file = join(folder.path, 'dedupe.duckdb').replaceAll("'", "''");
      await connection.run(`ATTACH '${file}' AS ${NAME} (ROW_GROUP_SIZE ${ROW_GROUP}); USE ${NAME}`);
      return new Database(instance, connection, folder);
    } catch (error) {
      folder.remove();
      throw failure(error);
    }
  }

  async run(sql: string): Promise<void> {
    try {
      await this.#connection.run(sql);
    } catch (error) {
      throw failure(error);
    }
  }

  /** The rows of a query in chunks, as they come; meanwhile nothing else can be asked but by `appender`. */
  async *chunks(sql: string): AsyncGenerator<readonly (readonly unknown[])[]> {
    try {
      const result = await this.#connection.stream(sql);
      for await (const chunk of result) yield chunk.getRows();
    } catch (error) {
      throw failure(error);
    }
  }

  /** How many rows a table has. */
  async count(table: string): Promise<number> {
    let count = 0;
    // To its end: a result that is left before keeps the database open.
    for await (const [row] of this.chunks(`SELECT COUNT(*) FROM ${table}`)) count = Number(row![0]);
    return count;
  }

  /** Adds rows to a table, over a connection of its own. What is asked of it goes through `attempt`. */
  async appender(table: string): Promise<DuckDBAppender> {
    const connection = await this.#instance.connect();
    this.#appending.push(connection);
    return connection.createAppender(table, 'main', NAME);
  }

  /** What an action with an appender returns. */
  attempt<T>(action: () => T): T {
    try {
      return action();
    } catch (error) {
      throw failure(error);
    }
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    // Until the last is closed the database has its memory and its file, which Windows does not remove then.
    for (const connection of [...this.#appending, this.#connection]) connection.closeSync();
    this.#instance.closeSync();
    this.#folder.remove();
  }
}

async function load(): Promise<typeof import('@duckdb/node-api')> {
  try {
    return await import('@duckdb/node-api');
  } catch (error) {
    throw new EngineError(MISSING, { cause: error });
  }
}

function failure(error: unknown): unknown {
  if (error instanceof HammingbirdError || !(error instanceof Error)) return error;
  // What follows an empty line are settings of DuckDB, which nobody can reach here.
  const [said] = error.message.split('\n\n');
  return new EngineError(`DuckDB failed: ${said}${remedyFor(said!)}`, { cause: error });
}

function remedyFor(said: string): string {
  if (/max_temp_directory_size|no space left/i.test(said)) {
    return `. The disk of ${tmpdir()} is full: set ${TEMPORARY} to a folder with more room.`;
  }
  if (!/could not allocate|failed to (allocate|pin)|out of memory/i.test(said)) return '';
  return '. Give it more by --memory, or leave that out: then it may take four fifths of the memory of the machine.';
}
