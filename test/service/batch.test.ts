// What becomes of the documents of a batch when the store fails at one of them, or at all.
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { type ServeOptions, serve } from '../../src/service/server/index.ts';
import type { CheckedStore } from '../../src/store/checked-store.ts';
import { ConnectionLostError, StoreFailedError } from '../../src/store/errors.ts';
import { openStore } from '../../src/store/open-store.ts';
import { quoted } from '../../src/store/postgres/address.ts';
import { Keys } from '../../src/store/redis/keys.ts';
import type { NewDocument, Store } from '../../src/store/store.ts';
import { dataFileOf, folderPlace } from '../store/folder.ts';
import { POSTGRES, PostgresServer } from '../store/postgres-server.ts';
import { prefixOf, REDIS, RedisServers } from '../store/redis-servers.ts';
import { unrelated } from '../store/unrelated.ts';
import { jsonLines } from '../support/command.ts';
import { fetchText, LINES_BODY } from './served.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

interface Answered {
  readonly id: string;
  readonly inserted?: boolean;
  readonly duplicates?: readonly { readonly id: string }[];
  readonly error?: { readonly name: string; readonly message: string };
}

/** The answers to a batch, of a service over a store. */
async function answersTo(
  store: Store,
  documents: readonly { readonly id: string; readonly fingerprint: bigint }[],
  limits: ServeOptions['limits'] = {},
): Promise<Answered[]> {
  const { url, close } = await serve(store, { version: '0.0.0', limits });
  ends.push(close);
  const lines = documents.map(({ id, fingerprint }) =>
    JSON.stringify({ id, fingerprint: fingerprint.toString(16).padStart(16, '0') }),
  );
  return jsonLines((await fetchText(`${url}/v1/documents/batch`, lines.join('\n'), LINES_BODY)).text);
}

/** In a word for each: what became of it. */
const words = (answers: readonly Answered[]): string[] =>
  answers.map(({ inserted, duplicates, error }) =>
    error ? error.name : inserted ? 'inserted' : `like ${duplicates!.map(({ id }) => id)}`,
  );

async function opened(where: string): Promise<CheckedStore> {
  const store = (await openStore(where)) as CheckedStore;
  ends.push(() => store.close());
  return store;
}

async function folder(): Promise<string> {
  const { where, remove } = await folderPlace();
  ends.push(remove);
  return where;
}

// Each resembles the one before it, and not the one before that.
const FIRST = { id: 'first', fingerprint: 0n };
const A = { id: 'a', fingerprint: 0x7n };
const B = { id: 'b', fingerprint: 0x3fn };
const BAD = { id: 'bad', fingerprint: 0xffffn << 48n };
const LIKE_BAD = { id: 'like bad', fingerprint: 0xfffen << 48n };

