import { entryBatches } from '../batches.ts';
import { DocumentExistsError } from '../errors.ts';
import type { Entry, Intake } from '../intake.ts';
import type { NewDocument } from '../store.ts';
import type { Connection } from './connection.ts';
import { indexesFor } from './near.ts';
import { columnsOf, idOf } from './rows.ts';

/** How many documents a statement inserts. Five times as many gained nothing measurable. */
const DOCUMENTS_A_BATCH = 2000;
/** An empty store that is given more documents than this is indexed when all are there. */
const WORTH_INDEXING_LATER = 10_000;

/** The loading of many documents: into an empty store before there are indexes, since these are then made by sorting. */
export class Loading {
  readonly #connection: Connection;
  readonly #schema: string;
  readonly #maxDistance: number;
  readonly #intake: Intake;
  #loaded = 0;
  #indexesLater = false;

  constructor(connection: Connection, schema: string, maxDistance: number, intake: Intake) {
    this.#connection = connection;
    this.#schema = schema;
    this.#maxDistance = maxDistance;
    this.#intake = intake;
  }

  /** How many documents came. */
  async run(documents: AsyncIterable<NewDocument> | Iterable<NewDocument>): Promise<number> {
    /** The first documents, until it is known whether they are many. */
    let waiting: Entry[] | undefined = [];
    const flush = async (): Promise<void> => {
      const entries = waiting ?? [];
      waiting = undefined;
      for (let begin = 0; begin < entries.length; begin += DOCUMENTS_A_BATCH) {
        await this.#insert(entries.slice(begin, begin + DOCUMENTS_A_BATCH));
      }
    };
    try {
      for await (const batch of entryBatches(documents, this.#intake, DOCUMENTS_A_BATCH)) {
        if (waiting === undefined) {
          await this.#insert(batch);
          continue;
        }
        waiting.push(...batch);
        if (waiting.length <= WORTH_INDEXING_LATER) continue;
        this.#indexesLater = await this.#dropIndexes();
        await flush();
      }
    } finally {
      await flush();
      if (this.#indexesLater) await makeIndexes(this.#connection, this.#schema, this.#maxDistance);
    }
    if (this.#loaded > WORTH_INDEXING_LATER)
      await this.#connection.longQuery(`VACUUM (ANALYZE) ${this.#schema}.document`);
    return this.#loaded;
  }

  /** True if they were dropped: only while there is no document, and nobody can insert one; and by their owner. */
  async #dropIndexes(): Promise<boolean> {
    const [table] = await this.#connection.query(
      "SELECT pg_has_role(relowner, 'USAGE') AS is_ours FROM pg_class WHERE oid = $1::regclass",
      [`${this.#schema}.document`],
    );
    if (!table!.is_ours) return false;
    return this.#connection.transaction(async (client) => {
      await client.query(`LOCK TABLE ${this.#schema}.document IN ACCESS EXCLUSIVE MODE`);
      const empty = await client.query(`SELECT NOT EXISTS (SELECT FROM ${this.#schema}.document) AS empty`);
      if (!empty.rows[0].empty) return false;
      const names = indexesFor(this.#schema, this.#maxDistance).map(({ name }) => `${this.#schema}.${name}`);
      await client.query(`DROP INDEX IF EXISTS ${names.join(', ')}`);
      return true;
    });
  }

  /** Sorted by id, so that two loadings of the same documents do not wait for each other in a circle. */
  async #insert(entries: readonly Entry[]): Promise<void> {
    const values = columnsOf(entries);
    const given = 'unnest($1::bytea[], $2::bigint[], $3::bigint[], $4::json[]) WITH ORDINALITY';
    const [row] = await this.#connection.query(
      `WITH inserted AS (
        INSERT INTO ${this.#schema}.document (id, fingerprint, time, meta)
        SELECT id, fingerprint, time, meta FROM ${given} AS new(id, fingerprint, time, meta, place) ORDER BY id, place
        ON CONFLICT DO NOTHING RETURNING 1
      ) SELECT count(*) AS count FROM inserted`,
      values,
    );
    if (Number(row!.count) < entries.length) await this.#checkSame(values.slice(0, 2));
    this.#loaded += entries.length;
  }

  async #checkSame(values: readonly unknown[]): Promise<void> {
    const [other] = await this.#connection.query(
      `SELECT new.id FROM unnest($1::bytea[], $2::bigint[]) WITH ORDINALITY AS new(id, fingerprint, place)
       JOIN ${this.#schema}.document d ON d.id = new.id AND d.fingerprint IS DISTINCT FROM new.fingerprint
       ORDER BY place LIMIT 1`,
      values,
    );
    if (other) throw new DocumentExistsError(idOf(other));
  }
}

/** Makes those indexes that are not there, as after a loading that was killed; one process at a time. */
export async function makeIndexes(connection: Connection, schema: string, maxDistance: number): Promise<void> {
  const indexes = indexesFor(schema, maxDistance);
  // To make what is there waits for whoever vacuums or compacts the table, and lets all who insert wait meanwhile.
  const [found] = await connection.query(
    'SELECT bool_and(to_regclass(name) IS NOT NULL) AS all FROM unnest($1::text[]) name',
    [indexes.map(({ name }) => `${schema}.${name}`)],
  );
  if (found!.all) return;
  await connection.transaction(async (client) => {
    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`hammingbird indexes ${schema}`]);
    for (const { sql } of indexes) await client.query(sql);
  });
}
