// What a store in PostgreSQL says of itself, and how it is compacted.
import { isUtf8 } from 'node:buffer';
import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { InvalidArgumentError } from '../../errors.ts';
import { checkDocument } from '../check.ts';
import { Damage } from '../damage.ts';
import type { Settings } from '../settings.ts';
import type { CheckReport } from '../store.ts';
import type { Connection, Row } from './connection.ts';
import { insertFunctionBody } from './insert-function.ts';
import { indexesFor } from './near.ts';
import { documentOf, idOf } from './rows.ts';

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

/** What else a store is made with. */
const OTHERS = ['document_pkey', 'document_id_key', 'document_time'];
const MISSING = `SELECT name FROM unnest($2::text[]) name WHERE to_regclass($1 || '.' || name) IS NULL
  UNION ALL SELECT 'insert_if_new' WHERE to_regproc($1 || '.insert_if_new') IS NULL`;

/** Adds to a report of the indexes which rows are no documents. */
export async function checkRows(pages: AsyncIterable<Row[]>, { documents, damage }: CheckReport): Promise<CheckReport> {
  const all = new Damage(damage);
  let whole = documents;
  for await (const rows of pages) {
    for (const line of rows.map(damageOf)) {
      if (line === undefined) continue;
      all.add(line);
      whole--;
    }
  }
  return { documents: whole, damage: all.lines };
}

/** Why a row is no document, if it is none: somebody else has changed it. */
function damageOf(row: Row): string | undefined {
  try {
    checkDocument(documentOf(row));
    if (isUtf8(row.id)) return undefined;
    throw new InvalidArgumentError('Its id is no UTF-8.');
  } catch (error) {
    return `The row of ${JSON.stringify(idOf(row))} is no document, and somebody else has changed it: ${(error as Error).message}`;
  }
}

/**
 * Compares each index with the rows: how many documents it has, and a sum over their fingerprints and numbers. Files that
 * are damaged otherwise are found by the server, with checksums (`initdb --data-checksums`), and by `pg_amcheck`.
 */
export async function checkIndexes(connection: Connection, schema: string, maxDistance: number): Promise<CheckReport> {
  const sum = 'count(*) AS documents, coalesce(sum(hashint8extended(number # fingerprint, 7)::numeric), 0) AS sum';
  return connection.transaction(async (client) => {
    const rows = async (condition: string): Promise<{ documents: bigint; sum: string }> => {
      return (await client.query(`SELECT ${sum} FROM ${schema}.document WHERE ${condition}`)).rows[0];
    };
    await client.query(
      'SET LOCAL enable_seqscan = on; SET LOCAL enable_indexscan = off; SET LOCAL enable_indexonlyscan = off',
    );
    const all = await rows('true');
    const indexed = await rows('fingerprint IS NOT NULL');
    await client.query(
      'SET LOCAL enable_seqscan = off; SET LOCAL enable_indexscan = on; SET LOCAL enable_indexonlyscan = on',
    );
    const missing = (await client.query(MISSING, [schema, OTHERS])).rows;
    const damage = missing.map(({ name }) => `${name} is not there. Export the store, and import that into a new one.`);
    if (!(await hasOurFunction(client, schema, maxDistance))) {
      damage.push(
        `insert_if_new is not what is made for distance ${maxDistance}: somebody else has changed it, or the distance. ` +
          'Export the store, and import that into a new one.',
      );
    }
    for (const { name, expression } of indexesFor(schema, maxDistance)) {
      const [there] = (await client.query('SELECT to_regclass($1) AS name', [`${schema}.${name}`])).rows;
      if (there.name === null) {
        damage.push(`The index ${name} is not there, and searches read every document. Compacting makes it.`);
        continue;
      }
      // A condition that all of them fulfil, and that only this index can answer.
      const found = await rows(`(${expression}) >= ${LEAST} `);
      if (found.documents === indexed.documents && found.sum === indexed.sum) continue;
      damage.push(
        `The index ${name} has ${found.documents} documents, and the table ${indexed.documents} with fingerprints` +
          `${found.documents === indexed.documents ? ', not the same' : ''}. Compacting makes it anew.`,
      );
    }
    return { documents: Number(all.documents), damage };
  }, 'ISOLATION LEVEL REPEATABLE READ READ ONLY');
}

/** False also of one that is made for another distance; true where none is there, which is missed otherwise. */
async function hasOurFunction(client: pg.ClientBase, schema: string, maxDistance: number): Promise<boolean> {
  const ofName = 'SELECT prosrc FROM pg_proc WHERE oid = to_regproc($1)';
  const { rows } = await client.query(ofName, [`${schema}.insert_if_new`]);
  return rows.every(({ prosrc }) => prosrc === insertFunctionBody(schema, maxDistance));
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

const LEAST = "'-9223372036854775808'::bigint";
