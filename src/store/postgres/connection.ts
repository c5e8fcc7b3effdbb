import pg from 'pg';
import { HammingbirdError } from '../../errors.ts';
import { certificateRemedy } from '../certificates.ts';
import { digestOf } from '../digest-of.ts';
import { ConnectionLostError, StoreFailedError } from '../errors.ts';
import type { Address } from './address.ts';
import { Places } from './places.ts';

/** A row by the names of its columns. */
// biome-ignore lint/suspicious/noExplicitAny: what a column has is known where the SQL stands
export type Row = Record<string, any>;

/** How long to wait for the server to take a connection, in milliseconds, if patience lasts as long. */
const CONNECT_TIMEOUT = 10_000;
/** So many calls are under way at a time. */
const MOST_CONNECTIONS = 10;
/** How long a connection is silent before its other end is asked whether it is there, in milliseconds: systems wait for two hours. */
const KEEP_ALIVE_DELAY = 10_000;
/** How often a transaction is begun again that the server ended to free others. */
const MOST_ATTEMPTS = 10;
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
/** Classes and codes of errors after which the server is gone: connection exceptions, limits of a session, shutdown, crash. */
const GONE = /^(08...|25P0[34]|57P0[1-5])$/;
/** Severities of errors that end the session, whatever they are about: of a disk that is full when the log is written, the server. */
const ENDING = /^(FATAL|PANIC)$/;

// What every session is told. Scans of indexes are always right here, before statistics know it: the tables of a plan
// exist for nothing else. Plans are made once a session.
export const SESSION = [
  'enable_seqscan = off',
  'enable_bitmapscan = off',
  'enable_hashjoin = off',
  'enable_mergejoin = off',
  'jit = off',
  'plan_cache_mode = force_generic_plan',
  "default_transaction_isolation = 'read committed'",
  // Where rows are kept from the user of the address it is refused by name: they would be missing without a word.
  'row_security = off',
  "TimeZone = 'UTC'",
];

const INT8 = 20;
const JSON_TYPE = 114;

/** Bigints as such, and JSON as its text. */
const types = {
  getTypeParser: (oid: number, format: 'text' | 'binary' = 'text') => {
    if (oid === INT8) return (text: string) => BigInt(text);
    if (oid === JSON_TYPE) return (text: string) => text;
    return pg.types.getTypeParser(oid, format as 'text');
  },
} as pg.CustomTypesConfig;

/** Connections to a server, opened when they are needed and again after they were lost; and what errors mean. */
export class Connection {
  readonly #pool: pg.Pool;
  readonly #shown: string;
  readonly #patience: number;
  readonly #places: Places;

  constructor({ connection, shown, patience }: Address) {
    this.#shown = shown;
    this.#patience = patience;
    this.#places = new Places(MOST_CONNECTIONS, patience);
    this.#pool = new pg.Pool({
      connectionString: connection,
      max: MOST_CONNECTIONS,
      connectionTimeoutMillis: Math.min(CONNECT_TIMEOUT, patience),
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY,
      application_name: 'hammingbird',
      types,
      onConnect: ((client) => prepareSession(client, patience)) as (client: pg.ClientBase) => void,
    });
    // A connection that is lost while nobody uses it is replaced by the next one.
    this.#pool.on('error', () => undefined);
  }

  /** Asks for what a server that is well answers soon; later than its patience lasts, it is taken for gone. */
  async query(text: string, values?: readonly unknown[]): Promise<Row[]> {
    return this.#query({ text, values: values as unknown[] });
  }

  /** The same by a plan that a session keeps. */
  async preparedQuery(text: string, values: readonly unknown[]): Promise<Row[]> {
    // Of poolers that give a session to another there are some: by this name it knows nothing else than this statement.
    return this.#query({ text, values: values as unknown[], name: digestOf(text) });
  }

  async #query(statement: pg.QueryConfig): Promise<Row[]> {
    const patient = { ...statement, query_timeout: this.#patience };
    return this.using(async (client) => (await client.query<Row>(patient)).rows);
  }

  /** Asks for what may take as long as it takes. */
  async longQuery(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.using(async (client) => (await client.query<Row>(text, [...values])).rows);
  }

  /** Runs one transaction; begun again if the server ended it in favour of others. */
  async transaction<Answer>(run: (client: pg.PoolClient) => Promise<Answer>, mode = ''): Promise<Answer> {
    return this.using(async (client) => {
      await client.query(`BEGIN ${mode}`);
      try {
        const answer = await run(client);
        await client.query('COMMIT');
        return answer;
      } catch (error) {
        await client.query('ROLLBACK').catch(() => undefined);
        throw error;
      }
    });
  }

  /**
   * @throws {StoreFailedError} if the server is not reached, or refuses
   * @throws {ConnectionLostError} if the connection is lost meanwhile
   */
  async using<Answer>(run: (client: pg.PoolClient) => Promise<Answer>): Promise<Answer> {
    for (let attempt = 1; ; attempt++) {
      const client = await this.#connect();
      let isLost = false;
      try {
        return await run(client);
      } catch (error) {
        isLost = isOfConnection(error);
        const { code } = error as Partial<pg.DatabaseError>;
        const again = code === DEADLOCK || code === SERIALIZATION_FAILURE;
        if (!again || attempt === MOST_ATTEMPTS) throw this.#named(error);
      } finally {
        client.release(isLost);
        this.#places.give(!isLost);
      }
    }
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  async #connect(): Promise<pg.PoolClient> {
    if (!(await this.#places.take())) {
      throw new StoreFailedError(
        `${this.#shown} has answered nobody for ${this.#patience / 1000} s, and all ${MOST_CONNECTIONS} connections wait for it; ` +
          'this step was not done. See that the server is well, and what else was asked of it.',
      );
    }
    try {
      const client = await this.#pool.connect();
      // What it says is an error of the query that is under way, too; unheard it would end the process.
      if (client.listenerCount('error') === 0) client.on('error', () => undefined);
      return client;
    } catch (error) {
      this.#places.give(false);
      throw new StoreFailedError(
        `${this.#shown} cannot be reached (${reason(error)}); this step was not done.${remedyOfOpening(error)}`,
        { cause: error },
      );
    }
  }

  #named(error: unknown): unknown {
    if (isOfConnection(error)) return ConnectionLostError.to(this.#shown, reason(error), error);
    if (!(error instanceof pg.DatabaseError)) return error;
    return new StoreFailedError(
      `${this.#shown} refused (${reason(error)}); this step was not done.${remedyOf(error)}`,
      { cause: error },
    );
  }
}

