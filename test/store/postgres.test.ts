// The store in PostgreSQL, on a real server.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSecureContext, TLSSocket } from 'node:tls';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { InvalidArgumentError } from '../../src/errors.ts';
import { ConnectionLostError, StoreFailedError, StoreMismatchError } from '../../src/store/errors.ts';
import { openStore } from '../../src/store/open-store.ts';
import { quoted } from '../../src/store/postgres/address.ts';
import { literal, nearSql } from '../../src/store/postgres/near.ts';
import type { StoreOptions } from '../../src/store/settings.ts';
import type { Store } from '../../src/store/store.ts';
import { needs } from '../support/command.ts';
import { flipped, randomBits } from '../support/fingerprints.ts';
import { mountSmallDisk } from '../support/small-disk.ts';
import { Authority, OPENSSL } from './authority.ts';
import { storeContract } from './contract.ts';
import { explain } from './explain.ts';
import { writeThroughFaults } from './faults.ts';
import { POSTGRES, PostgresServer } from './postgres-server.ts';
import { groupOf, race } from './races.ts';
import { collected, INSERTIONS, insertBy } from './sequences.ts';

let server: PostgresServer;
const schemaOf = (where: string): string => quoted(new URL(where).searchParams.get('schema')!);
const literalOf = (text: string): string => pg.escapeLiteral(text);
/** The name of a schema as a literal. */
const nameOf = (where: string): string => literalOf(new URL(where).searchParams.get('schema')!);

it('has PostgreSQL', ({ skip }) => needs(POSTGRES !== undefined, 'PostgreSQL (Debian: postgresql)', skip));