describe('A store that fails halfway', () => {
  /** What is not among these is settled before it fails, as it does whenever the first of them is there. */
  function failing(store: CheckedStore, error: Error, unsettled: readonly string[]): void {
    const [insertOne, insertAll] = [store.insertIfNew.bind(store), store.insertAllIfNew.bind(store)];
    const fails = ({ id }: NewDocument): boolean => id === unsettled[0];
    store.insertIfNew = async (document) => {
      if (fails(document)) throw error;
      return insertOne(document);
    };
    store.insertAllIfNew = async (documents, settled = []) => {
      if (!documents.some(fails)) return insertAll(documents, settled);
      for (const [i, document] of documents.entries()) {
        if (!unsettled.includes(document.id)) settled[i] = await insertOne(document);
      }
      throw error;
    };
  }

  it.each([
    ['what was before', [A, B, BAD, LIKE_BAD], ['like first', 'inserted', 'StoreFailedError', 'inserted']],
    ['what was behind', [BAD, A, B, LIKE_BAD], ['StoreFailedError', 'like first', 'inserted', 'inserted']],
  ])('and has settled %s keeps out no other, and none is taken for like one behind it', async (_, given, expected) => {
    const store = await opened(await folder());
    await store.insert(FIRST);
    failing(store, new StoreFailedError('It was not done.'), ['bad', 'like bad']);
    expect(words(await answersTo(store, given))).toEqual(expected);
    expect(await store.size()).toBe(3);
  });

  it('for want of a connection is asked no more, and what it had settled is answered', async () => {
    const store = await opened(await folder());
    let asked = 0;
    failing(store, ConnectionLostError.to('the store', 'cut', undefined), ['bad', 'like bad']);
    const insertOne = store.insertIfNew;
    store.insertIfNew = (document) => {
      asked++;
      return insertOne(document);
    };
    const answers = await answersTo(store, [A, BAD, LIKE_BAD]);
    expect(words(answers)).toEqual(['inserted', 'ConnectionLostError', 'ConnectionLostError']);
    expect(asked).toBe(0);
  });

  it('slowly is not asked again for every document', async () => {
    const store = await opened(await folder());
    let asked = 0;
    const fail = async (): Promise<never> => {
      asked++;
      await setTimeout(200);
      throw new StoreFailedError('It cannot be reached.');
    };
    Object.assign(store, { insertIfNew: fail, insertAllIfNew: fail });
    const answers = await answersTo(store, unrelated(100, 3n), { time: 100 });
    expect(words(answers)).toEqual(Array(100).fill('StoreFailedError'));
    expect(asked).toBe(1);
  });
});

describe('One document at which the store always fails keeps out no other', () => {
  /** More than one step of any store takes, with one in their midst that fails. */
  const others = unrelated(480, 7n);
  const given = [...others.slice(0, 100), BAD, A, B, ...others.slice(100)];

  async function expectAllButOne(store: Store, error: string, message: RegExp): Promise<void> {
    await store.insert(FIRST);
    const before = await store.size();
    const expected = given.map(({ id }) => ({ bad: error, a: 'like first' })[id] ?? 'inserted');
    const answers = await answersTo(store, given);
    expect(words(answers)).toEqual(expected);
    expect(answers[100]!.error!.message).toMatch(message);
    expect(await store.size()).toBe(before + others.length + 1);
    // To repeat them does no harm.
    const again = words(await answersTo(store, given));
    expect(again).toEqual(expected.map((word) => (word === 'like first' ? 'like b,first' : word)));
    expect(await store.size()).toBe(before + others.length + 1);
  }

  it('in a folder, where what is stored under its id is damaged', async () => {
    const where = await folder();
    const whole = await openStore(where);
    await whole.insert(BAD);
    await whole.close();
    const data = dataFileOf(where);
    const bytes = readFileSync(data);
    const key = Buffer.from('\x02bad');
    for (let at = bytes.indexOf(key); at >= 0; at = bytes.indexOf(key, at + 1)) bytes[at + key.length + 8]! ^= 1;
    writeFileSync(data, bytes);
    const store = await opened(where);
    await expectAllButOne(store, 'CorruptDataError', /./);
  });

  it.skipIf(REDIS === undefined)('in Redis, where a record cannot be read that it resembles', async () => {
    const servers = await RedisServers.start('alone');
    ends.push(() => servers.stop());
    const where = servers.place();
    const store = await opened(where);
    await store.insert(LIKE_BAD);
    const key = new Keys(prefixOf(where)).record('like bad');
    await servers.nodes[0]!.ask((client) => client.append(key, 'x'));
    await expectAllButOne(store, 'CorruptDataError', /^The record of "like bad" has been changed/);
  });

  it.skipIf(POSTGRES === undefined)('in PostgreSQL, where the table does not take it', async () => {
    const server = await PostgresServer.start(POSTGRES!);
    ends.push(() => server.stop());
    const where = server.place();
    const store = await opened(where);
    const schema = quoted(new URL(where).searchParams.get('schema')!);
    await server.query(`ALTER TABLE ${schema}.document ADD CONSTRAINT none CHECK (id <> 'bad')`);
    await expectAllButOne(store, 'StoreFailedError', /violates check constraint.*this step was not done/);
  });
});