const UNREACHED = ' See that the server runs, and that the address is right.';

/** Prepared statements are of a session. */
const POOLER = ' A pooler before the server has to keep a connection for each session: pool_mode = session.';
/** What PgBouncer says of the statements that begin a transaction, by the code of a protocol that is violated. */
const POOLS_STATEMENTS = /not allowed in statement pooling mode/;
/** What PgBouncer says where it has no connection for one more, or the driver where it says nothing. */
const POOL_IS_FULL = /query_wait_timeout|no more connections allowed|timeout exceeded when trying to connect/;

/** What is there has not been made for a store. */
const FOREIGN =
  ' Somebody else has changed the schema, or keeps something else in it: give the store one of its own, ?schema=name.';

/** The server’s, not ours. */
const LIMIT =
  ' A limit of the server ended it, or a person: raise statement_timeout and lock_timeout for the user of the address.';

/** By codes of PostgreSQL. */
const REMEDIES: Readonly<Record<string, string>> = {
  '26000': POOLER,
  '42P05': POOLER,
  '55P03': LIMIT,
  '57014': LIMIT,
  '25006': ' The server only reads: use the address of the one that writes.',
  '3F000': FOREIGN,
  '42501': ' The user of the address lacks a right.',
  '53100': ' The disk of the server is full.',
  '53200': ' Raise max_locks_per_transaction of the server, or let fewer processes insert at once.',
  '53300': ` Raise max_connections of the server, or let fewer processes use it: each has up to ${MOST_CONNECTIONS}.`,
};

/** Classes of what our statements meet only where tables, columns, constraints or functions are not as they were made. */
const OF_THE_SCHEMA = /^(22|23|42)/;

/** A sentence behind a blank, if there is one. */
function remedyOf(error: unknown): string {
  const { code = '', message = '' } = error as Partial<pg.DatabaseError>;
  if (POOLS_STATEMENTS.test(message)) return POOLER;
  return REMEDIES[code] ?? (OF_THE_SCHEMA.test(code) ? FOREIGN : '');
}

/** The same while no statement has met the schema. */
function remedyOfOpening(error: unknown): string {
  const { code = '', message = '' } = error as Partial<pg.DatabaseError>;
  const room = ` A pooler before the server needs room for ${MOST_CONNECTIONS} connections of each process.`;
  const elsewhere = POOL_IS_FULL.test(message) ? `${UNREACHED}${room}` : UNREACHED;
  return REMEDIES[code] ?? (certificateRemedy(reason(error)) || elsewhere);
}

async function prepareSession(client: pg.ClientBase, patience: number): Promise<void> {
  const patient = { query_timeout: patience };
  await client.query({ text: SESSION.map((setting) => `SET ${setting}`).join('; '), ...patient });
  // What nobody waits for any more would stand in line for its locks, and hold a connection of the server, without end.
  // Servers on some systems cannot see it.
  await client.query({ text: "SET client_connection_check_interval = '1s'", ...patient }).catch(() => undefined);
}

/** Whether the server is gone, by its own words, Node's or the driver's. */
function isOfConnection(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof HammingbirdError) return false;
  if (error instanceof pg.DatabaseError) {
    const { code = '', severity = '', message } = error;
    return !POOLS_STATEMENTS.test(message) && (GONE.test(code) || ENDING.test(severity));
  }
  const { code, message } = error as NodeJS.ErrnoException;
  return code !== undefined || /connection|timeout|not queryable/i.test(message);
}

function reason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  // The driver's words are about its code.
  if (/client password must be a/.test(message)) return 'the server wants a password, and the address has none';
  return [code, message].filter((part) => part).join(': ');
}