describe.skipIf(POSTGRES === undefined)('PostgreSQL', () => {
  beforeAll(async () => {
    server = await PostgresServer.start(POSTGRES!);
  });
  afterAll(() => server?.stop());

  storeContract(
    'PostgreSQL',
    async () => {
      const where = server.place();
      return {
        where,
        remove: async () => void (await server.query(`DROP SCHEMA IF EXISTS ${schemaOf(where)} CASCADE`)),
      };
    },
    { oneWinner: true, sequences: 20 },
  );

  let where: string;
  let schema: string;
  let opened: Store[];
  const open = async (options: StoreOptions = {}): Promise<Store> => {
    const store = await openStore(where, options);
    opened.push(store);
    return store;
  };
  /** From now on the server refuses insertions, while a condition holds. */
  const raise = (message: string, code: string, condition = 'true') =>
    server.query(
      `CREATE FUNCTION ${schema}.refuse() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN IF ${condition} THEN RAISE '${message}' USING ERRCODE = '${code}'; END IF; RETURN NEW; END $$;
       CREATE TRIGGER refuse BEFORE INSERT ON ${schema}.document EXECUTE FUNCTION ${schema}.refuse()`,
    );
  beforeEach(() => {
    where = server.place();
    schema = schemaOf(where);
    opened = [];
  });
  afterEach(async () => {
    for (const store of opened) await store.close();
  });

  describe('indexes', () => {
    const documents = (count: number): { id: string; fingerprint: bigint; time: number }[] => {
      const random = randomBits(1n);
      return Array.from({ length: count }, (_, i) => ({ id: `document ${i}`, fingerprint: random(), time: i }));
    };

    it.each([0, 2, 3, 7])('at distance %i: only they are read', async (maxDistance) => {
      const store = await open({ maxDistance });
      const all = documents(20_000);
      await store.load(all);
      const near = nearSql(schema, maxDistance, {
        fingerprint: literal(all[0]!.fingerprint),
        distance: maxDistance,
        limit: 'ALL',
      });
      const plan = await explain(server, near);
      const tables = Math.min(4, maxDistance + 1);
      const scans = plan.filter((node) => /^near_/.test(node['Index Name'] ?? ''));
      expect(scans.map((node) => [node['Node Type'], node['Heap Fetches']])).toEqual(
        Array.from({ length: tables }, () => ['Index Only Scan', 0]),
      );
      expect(new Set(scans.map((node) => node['Index Name'])).size).toBe(tables);
      // And of the rows, only those that are found, by their numbers.
      expect(plan.some((node) => node['Node Type'] === 'Seq Scan' || /Bitmap/.test(node['Node Type'])).valueOf()).toBe(
        false,
      );
    });

    it('are made when many documents have been loaded, or when a store is opened whose loading was interrupted', async () => {
      const store = await open();
      const seen: number[] = [];
      const names = async (): Promise<number> =>
        (await server.query(`SELECT FROM pg_indexes WHERE schemaname = ${nameOf(where)} AND indexname LIKE 'near_%'`))
          .length;
      const all = documents(30_000);
      async function* watched() {
        for (const [i, document] of all.entries()) {
          if (i === 25_000) seen.push(await names());
          yield document;
        }
      }
      // One that is not there need not be dropped.
      await server.query(`DROP INDEX ${schema}.near_0`);
      expect(await store.load(watched())).toBe(30_000);
      expect([...seen, await names()]).toEqual([0, 4]);
      // Where there are documents, searches need them.
      expect(await store.load(watched())).toBe(30_000);
      expect(seen).toEqual([0, 4]);
      expect(await store.check()).toEqual({ documents: 30_000, damage: [] });
      expect(await store.search({ fingerprint: all[29_999]!.fingerprint ^ 7n })).toMatchObject([
        { id: 'document 29999', distance: 3 },
      ]);
      await server.query(`DROP INDEX ${schema}.near_2`);
      await open();
      expect(await names()).toBe(4);
    });

    it('that cannot be made when a loading fails do not hide why it failed', async () => {
      const store = await open();
      async function* ending() {
        yield* documents(20_000);
        await server.query(`DROP SCHEMA ${schema} CASCADE`);
        throw new Error('no more');
      }
      await expect(store.load(ending())).rejects.toThrow('no more');
    });

    it('do not let documents wait that are few and large', async () => {
      const store = await open();
      const seen: number[] = [];
      async function* watched() {
        for (let i = 0; i < 1000; i++) {
          if (i === 900) seen.push(await store.size());
          yield { id: `${i}`, fingerprint: null, time: i, meta: 'x'.repeat(60_000) };
        }
      }
      expect(await store.load(watched())).toBe(1000);
      expect(seen[0]).toBeGreaterThan(500);
      expect(await store.size()).toBe(1000);
    });

    it('that are not there, as after a loading whose server was lost, are found by check, and made by compact', async () => {
      const store = await open();
      await store.insert({ id: 'a', fingerprint: 5n });
      await server.query(`DROP INDEX ${schema}.near_2`);
      const { damage } = await store.check();
      expect(damage).toEqual(['The index near_2 is not there. Searches read every document. Compacting makes it.']);
      await store.compact();
      expect(await store.check()).toEqual({ documents: 1, damage: [] });
    });

    it.each(['empty', 'full'])(
      'of a store that is %s are left while somebody reads all, and nobody waits',
      async (is) => {
        where = `${where}&patience=10`;
        const store = await open();
        if (is === 'full') await store.insert({ id: 'a', fingerprint: 1n });
        // As pg_dump does.
        const reading = await server.holding(`LOCK TABLE ${schema}.document IN ACCESS SHARE MODE`);
        const loading = store.load(documents(10_001));
        const isThere = async (): Promise<true> => {
          while (!(await store.get('document 10000')));
          return true;
        };
        const late = sleep(30_000, 'late');
        const first = await Promise.race([isThere(), late]).finally(() => reading.end());
        expect(await loading).toBe(10_001);
        expect(first).toBe(true);
        expect((await store.check()).damage).toEqual([]);
      },
    );

    it('are left to their owner when somebody else opens a store without them, or loads many documents', async () => {
      await open();
      await server.query('CREATE ROLE guest LOGIN');
      await server.query(`GRANT USAGE ON SCHEMA ${schema} TO guest; GRANT SELECT ON ${schema}.store TO guest`);
      await server.query(`GRANT SELECT, INSERT ON ${schema}.document TO guest`);
      await server.query(`DROP INDEX ${schema}.near_2`);
      where = where.replace('test@', 'guest@');
      const store = await open();
      expect(await store.load(documents(10_001))).toBe(10_001);
      expect((await store.check()).damage).toEqual([expect.stringMatching(/^The index near_2 is not there/)]);
    });

    it.each(['near_0', 'near_1', 'near_2', 'near_3', 'document_id_key', 'document_pkey', 'document_time'])(
      'that lack documents are found by check, however small others are: %s',
      async (name) => {
        const store = await open();
        await store.load(documents(10_001));
        const others = await server.query(
          `SELECT quote_ident(relname) AS name FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
           WHERE indrelid = ${literalOf(`${schema}.document`)}::regclass AND relname <> '${name}'`,
        );
        const ready = (is: boolean) =>
          `UPDATE pg_index SET indisready = ${is} WHERE indexrelid = ${literalOf(`${schema}.${name}`)}::regclass`;
        await server.query(ready(false));
        await store.insert({ id: 'a', fingerprint: 1n });
        await server.query(ready(true));
        for (const other of others) await server.query(`REINDEX INDEX ${schema}.${other.name}`);
        const { documents: count, damage } = await store.check();
        expect([count, damage]).toEqual([
          10_002,
          [`The index ${name} has 10001 documents, and the table 10002. Compacting makes it anew.`],
        ]);
        await store.compact();
        expect(await store.check()).toEqual({ documents: 10_002, damage: [] });
      },
    );

    it('that have other fingerprints than the table are found by check, whatever the address says of plans', async () => {
      where = `${where}&options=${encodeURIComponent('-c enable_indexscan=off -c enable_indexonlyscan=off')}`;
      const store = await open();
      await store.load([
        { id: 'a', fingerprint: 1n },
        { id: 'b', fingerprint: 2n },
      ]);
      const live = (is: boolean) => `UPDATE pg_index SET indislive = ${is} FROM pg_class WHERE oid = indexrelid
        AND indrelid = ${literalOf(`${schema}.document`)}::regclass AND relname LIKE 'near_%'`;
      await server.query(live(false));
      await server.query(`UPDATE ${schema}.document SET fingerprint = 3 - fingerprint`);
      await server.query(live(true));
      const { damage } = await store.check();
      expect(damage).toHaveLength(4);
      expect(damage[3]).toBe(
        'The index near_3 has 2 documents, and the table 2, not the same. Compacting makes it anew.',
      );
      await store.compact();
      expect(await store.check()).toEqual({ documents: 2, damage: [] });
    });

    it('that somebody else has made in place of ours are found by check', async () => {
      const store = await open();
      await store.insert({ id: 'a', fingerprint: 1n });
      const [near] = await server.query(`SELECT pg_get_indexdef(${literalOf(`${schema}.near_0`)}::regclass) AS sql`);
      await server.query(`DROP INDEX ${schema}.near_0; ${near.sql} WHERE number > 5`);
      await server.query(
        `DROP INDEX ${schema}.document_time; CREATE INDEX document_time ON ${schema}.document (fingerprint)`,
      );
      expect((await store.check()).damage).toEqual([
        expect.stringMatching(/^The index document_time is not what it is called/),
        expect.stringMatching(/^The index near_0 is not what it is called.* Drop it\. .*Compacting makes it\./),
      ]);
    });

    it('are found sound while others insert', async () => {
      const store = await open();
      let isChecked = false;
      const inserting = (async () => {
        for (let i = 0; !isChecked; i++) await store.insert({ id: `${i}`, fingerprint: BigInt(i) });
      })();
      for (let i = 0; i < 20; i++) expect((await store.check()).damage).toEqual([]);
      isChecked = true;
      await inserting;
    });
  });

  it('changed by somebody else is found by check: rows that are no documents, and what is not there', async () => {
    const store = await open();
    await store.insert({ id: 'a', fingerprint: 1n });
    await server.query(
      `INSERT INTO ${schema}.document (id, fingerprint, time) VALUES ('\\xff', 2, 0), ('', 3, 0), ('b', 4, ${2n ** 60n})`,
    );
    await server.query(`DROP FUNCTION ${schema}.insert_if_new; DROP INDEX ${schema}.document_time`);
    const rows = [
      /^The row of "" in .*document is no document, .* 1 to 1,024 bytes.* Delete it \(psql\)/,
      /"b" in .* is no document.*A time is/,
      /id is no UTF-8/,
    ];
    expect(await store.check()).toEqual({
      documents: 1,
      damage: [/^insert_if_new is not there/, /^The index document_time is not there/, ...rows].map((line) =>
        expect.stringMatching(line),
      ),
    });
    await server.query(`ALTER TABLE ${schema}.document DROP meta`);
    await expect(store.check()).rejects.toThrow(/refused \(42703: column "meta" does not exist\)/);
  });

  it('whose distance somebody else has changed is found by check: what is inserted is compared by another', async () => {
    const store = await open({ maxDistance: 3 });
    expect((await store.check()).damage).toEqual([]);
    await server.query(`UPDATE ${schema}.store SET max_distance = 5`);
    const changed = await open();
    expect((await changed.check()).damage).toEqual([
      expect.stringMatching(/^insert_if_new is not what is made for distance 5: /),
    ]);
  });

  it('compacted again after it was interrupted has no more indexes than before', async () => {
    const store = await open();
    const indexes = `SELECT count(*) FROM pg_indexes WHERE schemaname = ${nameOf(where)}`;
    const before = await server.query(indexes);
    // For its end REINDEX waits, with all of its new indexes begun.
    const holder = await server.holding(`LOCK TABLE ${schema}.document IN ROW EXCLUSIVE MODE`);
    const compacting = store.compact().catch((error) => error);
    const waiting = "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'REINDEX%'";
    while ((await server.query(waiting)).length === 0);
    await server.query(`SELECT pg_terminate_backend(pid) FROM (${waiting}) AS waiting`);
    expect(await compacting).toBeInstanceOf(ConnectionLostError);
    await holder.end();
    expect(await server.query(indexes)).not.toEqual(before);
    await Promise.all([store.compact(), store.compact()]);
    expect(await server.query(indexes)).toEqual(before);
  });

  it('is compacted by one at a time', async () => {
    const store = await open();
    const key = literalOf(`hammingbird compact ${schema}`);
    const another = await server.holding(`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
    const compacting = store.compact();
    const waiting = sleep(1000, 'waiting');
    const first = await Promise.race([compacting, waiting]).finally(() => another.end());
    expect([first, await compacting]).toEqual(['waiting', undefined]);
    const late = sleep(5000, 'late');
    expect(await Promise.race([(await open()).compact(), late])).toBe(undefined);
  });

  it('is made once by eight that open it at once', async () => {
    await Promise.all(Array.from({ length: 8 }, () => open({ maxDistance: 5 })));
    expect(opened.map(({ maxDistance }) => maxDistance)).toEqual(new Array(8).fill(5));
    expect(await server.query(`SELECT version, max_distance FROM ${schema}.store`)).toEqual([
      { version: 2, max_distance: 5 },
    ]);
  });

  it('of a newer version is refused by name', async () => {
    await open();
    await server.query(`UPDATE ${schema}.store SET version = 99`);
    await expect(open()).rejects.toThrow(/version 99 of the schema, and this hammingbird knows 2/);
    await expect(open()).rejects.toThrow(StoreFailedError);
  });

  it('of an older version is brought up to date, but not to be read', async () => {
    const before = await open({ maxDistance: 5 });
    await before.insert({ id: 'a', fingerprint: 1n });
    await server.query(`DROP FUNCTION ${schema}.insert_if_new; UPDATE ${schema}.store SET version = 1`);
    await expect(open({ readOnly: true })).rejects.toThrow(/version 1 .*older\. Open it once without readOnly/);
    await expect(open({ maxDistance: 4 })).rejects.toThrow(StoreMismatchError);
    const store = await open();
    expect(await store.check()).toEqual({ documents: 1, damage: [] });
    expect(await store.insertIfNew({ id: 'b', fingerprint: 0n })).toMatchObject({ duplicates: [{ id: 'a' }] });
  });

  it('is made in no database of another encoding than UTF-8', async () => {
    await server.query("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0");
    where = where.replace('/postgres?', '/latin?');
    await expect(open()).rejects.toThrow(/has the encoding LATIN1; a store needs UTF8/);
  });

  it('whose user begins transactions otherwise keeps its promise nevertheless', async () => {
    where = `${where}&options=${encodeURIComponent('-c default_transaction_isolation=serializable')}`;
    const store = await open();
    expect((await store.insertIfNew({ id: 'a', fingerprint: 1n })).inserted).toBe(true);
    const call = `SELECT FROM ${schema}.insert_if_new('{b}', '{1}', '{0}', '{null}')`;
    await expect(server.query(`BEGIN ISOLATION LEVEL REPEATABLE READ; ${call}`)).rejects.toThrow(/read committed/);
  });

  it('waits for no other one in the same database', async () => {
    const call = `SELECT FROM ${schema}.insert_if_new('{a}', '{1}', '{0}', '{null}')`;
    await open();
    where = `${server.place()}&patience=5`;
    const another = await open();
    const holder = await server.holding(call);
    const inserting = another.insertIfNew({ id: 'a', fingerprint: 1n }).finally(() => holder.end());
    expect(await inserting).toEqual({ inserted: true, duplicates: [] });
  });

  it('that was begun and not finished is finished', async () => {
    await server.query(`CREATE SCHEMA ${schema}`);
    await expect(open({ readOnly: true })).rejects.toThrow(/no store/);
    const store = await open();
    await store.insert({ id: 'a', fingerprint: 5n });
    expect(await store.size()).toBe(1);
  });

  it.each(INSERTIONS)(
    'in which an id was taken, and is free again, before %s could see by what, has the document',
    async (name) => {
      const store = await open();
      // What removes the first one as soon as the second could not be inserted.
      await server.query(
        `CREATE FUNCTION ${schema}.remove() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN DELETE FROM ${schema}.document WHERE fingerprint = 1; RETURN NULL; END $$;
         CREATE TRIGGER remove AFTER INSERT ON ${schema}.document EXECUTE FUNCTION ${schema}.remove()`,
      );
      const holder = await server.holding('SET LOCAL session_replication_role = replica');
      await holder.query(`INSERT INTO ${schema}.document (id, fingerprint, time) VALUES ('a', 1, 0)`);
      const inserting = insertBy(name, store, { id: 'a', fingerprint: 0xffn });
      await server.whenWaiting();
      await holder.query('COMMIT');
      await holder.end();
      await inserting;
      expect(await store.get('a')).toMatchObject({ fingerprint: 0xffn });
    },
  );

  describe('races of processes', () => {
    it('of two near-duplicates one waits for the other, though all blocks but one differ', async () => {
      const store = await open({ maxDistance: 3 });
      const first = await server.holding(`SELECT FROM ${schema}.insert_if_new('{a}', '{0}', '{0}', '{null}')`);
      // Each in another of four blocks, and of three.
      const inserting = store.insertIfNew({ id: 'b', fingerprint: (1n << 8n) | (1n << 31n) | (1n << 55n) });
      await sleep(500);
      await first.query('COMMIT');
      await first.end();
      expect(await inserting).toMatchObject({ inserted: false, duplicates: [{ id: 'a', distance: 3 }] });
    });

    it.each([
      ['one by one, at distance 3', { processes: 8, groups: 400, distance: 3, batch: 1 }],
      ['in batches, each in its own order', { processes: 8, groups: 200, distance: 3, batch: 50 }],
      ['at distance 10', { processes: 8, groups: 50, distance: 10, batch: 10 }],
    ])('%s: exactly one of each group is inserted', async (_, given) => {
      const store = await open({ maxDistance: given.distance });
      const told = await race(where, given);
      const winners = told.filter(({ inserted }) => inserted);
      const stored = (await collected(store.export())).map(({ id }) => id);
      console.log(`${given.processes} processes, ${given.groups} groups: ${winners.length} winners`);
      expect(winners.map(({ id }) => id).sort()).toEqual(stored.sort());
      expect(new Set(winners.map(groupOf)).size).toBe(given.groups);
      expect(winners.length).toBe(given.groups);
      for (const { id, inserted, duplicates } of told) {
        const [winner] = winners.filter((one) => groupOf(one) === groupOf({ id }));
        expect(duplicates).toEqual(inserted ? [] : [winner!.id]);
      }
    });
  });

  describe('faults', () => {
    it('a server that is not there is named, and nothing is done', async () => {
      const nowhere = openStore('postgres://someone:secret@127.0.0.1:1/nowhere');
      await expect(nowhere).rejects.toThrow(StoreFailedError);
      await expect(nowhere).rejects.toThrow(
        /127\.0\.0\.1:1\/nowhere.* cannot be reached \(ECONNREFUSED.*this step was not done/,
      );
      await nowhere.catch(({ message }) => expect(message).not.toMatch(/secret|someone/));
    });

    it('a disk that is full is named, loses nothing that was acknowledged, and goes on when there is room', async ({
      skip,
    }) => {
      const disk = server.folder('disk');
      mountSmallDisk(disk, 'size=1m,mode=0777', skip);
      try {
        await server.query(`CREATE TABLESPACE small LOCATION '${server.folder('disk/space')}'`);
        where = `${where}&options=${encodeURIComponent('-c default_tablespace=small')}`;
        const store = await open();
        const acknowledged: string[] = [];
        const random = randomBits(9n);
        const fill = async (): Promise<never> => {
          for (;;) {
            const document = {
              id: `${acknowledged.length}`,
              fingerprint: random(),
              meta: String(random()).repeat(50),
              time: 0,
            };
            await store.insertIfNew(document);
            acknowledged.push(document.id);
          }
        };
        const filling = fill();
        await expect(filling).rejects.toThrow(StoreFailedError);
        await expect(filling).rejects.toThrow(/refused.*this step was not done\. The disk of the server is full/);
        expect(acknowledged.length).toBeGreaterThan(20);
        expect((await collected(store.export())).map(({ id }) => id).sort()).toEqual(acknowledged.sort());
        expect((await store.check()).damage).toEqual([]);
        execFileSync('mount', ['-o', 'remount,size=8m', disk]);
        expect((await store.insertIfNew({ id: 'a', fingerprint: 1n })).inserted).toBe(true);
        await server.query(`DROP SCHEMA ${schema} CASCADE`);
        await server.query('DROP TABLESPACE small');
      } finally {
        execFileSync('umount', ['--lazy', disk]);
      }
    });

    it('a session that is ended leaves an outcome that is unknown; the next call finds a new one', async () => {
      const store = await open();
      const holder = await server.holding(`LOCK TABLE ${schema}.document`);
      const inserting = store.insertIfNew({ id: 'a', fingerprint: 1n }).catch((error) => error);
      await server.query(`SELECT pg_terminate_backend(${await server.whenWaiting()})`);
      const error = await inserting;
      expect(error).toBeInstanceOf(ConnectionLostError);
      expect(error.message).toMatch(/No answer came.*not known: repeat it/);
      await holder.end();
      expect(await store.insertIfNew({ id: 'a', fingerprint: 1n })).toEqual({ inserted: true, duplicates: [] });
    });

    it('a server that does not answer leaves an outcome that is unknown', async () => {
      where = `${where}&patience=1`;
      const store = await open();
      const holder = await server.holding(`LOCK TABLE ${schema}.document`);
      const unanswered = /No answer came from .*timeout.*not known: repeat it/;
      await expect(store.insert({ id: 'a', fingerprint: 1n })).rejects.toThrow(unanswered);
      await expect(store.size()).rejects.toThrow(unanswered);
      await expect(store.stats()).rejects.toThrow(unanswered);
      await holder.end();
      await store.insert({ id: 'a', fingerprint: 1n });
      expect(await store.size()).toBe(1);
    });

    it('what nobody waits for any more does not stand in line at the server', async () => {
      where = `${where}&patience=1`;
      const store = await open();
      const holder = await server.holding(`LOCK TABLE ${schema}.document`);
      await expect(store.insert({ id: 'a', fingerprint: 1n })).rejects.toThrow(ConnectionLostError);
      await vi.waitUntil(async () => (await server.waiting()).length === 0, 10_000);
      await holder.end();
      expect(await store.size()).toBe(0);
    });

    it('a server that answers none of the calls that have all connections is not waited for without end by others', async () => {
      where = `${where}&patience=1`;
      const store = await open();
      const holder = await server.holding(`LOCK TABLE ${schema}.document`);
      const expiring = Array.from({ length: 10 }, () => store.expire(0));
      const refused = /has answered nobody for 1 s, and all 10 connections wait for it; this step was not done\./;
      await expect(store.get('a')).rejects.toThrow(refused);
      await holder.end();
      expect(await Promise.all(expiring)).toEqual(expiring.map(() => 0));
      expect(await store.get('a')).toBe(undefined);
    });

    it('a server that falls silent when it has let somebody in is not waited for without end', async () => {
      const proxy = createServer((client) => {
        const behind = connect(Number(new URL(server.address).port), '127.0.0.1');
        client.on('error', () => undefined).pipe(behind);
        behind.on('data', (answer) => {
          client.write(answer);
          // ReadyForQuery: what is asked for from here on is not answered.
          if (answer.at(-6) === 'Z'.charCodeAt(0)) behind.removeAllListeners('data');
        });
        client.once('close', () => behind.destroy());
      }).listen(0, '127.0.0.1');
      await once(proxy, 'listening');
      const through = new URL(`${where}&patience=1`);
      through.port = `${(proxy.address() as AddressInfo).port}`;
      await expect(openStore(through.href)).rejects.toThrow(/cannot be reached \(.*timeout\); this step was not done/);
      proxy.close();
    });

    it.each([
      ['26000', /pool_mode = session/],
      ['42P05', /pool_mode = session/],
      ['25006', /the one that writes/],
      ['3F000', /schema=name/],
      ['42501', /lacks a right/],
      ['42P01', /schema=name/],
      ['42703', /schema=name/],
      ['42883', /schema=name/],
      ['53100', /disk .* is full/],
      ['53200', /max_locks_per_transaction/],
      ['55P03', /lock_timeout/],
      ['57014', /statement_timeout/],
    ])('what the server refuses by %s is named with its remedy, and not done', async (code, remedy) => {
      const store = await open();
      await raise('no', code);
      const inserting = store.insertIfNew({ id: 'a', fingerprint: 1n });
      await expect(inserting).rejects.toThrow(StoreFailedError);
      await expect(inserting).rejects.toThrow(`refused (${code}: no); this step was not done. `);
      await expect(inserting).rejects.toThrow(remedy);
    });

    it('a pooler that takes no transactions has refused them, and not lost a connection', async () => {
      const store = await open();
      await raise('transaction blocks not allowed in statement pooling mode', '08P01');
      await expect(store.insertIfNew({ id: 'a', fingerprint: 1n })).rejects.toThrow(
        /refused \(08P01: .*not done\. A pooler .* pool_mode = session\.$/,
      );
    });

    it.each(['40P01', '40001'])(
      'what the server ended by %s to free others is begun again, ten times',
      async (code) => {
        const store = await open();
        // A sequence counts what is undone, too.
        await server.query(`CREATE SEQUENCE ${schema}.attempts`);
        await raise('no', code, `nextval(${literalOf(`${schema}.attempts`)}) < 10`);
        await store.insert({ id: 'a', fingerprint: 1n });
        expect(await store.size()).toBe(1);
        await server.query(`ALTER SEQUENCE ${schema}.attempts MINVALUE 0 RESTART WITH 0`);
        await expect(store.insert({ id: 'b', fingerprint: 1n })).rejects.toThrow(`refused (${code}: no)`);
      },
    );

    it.each(['08006', '08P01', '25P03', '25P04', '57P01', '57P02', '57P03', '57P05'])(
      'a server or a pooler that says %s leaves an outcome that is unknown',
      async (code) => {
        const store = await open();
        await raise('gone', code);
        const inserting = store.insertIfNew({ id: 'a', fingerprint: 1n });
        await expect(inserting).rejects.toThrow(ConnectionLostError);
        await expect(inserting).rejects.toThrow(`(${code}: gone)`);
      },
    );

    it.each(['FATAL', 'PANIC'])(
      'a server that ends by %s, as where it cannot write its log, leaves an outcome that is unknown',
      async (severity) => {
        await (await open()).close();
        await raise('no', '53100');
        const proxy = createServer((client) => {
          const behind = connect(Number(new URL(server.address).port), '127.0.0.1');
          client.on('error', () => undefined).pipe(behind);
          // As long as what it replaces.
          const ended = (answer: string) => answer.replace('SERROR\0VERROR', `S${severity}\0V${severity}`);
          behind.on('data', (answer) => client.write(ended(answer.toString('latin1')), 'latin1'));
          client.once('close', () => behind.destroy());
        }).listen(0, '127.0.0.1');
        await once(proxy, 'listening');
        const through = new URL(where);
        through.port = `${(proxy.address() as AddressInfo).port}`;
        where = through.href;
        const inserting = (await open()).insertIfNew({ id: 'a', fingerprint: 1n });
        await expect(inserting).rejects.toThrow(ConnectionLostError);
        await expect(inserting).rejects.toThrow('(53100: no)');
        proxy.close();
      },
    );

    it('a server that lets nobody in, and says nothing, is not waited for longer than patience lasts', async () => {
      const silent = createServer().listen(0, '127.0.0.1');
      await once(silent, 'listening');
      const opening = openStore(`postgres://test@127.0.0.1:${(silent.address() as AddressInfo).port}/x?patience=0.5`);
      const late = new Promise((_, reject) => setTimeout(reject, 5000, new Error('late')));
      await expect(Promise.race([opening, late])).rejects.toThrow(/cannot be reached \(.*timeout/);
      silent.close();
    });

    it('a schema in which somebody else has a table of the same name is named, and left as it is', async () => {
      await server.query(`CREATE SCHEMA ${schema}; CREATE TABLE ${schema}.document (page text)`);
      await expect(open()).rejects.toThrow(/42P07.* already exists.*not done\. Somebody else .*schema=name\.$/);
      await expect(open({ readOnly: true })).rejects.toThrow(/no store/);
    });

    it('more connections than the server takes are named with the remedy, however often, and had when it takes them', async () => {
      await server.query('CREATE ROLE crowded LOGIN; GRANT CREATE ON DATABASE postgres TO crowded');
      where = `${where.replace('test@', 'crowded@')}&patience=5`;
      const store = await open();
      await server.query('ALTER ROLE crowded CONNECTION LIMIT 0');
      await server.query("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE usename = 'crowded'");
      await sleep(200);
      const refused = /cannot be reached \(53300: .*not done\. Raise max_connections/;
      for (let i = 0; i < 11; i++) await expect(store.get('a')).rejects.toThrow(refused);
      await server.query('ALTER ROLE crowded CONNECTION LIMIT -1');
      expect(await store.get('a')).toBe(undefined);
    });

    it('hundreds of calls at once wait for each other, also for longer than for an answer', async () => {
      where = `${where}&patience=2`;
      const store = await open();
      await server.query(
        `CREATE FUNCTION ${schema}.slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.1); RETURN NEW; END $$;
         CREATE TRIGGER slow BEFORE INSERT ON ${schema}.document FOR EACH ROW EXECUTE FUNCTION ${schema}.slow()`,
      );
      const ids = Array.from({ length: 300 }, (_, i) => `${i}`);
      await Promise.all(ids.map((id) => store.insert({ id, fingerprint: null })));
      expect(await store.size()).toBe(300);
    });

    it.each([
      'postgres://host:99999/x',
      'postgres://host/x?schema=',
      'postgres://host/x?schema=pg_x',
      'postgres://host/x?patience=0',
      'postgres://host/x?ssl=false',
      'postgres://host/x?ssl=true&ssl=require',
    ])('the address %s is refused by name', (address) =>
      expect(openStore(address)).rejects.toThrow(InvalidArgumentError),
    );

    it.each(['12/34', '12#34', '12?34', '12?3=4', '12?schema=4'])(
      'the password %s, not percent-encoded, is told to nobody',
      async (password) => {
        const opening = openStore(`postgres://test:${password}@127.0.0.1:1/postgres`);
        await expect(opening).rejects.toThrow(/^User and password are percent-encoded in an address/);
      },
    );

    it('settings of the address that the server does not know are no matter of the schema', () =>
      expect(openStore(`${where}&options=${encodeURIComponent('-c nonexistent=1')}`)).rejects.toThrow(
        /cannot be reached \(42704: .*nonexistent.*not done\. See that the server runs, and that the address is right\.$/,
      ));

    it('statements of which sessions keep a plan have names of their own, whatever store they are of', async () => {
      const query = vi.spyOn(pg.Client.prototype, 'query');
      for (const place of [where, server.place()]) {
        const store = await openStore(place);
        await store.insertIfNew({ id: 'a', fingerprint: 1n });
        for (const maxDistance of [0, 3]) await store.search({ fingerprint: 1n }, { maxDistance });
        await store.close();
      }
      const asked = query.mock.calls.map(([statement]) => statement as unknown as { name?: string; text: string });
      const prepared = asked.filter(({ name }) => name);
      query.mockRestore();
      expect(new Set(prepared.map(({ text }) => text)).size).toBe(6);
      expect(new Set(prepared.map(({ name, text }) => name + text)).size).toBe(6);
      expect(new Set(prepared.map(({ name }) => name)).size).toBe(6);
    });

    it.skipIf(OPENSSL === undefined)('a certificate that Node does not trust is named with the remedy', async () => {
      const authority = new Authority();
      const files = authority.certify('localhost');
      const secureContext = createSecureContext({
        cert: readFileSync(files.certificate),
        key: readFileSync(files.key),
      });
      // It agrees to encrypt, and is not believed.
      const encrypting = createServer((client) => {
        client
          .on('error', () => undefined)
          .once('data', () => {
            client.write('S');
            new TLSSocket(client, { isServer: true, secureContext }).on('error', () => undefined);
          });
      }).listen(0, 'localhost');
      await once(encrypting, 'listening');
      const { port } = encrypting.address() as AddressInfo;
      await expect(openStore(`postgres://test@localhost:${port}/x?ssl=true`)).rejects.toThrow(
        /cannot be reached \(.*unable to verify the first certificate\).* of its authority in NODE_EXTRA_CA_CERTS\.$/,
      );
      encrypting.close();
      authority.remove();
    });

    it('a line that falls silent is probed after ten seconds', async () => {
      const probe = vi.spyOn(Socket.prototype, 'setKeepAlive');
      await open();
      expect(probe.mock.calls).toContainEqual([true, 10_000]);
      probe.mockRestore();
    });

    it('a port that is none is named', () =>
      expect(openStore(`${where}&port=none`)).rejects.toThrow(/cannot be reached \(ERR_SOCKET_BAD_PORT/));

    it('a password that is wanted, and not given, is asked for', async () => {
      await server.query("CREATE ROLE guarded LOGIN PASSWORD 'secret'");
      const opening = openStore(server.address.replace('test@', 'guarded@'));
      await expect(opening).rejects.toThrow(
        /cannot be reached \(the server wants a password, and the address has none\)/,
      );
    });

    it('a store is opened while another process compacts it, and nobody waits', async () => {
      await open();
      // As VACUUM and REINDEX do.
      const compacting = await server.holding(`LOCK TABLE ${schema}.document IN SHARE UPDATE EXCLUSIVE MODE`);
      const opening = open();
      const first = await Promise.race([opening, sleep(2000, 'late')]);
      await compacting.end();
      await opening;
      expect(first).not.toBe('late');
    });

    it('the server killed and started again: nothing acknowledged is lost, and what was repeated is there once', async () => {
      const store = await open();
      const faults = { times: 3, strike: () => server.kill(), mend: () => server.restart(POSTGRES!) };
      const { acknowledged, lost, unreachable, unknown } = await writeThroughFaults(store, faults);
      console.log(
        `PostgreSQL killed ${faults.times} times: ${acknowledged.length} acknowledged, ${lost.length} of them lost; ` +
          `${unknown} calls of unknown outcome, ${unreachable} without a server`,
      );
      expect(lost).toEqual([]);
      expect(unknown + unreachable).toBeGreaterThan(0);
      expect(await store.check()).toEqual({ documents: acknowledged.length, damage: [] });
      for (const { fingerprint } of acknowledged.slice(-100)) {
        expect(await store.search({ fingerprint: flipped(fingerprint, 3, randomBits(fingerprint)) })).toHaveLength(1);
      }
    });
  });
});
