// What a store in PostgreSQL says of itself, and how it is compacted.
import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import type { Settings } from '../settings.ts';
import type { Connection } from './connection.ts';
import { indexesFor } from './near.ts';

export async function storeStats(
  connection: Connection,
  schema: string,
  { recipeId, maxDistance }: Settings,
): Promise<Record<string, string | number>> {
  const [row] = await connection.query(
    `SELECT count(*) AS documents, pg_table_size($1::regclass) AS table_bytes, pg_indexes_size($1::regclass) AS index_bytes,
      current_setting('server_version') AS server FROM ${schema}.document`,
    [`${schema}.document`],
  );
  return {
    documents: Number(row!.documents),
    recipe: recipeId,
    distance: maxDistance,
    tables: indexesFor(schema, maxDistance).length,
    'table bytes': Number(row!.table_bytes),
    'index bytes': Number(row!.index_bytes),
    server: `PostgreSQL ${row!.server}`,
  };
}

/** Beside running work, but not beside another compaction: each would take the other's half-made indexes for remainders. */
export async function compactTable(connection: Connection, schema: string): Promise<void> {
  await connection.using(async (client) => {
    const key = [`hammingbird compact ${schema}`];
    // Not by waiting for the lock: REINDEX waits for whoever waits in a statement.
    const lock = 'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS is_ours';
    while (!(await client.query(lock, key)).rows[0].is_ours) await setTimeout(PAUSE);
    try {
      await compactAlone(client, schema);
    } finally {
      // A connection that is lost holds no lock.
      await client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', key).catch(() => undefined);
    }
  });
}

/** Milliseconds. */
const PAUSE = 100;

async function compactAlone(client: pg.ClientBase, schema: string): Promise<void> {
  await client.query(`VACUUM (ANALYZE) ${schema}.document`);
  // REINDEX that was interrupted leaves indexes that nobody reads and every insertion writes, and passes them over later.
  const remainders = await client.query(
    `SELECT quote_ident(relname) AS name FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
     WHERE indrelid = $1::regclass AND NOT indisvalid AND relname ~ '_cc(new|old)[0-9]*$'`,
    [`${schema}.document`],
  );
  for (const { name } of remainders.rows) await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${schema}.${name}`);
  await client.query(`REINDEX TABLE CONCURRENTLY ${schema}.document`);
}
