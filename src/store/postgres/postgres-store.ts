import { inPortions } from '../batches.ts';
import { checkId, expiryOf } from '../check.ts';
import { DocumentExistsError } from '../errors.ts';
import { type Entry, Intake } from '../intake.ts';
import type { Settings, StoreOptions } from '../settings.ts';
import type {
  CheckReport,
  Insertion,
  NewDocument,
  SearchOptions,
  Store,
  StoredDocument,
  StoredMatch,
  TextOrFingerprint,
} from '../store.ts';
import { Usage } from '../usage.ts';
import { type Address, quoted } from './address.ts';
import type { Connection, Row } from './connection.ts';
import { Loading, makeIndexes } from './loading.ts';
import { checkIndexes, compactTable, storeStats } from './maintenance.ts';
import { nearSql, toSigned } from './near.ts';
import { columnsOf, documentOf, idOf, matchOf, valuesOf } from './rows.ts';

/** How many documents one transaction inserts: so many times maxDistance + 2 locks are held, of which a server has 6,400 by default. */
const DOCUMENTS_A_TRANSACTION = 64;
/** How many rows come at a time. */
const ROWS_A_FETCH = 1000;

/** A store in a schema of a PostgreSQL database: docs/stores.md tells what it promises. */
export class PostgresStore implements Store {
  readonly recipeId: string;
  readonly maxDistance: number;
  readonly #connection: Connection;
  readonly #schema: string;
  readonly #intake: Intake;
  readonly #usage: Usage;

  constructor(connection: Connection, address: Address, settings: Settings, options: StoreOptions) {
    this.recipeId = settings.recipeId;
    this.maxDistance = settings.maxDistance;
    this.#connection = connection;
    this.#schema = quoted(address.schema);
    this.#intake = new Intake(settings, options.recipe);
    this.#usage = new Usage(address.shown, options.readOnly ?? false);
  }

  async insertIfNew(document: NewDocument): Promise<Insertion> {
    return this.#usage.changing(async () => (await this.#insertIfNew([this.#intake.entry(document)]))[0]!);
  }

  async insertAllIfNew(documents: readonly NewDocument[]): Promise<Insertion[]> {
    return this.#usage.changing(async () =>
      inPortions(this.#intake.entries(documents), DOCUMENTS_A_TRANSACTION, (portion) => this.#insertIfNew(portion)),
    );
  }

