// The tables of a store, and how they come to be.
import { CorruptDataError } from '../../errors.ts';
import { isWhole } from '../../ranges.ts';
import { NoStoreError, StoreFailedError } from '../errors.ts';
import { areSettings, checkSettings, newSettings, type Settings, type StoreOptions } from '../settings.ts';
import { type Address, quoted } from './address.ts';
import type { Connection, Row } from './connection.ts';
import { insertFunctionSql } from './insert-function.ts';
import { indexesFor } from './near.ts';

/** What leads from each version of the schema to the next; those that have been published never change. */
const MIGRATIONS: readonly ((schema: string, settings: Settings) => readonly string[])[] = [
  (schema, { maxDistance }) => [
    // Ids are bytes: text could not have the character U+0000, and would be ordered by the rules of some language.
    `CREATE TABLE ${schema}.document (
      number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      id bytea NOT NULL UNIQUE,
      fingerprint bigint,
      time bigint NOT NULL,
      meta json
    ) WITH (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05)`,
    `CREATE INDEX document_time ON ${schema}.document (time)`,
    ...indexesFor(schema, maxDistance).map(({ sql }) => sql),
  ],
  // In place of that of version 1, which took documents for stored that were removed meanwhile.
  (schema, { maxDistance }) => [insertFunctionSql(schema, maxDistance)],
];

/** The oldest server that can count bits. */
const OLDEST_SERVER = 140_000;

/**
 * Makes the store if it is not there, or brings it to this version; its settings.
 *
 * @throws as `openStore`
 */
export async function prepareSchema(
  connection: Connection,
  address: Address,
  options: StoreOptions,
): Promise<Settings> {
  await checkServer(connection, address);
  const found = await readStore(connection, address);
  if (found !== undefined && found.version === MIGRATIONS.length) return settled(address, found.settings, options);
  if (found === undefined && options.readOnly) throw NoStoreError.in(address.shown);
  if (options.readOnly) throw ofVersion(address, found!.version);
  const settings = await migrate(connection, address, newSettings(options));
  return settled(address, settings, options);
}

function settled({ shown }: Address, settings: Settings, options: StoreOptions): Settings {
  checkSettings(shown, settings, options);
  return settings;
}

async function checkServer(connection: Connection, { shown }: Address): Promise<void> {
  const [server] = await connection.query(
    "SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding",
  );
  const { version, encoding } = server!;
  if (version < OLDEST_SERVER) {
    throw new StoreFailedError(`${shown} is PostgreSQL ${Math.floor(version / 10_000)}; a store needs 14 or newer.`);
  }
  if (encoding !== 'UTF8') {
    throw new StoreFailedError(`${shown} has the encoding ${encoding}; a store needs UTF8: make a database with that.`);
  }
}

interface Found {
  readonly version: number;
  readonly settings: Settings;
}

/** The store that is there, of whatever version. */
async function readStore(connection: Connection, address: Address): Promise<Found | undefined> {
  const table = [`${quoted(address.schema)}.store`];
  const [there] = await connection.query('SELECT to_regclass($1) IS NOT NULL AS there', table);
  if (!there!.there) return undefined;
  return foundIn(await connection.query(storeSql(address)), address);
}

const storeSql = ({ schema }: Address): string => `SELECT version, recipe, max_distance FROM ${quoted(schema)}.store`;

/**
 * @throws {CorruptDataError} if somebody else has changed them
 * @throws {StoreFailedError} if they are of a later version
 */
function foundIn(rows: readonly Row[], address: Address): Found {
  const { version, recipe: recipeId, max_distance: maxDistance } = rows[0] ?? {};
  const isVersion = rows.length === 1 && isWhole(version, 0);
  if (isVersion && version > MIGRATIONS.length) throw ofVersion(address, version);
  const settings = { recipeId, maxDistance };
  if (isVersion && areSettings(settings)) return { version, settings };
  const has = rows.length === 0 ? 'none' : `${rows.length}, with ${version}, ${recipeId} and ${maxDistance}`;
  throw new CorruptDataError(
    `The table ${quoted(address.schema)}.store of ${address.shown} has been changed by somebody else: a store has one row there, ` +
      `with its version, recipe and distance, and this has ${has}. ` +
      'Make it what it was (psql), or choose another schema.',
  );
}

/** One process at a time makes or changes the tables; the others find them done. */
async function migrate(connection: Connection, address: Address, wanted: Settings): Promise<Settings> {
  const schema = quoted(address.schema);
  return connection.transaction(async (client) => {
    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`hammingbird ${address.schema}`]);
    const [there] = (await client.query('SELECT to_regnamespace($1) IS NOT NULL AS there', [schema])).rows;
    if (!there.there) await client.query(`CREATE SCHEMA ${schema}`);
    await client.query(
      `CREATE TABLE IF NOT EXISTS ${schema}.store (
        one boolean PRIMARY KEY DEFAULT true CHECK (one),
        version int NOT NULL,
        recipe text NOT NULL,
        max_distance int NOT NULL
      )`,
    );
    await client.query(
      `INSERT INTO ${schema}.store (version, recipe, max_distance) VALUES (0, $1, $2) ON CONFLICT DO NOTHING`,
      [wanted.recipeId, wanted.maxDistance],
    );
    // By now it may be of a later version than this one.
    const { version, settings } = foundIn((await client.query(storeSql(address))).rows, address);
    for (const migration of MIGRATIONS.slice(version)) {
      for (const statement of migration(schema, settings)) await client.query(statement);
    }
    await client.query(`UPDATE ${schema}.store SET version = $1`, [MIGRATIONS.length]);
    return settings;
  });
}

function ofVersion({ shown }: { readonly shown: string }, version: number): StoreFailedError {
  return new StoreFailedError(
    version > MIGRATIONS.length
      ? `${shown} has version ${version} of the schema, and this hammingbird knows ${MIGRATIONS.length}. Use a newer one.`
      : `${shown} has version ${version} of the schema, which is older. Open it once without readOnly to bring it up.`,
  );
}
