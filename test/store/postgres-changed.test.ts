// What somebody else has changed of a store in PostgreSQL: it is named, nothing is made up of it, and nothing goes on without end.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CorruptDataError } from '../../src/errors.ts';
import { StoreFailedError } from '../../src/store/errors.ts';
import { openStore } from '../../src/store/open-store.ts';
import { quoted } from '../../src/store/postgres/address.ts';
import type { Store } from '../../src/store/store.ts';
import { POSTGRES, PostgresServer } from './postgres-server.ts';
import { collected } from './sequences.ts';

describe.skipIf(POSTGRES === undefined)('Of a store in PostgreSQL', () => {
  let server: PostgresServer;
  let where: string;
  let schema: string;
  let store: Store;

  beforeAll(async () => {
    server = await PostgresServer.start(POSTGRES!);
  });
  afterAll(() => server?.stop());
  beforeEach(async () => {
    where = server.place();
    schema = quoted(new URL(where).searchParams.get('schema')!);
    store = await openStore(where);
    await store.insert({ id: 'a', fingerprint: 1n, time: 5, meta: 'x' });
    return () => store.close();
  });
  /** Changes the table of documents or, by what begins otherwise, whatever it says. */
  const change = (sql: string) => server.query(sql.replaceAll('document', `${schema}.document`));

  it.each([
    [
      'bytes that are no UTF-8',
      "INSERT INTO document (id, fingerprint, time) VALUES ('\\xff', 1, 0)",
      'id is no UTF-8',
    ],
    [
      'no id',
      'ALTER TABLE document ALTER id DROP NOT NULL; INSERT INTO document (fingerprint, time) VALUES (1, 0)',
      'It has no id',
    ],
    [
      'no time',
      "ALTER TABLE document ALTER time DROP NOT NULL; INSERT INTO document (id, fingerprint) VALUES ('b', 1)",
      'A time is .* not null',
    ],
    [
      'a time that is none',
      `INSERT INTO document (id, fingerprint, time) VALUES ('b', 1, ${2n ** 60n})`,
      'A time is .* not',
    ],
  ])('a row that has %s is named by whatever reads it, and check', async (_, sql, reason) => {
    await change(sql);
    const named = new RegExp(
      `row .* in "Store's .*".document is no document, and somebody else has changed it: .*${reason}.* Delete it \\(psql\\)`,
    );
    for (const read of [() => store.search({ fingerprint: 0n }), () => collected(store.export())]) {
      await expect(read()).rejects.toThrow(CorruptDataError);
      await expect(read()).rejects.toThrow(named);
    }
    expect(await store.check()).toEqual({ documents: 1, damage: [expect.stringMatching(named)] });
  });

  it('a row without an id is found among thousands of others', async () => {
    await store.load(Array.from({ length: 2500 }, (_, i) => ({ id: `${i}`, fingerprint: null, time: 0 })));
    await change('ALTER TABLE document ALTER id DROP NOT NULL; INSERT INTO document (time) VALUES (0)');
    await expect(collected(store.export())).rejects.toThrow(/A row whose id is null/);
    expect(await store.check()).toEqual({
      documents: 2501,
      damage: [expect.stringMatching(/^A row whose id is null/)],
    });
  });

  it.each([
    ['id', 'text USING convert_from(id, $$UTF8$$)', 'A row whose id is a .* It has no id'],
    ['fingerprint', 'int', 'The row of "a" .* fingerprint is none'],
    ['time', 'float USING time + 0.5', 'The row of "a" .* A time is .* not 5.5'],
    ['meta', 'jsonb', 'The row of "a" .* meta is no JSON'],
    ['meta', "text USING 'no JSON'", 'The row of "a" .* meta is no JSON'],
  ])('the column %s made %s is named by whatever reads it, and what can go on does', async (column, type, reason) => {
    for (const name of ['near_0', 'near_1', 'near_2', 'near_3']) await server.query(`DROP INDEX ${schema}.${name}`);
    await change(`ALTER TABLE document ALTER ${column} TYPE ${type}`);
    for (const read of [() => store.get('a'), () => collected(store.export())]) {
      await expect(read()).rejects.toThrow(CorruptDataError);
      await expect(read()).rejects.toThrow(new RegExp(reason));
    }
    if (column !== 'fingerprint' && column !== 'id') return;
    const loading = store.load([{ id: 'a', fingerprint: 1n, time: 0 }]);
    await expect(loading).rejects.toThrow(/somebody else has changed|Somebody else has changed/);
  });

  it.each([
    'DROP TABLE document CASCADE',
    'ALTER TABLE document ADD another int NOT NULL DEFAULT 0; ALTER TABLE document ALTER another DROP DEFAULT',
    'ALTER TABLE document ADD CHECK (time < 0) NOT VALID',
    'ALTER TABLE document ALTER time TYPE timestamptz USING to_timestamp(time)',
  ])('what «%s» lets the server refuse is named with the remedy', async (sql) => {
    await change(sql);
    const inserting = store.insert({ id: 'b', fingerprint: 2n });
    await expect(inserting).rejects.toThrow(StoreFailedError);
    await expect(inserting).rejects.toThrow(/Somebody else has changed the schema, .*\?schema=name\.$/);
  });

  it.each([
    ['a distance that is none', 'UPDATE store SET max_distance = 17', '1, with 2, words-bigrams/2 and 17'],
    [
      'a distance that is no number',
      "ALTER TABLE store ALTER max_distance TYPE text; UPDATE store SET max_distance = 'x'",
      '1, with 2, words-bigrams/2 and x',
    ],
    [
      'no recipe',
      'ALTER TABLE store ALTER recipe DROP NOT NULL; UPDATE store SET recipe = NULL',
      '1, with 2, null and 3',
    ],
    ['no row', 'DELETE FROM store WHERE true', 'none'],
    ['a version that is none', 'UPDATE store SET version = -1', '1, with -1, words-bigrams/2 and 3'],
    [
      'a second row',
      "ALTER TABLE store DROP one; INSERT INTO store VALUES (2, 'words/2', 5)",
      '2, with 2, words-bigrams/2 and 3',
    ],
  ])('settings with %s are named, and nothing is opened by them', async (_, sql, what) => {
    await server.query(sql.replaceAll(' store ', ` ${schema}.store `));
    for (const readOnly of [false, true]) {
      const opening = openStore(where, { readOnly });
      await expect(opening).rejects.toThrow(CorruptDataError);
      await expect(opening).rejects.toThrow(
        `The table ${schema}.store of ${where.replace('test@', '').replace(/schema=.*/, 'schema=')}`,
      );
      await expect(opening).rejects.toThrow(`this has ${what}. Make it what it was (psql), or choose another schema.`);
    }
  });

  it.each([
    ['gone', 'DELETE FROM store WHERE true', '0 rows'],
    ['of another recipe', "UPDATE store SET recipe = 'words/2'", '1 row'],
    ['of another distance', 'UPDATE store SET max_distance = 5', '1 row'],
  ])('settings that are %s are found by check of a store that was opened before', async (_, sql, has) => {
    await server.query(sql.replace(' store ', ` ${schema}.store `));
    expect(await store.check()).toEqual({
      documents: 1,
      damage: [
        expect.stringContaining(
          `store has been changed by somebody else: it has ${has}, and had one with words-bigrams/2 and 3.`,
        ),
      ],
    });
  });

  it('settings that another brings to a later version meanwhile stay of that version', async () => {
    await server.query(`UPDATE ${schema}.store SET version = 1`);
    const name = `hammingbird ${new URL(where).searchParams.get('schema')!}`.replaceAll("'", "''");
    const another = await server.holding(
      `SELECT pg_advisory_xact_lock(hashtextextended('${name}', 0)); UPDATE ${schema}.store SET version = 99`,
    );
    const opening = openStore(where).catch((error) => error);
    await server.whenWaiting();
    await another.query('COMMIT');
    await another.end();
    expect((await opening).message).toMatch(/version 99 of the schema, and this hammingbird knows 2/);
    expect(await server.query(`SELECT version FROM ${schema}.store`)).toEqual([{ version: 99 }]);
  });

  it('rows that are kept from the user of the address are not missing without a word: that they are is named', async () => {
    await server.query('CREATE ROLE kept LOGIN');
    await server.query(`GRANT USAGE ON SCHEMA ${schema} TO kept; GRANT SELECT ON ${schema}.store TO kept`);
    await change('GRANT SELECT, INSERT, DELETE ON document TO kept; ALTER TABLE document ENABLE ROW LEVEL SECURITY');
    await server.query(`CREATE POLICY all_may_insert ON ${schema}.document FOR INSERT WITH CHECK (true)`);
    const guest = await openStore(where.replace('test@', 'kept@'));
    for (const ask of [
      () => guest.search({ fingerprint: 1n }),
      () => guest.insertIfNew({ id: 'b', fingerprint: 0n }),
      () => guest.remove('a'),
      () => guest.size(),
      () => guest.check(),
      () => collected(guest.export()),
    ]) {
      await expect(ask()).rejects.toThrow(StoreFailedError);
      await expect(ask()).rejects.toThrow(/refused \(42501: .*row-level security.* lacks a right/);
    }
    await guest.close();
    expect(await store.search({ fingerprint: 1n })).toHaveLength(1);
  });

  it.each(['insert', 'load'] as const)('a trigger that keeps rows out ends %s, by name', async (insertion) => {
    await server.query(
      `CREATE FUNCTION ${schema}.keep_out() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
       CREATE TRIGGER keep_out BEFORE INSERT ON ${schema}.document FOR EACH ROW EXECUTE FUNCTION ${schema}.keep_out()`,
    );
    const document = { id: 'b', fingerprint: 2n };
    const inserting = insertion === 'insert' ? store.insert(document) : store.load([document]);
    await expect(inserting).rejects.toThrow(StoreFailedError);
    await expect(inserting).rejects.toThrow(/^"b" was not stored: .*\.document did not take it, .* triggers/);
  });
});
