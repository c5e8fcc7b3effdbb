import type pg from 'pg';
import { DocumentExistsError } from '../errors.ts';
import type { Entry } from '../intake.ts';
import type { Connection } from './connection.ts';
import { keptOut, MOST_ATTEMPTS } from './kept-out.ts';
import { indexesFor } from './near.ts';
import { bytesOf, columnsOf, documentOf, idOf } from './rows.ts';

/** An empty store that is given more documents than this is indexed when all are there. */
const WORTH_INDEXING_LATER = 10_000;
/** Batches that wait until it is known whether there are so many: more than they take, unless their meta is long. */
const MOST_WAITING = 8;
const LOCK_NOT_AVAILABLE = '55P03';

/** Loads many documents: into an empty store before there are indexes, since these are then made by sorting. */
export async function loadDocuments(
  connection: Connection,
  schema: string,
  maxDistance: number,
  batches: AsyncIterable<readonly Entry[]>,
): Promise<void> {
  /** The first ones, until it is known whether they are many. */
  const waiting: (readonly Entry[])[] = [];
  const insertWaiting = async (): Promise<void> => {
    for (const batch of waiting.splice(0)) await insert(connection, schema, batch);
  };
  let count = 0;
  let areMany = false;
  let isIndexedLater = false;
  const finish = async (): Promise<void> => {
    await insertWaiting();
    if (isIndexedLater) await makeIndexes(connection, schema, maxDistance);
  };
  try {
    for await (const batch of batches) {
      waiting.push(batch);
      count += batch.length;
      if (!areMany && count <= WORTH_INDEXING_LATER && waiting.length < MOST_WAITING) continue;
      if (!areMany) isIndexedLater = await dropIndexes(connection, schema, maxDistance);
      areMany = true;
      await insertWaiting();
    }
  } catch (error) {
    // What fails now has the same cause, and would say that nothing was done.
    await finish().catch(() => undefined);
    throw error;
  }
  await finish();
  if (areMany) await connection.longQuery(`VACUUM (ANALYZE) ${schema}.document`);
}

/** True if they were dropped: only while there is no document, by their owner, and if nobody reads for long. */
async function dropIndexes(connection: Connection, schema: string, maxDistance: number): Promise<boolean> {
  const empty = `SELECT NOT EXISTS (SELECT FROM ${schema}.document) AS is_empty`;
  if (!(await isOwner(connection, schema)) || !(await connection.query(empty))[0]!.is_empty) return false;
  const names = indexesFor(schema, maxDistance).map(({ name }) => `${schema}.${name}`);
  return connection.transaction(async (client) => {
    // Whoever comes waits behind a lock that is waited for, however long, as for pg_dump.
    await client.query("SET LOCAL lock_timeout = '1s'");
    try {
      await client.query(`DROP INDEX IF EXISTS ${names.join(', ')}`);
      return true;
    } catch (error) {
      if ((error as pg.DatabaseError).code === LOCK_NOT_AVAILABLE) return false;
      throw error;
    }
  });
}

/** Only the owner of a table may make and drop its indexes. */
async function isOwner(connection: Connection, schema: string): Promise<boolean> {
  const sql = "SELECT pg_has_role(relowner, 'USAGE') AS is_ours FROM pg_class WHERE oid = $1::regclass";
  return (await connection.query(sql, [`${schema}.document`]))[0]!.is_ours;
}

async function insert(connection: Connection, schema: string, entries: readonly Entry[]): Promise<void> {
  let left = entries;
  for (let attempt = 1; ; attempt++) {
    const refused = await insertFree(connection, schema, left);
    const there = await fingerprintsOf(connection, schema, refused);
    const other = refused.find(({ id, fingerprint }) => there.has(id) && there.get(id) !== fingerprint);
    if (other) throw new DocumentExistsError(other.id);
    // Those in whose way a document was that has been removed since.
    left = refused.filter(({ id }) => !there.has(id));
    if (left.length === 0) return;
    if (attempt === MOST_ATTEMPTS) throw keptOut(left[0]!.id, schema);
  }
}

/**
 * Inserts those whose ids are free; the others, whose ids another has, or one of these. Sorted by id, so that two loadings
 * of the same documents do not wait for each other in a circle.
 */
async function insertFree(connection: Connection, schema: string, entries: readonly Entry[]): Promise<Entry[]> {
  const given = 'unnest($1::bytea[], $2::bigint[], $3::bigint[], $4::json[]) WITH ORDINALITY';
  const rows = await connection.query(
    `INSERT INTO ${schema}.document (id, fingerprint, time, meta)
     SELECT id, fingerprint, time, meta FROM ${given} AS new(id, fingerprint, time, meta, place) ORDER BY id, place
     ON CONFLICT DO NOTHING RETURNING id`,
    columnsOf(entries),
  );
  const inserted = new Set(rows.map(idOf));
  // Of those that have an id in common it is the first.
  return entries.filter(({ id }) => !inserted.delete(id));
}

/** What is stored of these documents, by their ids. */
async function fingerprintsOf(
  connection: Connection,
  schema: string,
  entries: readonly Entry[],
): Promise<Map<string, bigint | null>> {
  if (entries.length === 0) return new Map();
  const sql = `SELECT id, fingerprint, time FROM ${schema}.document WHERE id = ANY($1::bytea[])`;
  const rows = await connection.query(sql, [entries.map(({ id }) => bytesOf(id))]);
  return new Map(rows.map((row) => [idOf(row), documentOf(row, schema).fingerprint]));
}

/** Makes those indexes that are not there, as after a loading that was killed, if they are ours; one process at a time. */
export async function makeIndexes(connection: Connection, schema: string, maxDistance: number): Promise<void> {
  const indexes = indexesFor(schema, maxDistance);
  // To make what is there waits for whoever vacuums or compacts the table, and lets all who insert wait meanwhile.
  const [found] = await connection.query(
    'SELECT bool_and(to_regclass(name) IS NOT NULL) AS all FROM unnest($1::text[]) name',
    [indexes.map(({ name }) => `${schema}.${name}`)],
  );
  if (found!.all || !(await isOwner(connection, schema))) return;
  await connection.transaction(async (client) => {
    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`hammingbird indexes ${schema}`]);
    for (const { sql } of indexes) await client.query(sql);
  });
}
