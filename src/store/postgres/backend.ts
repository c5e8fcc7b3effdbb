import type { Backend, Settled } from '../backend.ts';
import { DocumentExistsError } from '../errors.ts';
import type { Entry, Query } from '../intake.ts';
import type { Settings } from '../settings.ts';
import type { CheckReport, Insertion, StoredDocument, StoredMatch } from '../store.ts';
import { type Address, quoted } from './address.ts';
import { checkIndexes, checkRows } from './check.ts';
import type { Connection, Row } from './connection.ts';
import { keptOut, MOST_ATTEMPTS } from './kept-out.ts';
import { loadDocuments, makeIndexes } from './loading.ts';
import { compactTable, storeStats } from './maintenance.ts';
import { nearSql, toSigned } from './near.ts';
import { bytesOf, columnsOf, documentOf, idOf, matchOf, valuesOf } from './rows.ts';

/** How many documents one transaction inserts: so many times maxDistance + 2 locks are held, of which a server has 6,400 by default. */
const DOCUMENTS_A_TRANSACTION = 64;
/** How many documents a statement loads. Five times as many gained nothing measurable. */
const LOADED_AT_ONCE = 2000;
/** How many rows come at a time. */
const ROWS_A_FETCH = 1000;

/** A store in a schema of a PostgreSQL database: docs/stores.md tells what it promises. */
export class PostgresBackend implements Backend {
  readonly settings: Settings;
  readonly name: string;
  readonly batchSizes = { insertAllIfNew: DOCUMENTS_A_TRANSACTION, load: LOADED_AT_ONCE };
  readonly #connection: Connection;
  readonly #schema: string;

  constructor(connection: Connection, address: Address, settings: Settings) {
    this.settings = settings;
    this.name = address.shown;
    this.#connection = connection;
    this.#schema = quoted(address.schema);
  }

  async insertIfNew(entry: Entry): Promise<Insertion> {
    const { insertions, error } = await this.insertAllIfNew([entry]);
    if (error) throw error;
    return insertions[0]!;
  }

  /** One transaction. */
  async insertAllIfNew(entries: readonly Entry[]): Promise<Settled> {
    const sql = `SELECT * FROM ${this.#schema}.insert_if_new($1, $2, $3, $4)`;
    const rows = await this.#connection.preparedQuery(sql, columnsOf(entries));
    const insertions = entries.map(() => ({ inserted: true, duplicates: [] as StoredMatch[] }));
    for (const row of rows) {
      const place = row.place - 1;
      if (row.distance < 0)
        return { insertions: insertions.slice(0, place), error: new DocumentExistsError(idOf(row)) };
      insertions[place]!.inserted = false;
      insertions[place]!.duplicates.push(matchOf(row, this.#schema));
    }
    return { insertions };
  }

  async insert(entry: Entry): Promise<void> {
    const sql = `INSERT INTO ${this.#schema}.document (id, fingerprint, time, meta) VALUES ($1, $2, $3, $4)
      ON CONFLICT DO NOTHING RETURNING 1`;
    for (let attempt = 1; ; attempt++) {
      if ((await this.#connection.query(sql, valuesOf(entry))).length > 0) return;
      const there = await this.get(entry.id);
      if (there?.fingerprint === entry.fingerprint) return;
      if (there) throw new DocumentExistsError(entry.id);
      // Removed since it was in the way.
      if (attempt === MOST_ATTEMPTS) throw keptOut(entry.id, this.#schema);
    }
  }

  async update(entry: Entry): Promise<boolean> {
    const rows = await this.#connection.query(
      `UPDATE ${this.#schema}.document SET fingerprint = $2, time = $3, meta = $4 WHERE id = $1 RETURNING 1`,
      valuesOf(entry),
    );
    return rows.length === 1;
  }

  async search({ fingerprint, maxDistance: distance, limit }: Query): Promise<StoredMatch[]> {
    const sql = nearSql(this.#schema, this.settings.maxDistance, {
      fingerprint: '$1::bigint',
      distance,
      limit: '$2',
    });
    // The server refuses numbers beyond its bigint: they are no limit.
    const values = [toSigned(fingerprint), Number.isSafeInteger(limit) ? limit : null];
    return (await this.#connection.preparedQuery(sql, values)).map((row) => matchOf(row, this.#schema));
  }

  async get(id: string): Promise<StoredDocument | undefined> {
    const sql = `SELECT id, fingerprint, time, meta FROM ${this.#schema}.document WHERE id = $1`;
    const [row] = await this.#connection.query(sql, [bytesOf(id)]);
    return row && documentOf(row, this.#schema);
  }

  async remove(id: string): Promise<boolean> {
    const sql = `DELETE FROM ${this.#schema}.document WHERE id = $1 RETURNING 1`;
    return (await this.#connection.query(sql, [bytesOf(id)])).length === 1;
  }

  async expire(before: number): Promise<number> {
    const sql = `WITH gone AS (DELETE FROM ${this.#schema}.document WHERE time < $1 RETURNING 1)
      SELECT count(*) AS count FROM gone`;
    return Number((await this.#connection.longQuery(sql, [before]))[0]!.count);
  }

  async size(): Promise<number> {
    const [row] = await this.#connection.query(`SELECT count(*) AS count FROM ${this.#schema}.document`);
    return Number(row!.count);
  }

  async load(batches: AsyncIterable<readonly Entry[]>): Promise<void> {
    await loadDocuments(this.#connection, this.#schema, this.settings.maxDistance, batches);
  }

  async *pages(): AsyncGenerator<StoredDocument[], void, undefined> {
    for await (const rows of this.#pages()) yield rows.map((row) => documentOf(row, this.#schema));
  }

  async *#pages(): AsyncGenerator<Row[], void, undefined> {
    const page = (condition: string, ...values: unknown[]): Promise<Row[]> => {
      const from = `SELECT id, fingerprint, time, meta FROM ${this.#schema}.document`;
      return this.#connection.query(`${from} WHERE ${condition} ORDER BY id LIMIT ${ROWS_A_FETCH}`, values);
    };
    // There are none, unless somebody else has changed the table: they stand behind no other id.
    yield await page('id IS NULL');
    // By where the last rows ended, and not by a cursor of the server: that would hold back its vacuum for as long as the
    // caller takes, and a lost connection would be the end of it.
    let rows = await page("id >= ''");
    while (rows.length > 0) {
      yield rows;
      rows = await page('id > $1', rows.at(-1)!.id);
    }
  }

  async stats(): Promise<Record<string, string | number>> {
    return storeStats(this.#connection, this.#schema, this.settings);
  }

  async check(): Promise<CheckReport> {
    const report = await checkIndexes(this.#connection, this.#schema, this.settings);
    return checkRows(this.#pages(), this.#schema, report);
  }

  async compact(): Promise<void> {
    await makeIndexes(this.#connection, this.#schema, this.settings.maxDistance);
    await compactTable(this.#connection, this.#schema);
  }

  async close(): Promise<void> {
    await this.#connection.close();
  }
}