  async insert(document: NewDocument): Promise<void> {
    await this.#usage.changing(async () => {
      const entry = this.#intake.entry(document);
      const rows = await this.#connection.query(
        `INSERT INTO ${this.#schema}.document (id, fingerprint, time, meta) VALUES ($1, $2, $3, $4)
         ON CONFLICT DO NOTHING RETURNING 1`,
        valuesOf(entry),
      );
      if (rows.length === 0) await this.#checkSame(entry);
    });
  }

  async update(document: NewDocument): Promise<boolean> {
    return this.#usage.changing(async () => {
      const rows = await this.#connection.query(
        `UPDATE ${this.#schema}.document SET fingerprint = $2, time = $3, meta = $4 WHERE id = $1 RETURNING 1`,
        valuesOf(this.#intake.entry(document)),
      );
      return rows.length === 1;
    });
  }

  async search(query: TextOrFingerprint, options?: SearchOptions): Promise<StoredMatch[]> {
    return this.#usage.reading(async () => {
      const { fingerprint, maxDistance: distance, limit } = this.#intake.query(query, options);
      if (fingerprint === null) return [];
      const sql = nearSql(this.#schema, this.maxDistance, { fingerprint: '$1::bigint', distance, limit: '$2' });
      const values = [toSigned(fingerprint), limit === Number.POSITIVE_INFINITY ? null : limit];
      return (await this.#connection.query(sql, values, `near ${distance}`)).map(matchOf);
    });
  }

  async get(id: string): Promise<StoredDocument | undefined> {
    return this.#usage.reading(async () => {
      const row = await this.#row(id);
      return row && documentOf(row);
    });
  }

  async remove(id: string): Promise<boolean> {
    return this.#usage.changing(async () => {
      checkId(id);
      const sql = `DELETE FROM ${this.#schema}.document WHERE id = $1 RETURNING 1`;
      return (await this.#connection.query(sql, [Buffer.from(id)])).length === 1;
    });
  }

  async expire(before: number | Date): Promise<number> {
    return this.#usage.changing(async () => {
      const sql = `WITH gone AS (DELETE FROM ${this.#schema}.document WHERE time < $1 RETURNING 1)
        SELECT count(*) AS count FROM gone`;
      return Number((await this.#connection.longQuery(sql, [expiryOf(before)]))[0]!.count);
    });
  }

  async size(): Promise<number> {
    return this.#usage.reading(async () => {
      const [row] = await this.#connection.longQuery(`SELECT count(*) AS count FROM ${this.#schema}.document`);
      return Number(row!.count);
    });
  }

  async load(documents: AsyncIterable<NewDocument> | Iterable<NewDocument>): Promise<number> {
    return this.#usage.changing(() =>
      new Loading(this.#connection, this.#schema, this.maxDistance, this.#intake).run(documents),
    );
  }

  async *export(): AsyncGenerator<StoredDocument> {
    this.#usage.check();
    const from = `SELECT id, fingerprint, time, meta FROM ${this.#schema}.document`;
    // By where the last rows ended, and not by a cursor of the server: that would hold back its vacuum for as long as the
    // caller takes, and a lost connection would be the end of it.
    let rows = await this.#page(`${from} ORDER BY id LIMIT ${ROWS_A_FETCH}`, []);
    while (rows.length > 0) {
      yield* rows.map(documentOf);
      rows = await this.#page(`${from} WHERE id > $1 ORDER BY id LIMIT ${ROWS_A_FETCH}`, [rows.at(-1)!.id]);
    }
  }

  async stats(): Promise<Record<string, string | number>> {
    return this.#usage.reading(() => storeStats(this.#connection, this.#schema, this));
  }

  async check(): Promise<CheckReport> {
    return this.#usage.reading(() => checkIndexes(this.#connection, this.#schema, this.maxDistance));
  }

  async compact(): Promise<void> {
    await this.#usage.changing(async () => {
      await makeIndexes(this.#connection, this.#schema, this.maxDistance);
      await compactTable(this.#connection, this.#schema);
    });
  }

  async close(): Promise<void> {
    await this.#usage.close(() => this.#connection.close());
  }

  /** One transaction. */
  async #insertIfNew(entries: readonly Entry[]): Promise<Insertion[]> {
    const rows = await this.#connection.query(
      `SELECT * FROM ${this.#schema}.insert_if_new($1, $2, $3, $4)`,
      columnsOf(entries),
      'insert_if_new',
    );
    const duplicates: StoredMatch[][] = entries.map(() => []);
    for (const row of rows) {
      if (row.distance < 0) throw new DocumentExistsError(idOf(row));
      duplicates[row.place - 1]!.push(matchOf(row));
    }
    return duplicates.map((found) => ({ inserted: found.length === 0, duplicates: found }));
  }

  async #checkSame({ id, fingerprint }: Entry): Promise<void> {
    const row = await this.#row(id);
    if (row !== undefined && documentOf(row).fingerprint !== fingerprint) throw new DocumentExistsError(id);
  }

  async #row(id: string): Promise<Row | undefined> {
    checkId(id);
    const sql = `SELECT id, fingerprint, time, meta FROM ${this.#schema}.document WHERE id = $1`;
    return (await this.#connection.query(sql, [Buffer.from(id)]))[0];
  }

  async #page(sql: string, values: readonly unknown[]): Promise<Row[]> {
    return this.#usage.reading(() => this.#connection.query(sql, values));
  }
}
