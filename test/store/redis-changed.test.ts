// What somebody else has changed of a store in Redis: found, named, and mended as far as it can be; nothing goes on without end.
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CorruptDataError } from '../../src/errors.ts';
import { StoreFailedError } from '../../src/store/errors.ts';
import { openStore } from '../../src/store/open-store.ts';
import { Keys, shardOf } from '../../src/store/redis/keys.ts';
import type { Store } from '../../src/store/store.ts';
import { prefixOf, REDIS, RedisServers } from './redis-servers.ts';
import { collected } from './sequences.ts';

const NO_TEXT = Buffer.from([0xff, 0x61]);

describe.skipIf(REDIS === undefined)('Of a store in Redis', () => {
  let servers: RedisServers;
  let where: string;
  let store: Store;
  let keys: Keys;
  const redis = <Answer>(ask: (client: Redis) => Promise<Answer>): Promise<Answer> => servers.nodes[0]!.ask(ask);
  /** The lists in which a document is. */
  const lists = (id: string) => ({ ids: keys.ids(shardOf(id)), times: keys.times(shardOf(id)) });

  beforeAll(async () => {
    servers = await RedisServers.start('alone');
  });
  afterAll(() => servers?.stop());
  beforeEach(async () => {
    where = servers.place();
    keys = new Keys(prefixOf(where));
    store = await openStore(where);
    await store.load(['a', 'b', 'c'].map((id, i) => ({ id, fingerprint: 0xffffn << BigInt(16 * i), time: 10 })));
    return () => store.close();
  });

  /** Of every call that meets the record of "a". */
  async function everyCallSays(what: RegExp): Promise<void> {
    for (const meet of [
      () => store.get('a'),
      () => store.remove('a'),
      () => store.expire(11),
      () => store.update({ id: 'a', fingerprint: 1n }),
      () => store.search({ fingerprint: 0xffffn }),
      () => store.insertIfNew({ id: 'd', fingerprint: 0xfffen }),
      () => collected(store.export()),
    ]) {
      await expect(meet()).rejects.toThrow(CorruptDataError);
      await expect(meet()).rejects.toThrow(what);
    }
  }

  it.each([
    ['with a blank before it', (text: string) => ` ${text}`],
    ['with a blank within it', (text: string) => text.replace(',', ', ')],
    [
      'with an escaped mark',
      (text: string) => text.replace(/\["(.)/, (_, [sign]) => `["\\u00${sign.charCodeAt(0).toString(16)}`),
    ],
    ['with a mark of another length', (text: string) => text.replace('["', '["x')],
    ['with a mark of other signs', (text: string) => text.replace(/\["./, '["é')],
    ['without a mark', (text: string) => text.replace(/"[^"]*"/, '""')],
    ['without a fingerprint', (text: string) => text.replace(/,"[^"]*"/, ',"x"')],
    ['with a fingerprint that is too long', (text: string) => text.replace(/,"/, ',"x')],
    ['with a blank before its time', (text: string) => text.replace(/,(\d+)/, ', $1')],
    ['without a time', (text: string) => text.replace(/,\d+/, '')],
    ['with more behind it', (text: string) => text.replace(/\]$/, ',5,5]')],
    ['with a time that is none', (text: string) => text.replace(/,(\d+)\]/, ',9000000000000000]')],
  ])('a record %s is named by whatever meets it', async (_, changed) => {
    await redis(async (client) => client.set(keys.record('a'), changed((await client.get(keys.record('a')))!)));
    await everyCallSays(/^The record of "a" has been changed by somebody else/);
    expect((await store.check()).damage).toContainEqual(expect.stringMatching(/^The record of "a" has been changed/));
  });

  it('a record that is a key of another type is named by whatever meets it, and nothing is inserted beside it', async () => {
    await redis(async (client) => {
      await client.del(keys.record('a'));
      await client.sadd(keys.record('a'), 'another');
    });
    await everyCallSays(/^The key .*:record:a\b.* is of another type/);
  });

  it.each([
    ['another id', (text: string) => `${text}b`],
    ['no id', (text: string) => text.slice(0, 11)],
  ])('a posting with %s hides no document to which others lead, and these stay', async (_, changed) => {
    const buckets = await redis((client) => client.keys(keys.buckets.replace('*', '0.*')));
    await redis(async (client) => {
      for (const bucket of buckets) {
        for (const [mark, text] of Object.entries(await client.hgetall(bucket))) {
          if (text.endsWith('a')) await client.hset(bucket, mark, changed(text));
        }
      }
    });
    const found = [{ id: 'a', distance: 1 }];
    expect((await store.check()).damage).toEqual([expect.stringMatching(/^"a" lacks 1 posting/)]);
    expect(await store.search({ fingerprint: 0xfffen })).toMatchObject(found);
    expect(await store.insertIfNew({ id: 'd', fingerprint: 0xfffen })).toMatchObject({ duplicates: found });
    expect((await store.check()).damage).toEqual([expect.stringMatching(/^"a" lacks 1 posting/)]);
    await store.compact();
    expect(await store.check()).toEqual({ documents: 3, damage: [] });
  });

  it.each([
    ['both lists are gone', (client: Redis) => client.del(...Object.values(lists('a')))],
    ['the time is another in its list', (client: Redis) => client.zadd(lists('a').times, '+inf', 'a')],
    ['the id is listed out of order', (client: Redis) => client.zadd(lists('a').ids, 1, 'a')],
  ])('a document of which %s is found by check, and listed by compact', async (_, change) => {
    await redis<unknown>(change);
    expect(await store.check()).toMatchObject({
      damage: [expect.stringMatching(/^"a" has no record, or is not listed/)],
    });
    await store.compact();
    expect(await store.check()).toEqual({ documents: 3, damage: [] });
    expect([await store.size(), (await collected(store.export())).length]).toEqual([3, 3]);
    expect(await store.expire(11)).toBe(3);
  });

  it.each(['ids', 'times'] as const)('%s of what is no text are named, and made anew by compact', async (list) => {
    const key = lists('a')[list];
    await redis((client) => client.zadd(key, -1, NO_TEXT));
    const named = `has been changed by somebody else: it has what is no id, or is not in order. Delete it`;
    const { damage } = await store.check();
    expect(damage.filter((line) => line.includes(key) && line.includes(named)).length).toBeGreaterThan(0);
    await expect(list === 'ids' ? collected(store.export()) : store.expire(0)).rejects.toThrow(named);
    await expect(store.compact()).rejects.toThrow(CorruptDataError);
    await redis((client) => client.del(key));
    await store.compact();
    expect(await store.check()).toEqual({ documents: 3, damage: [] });
  });

  it.each([
    ['a distance that is none', (text: string) => text.replace(':3}', ':17}')],
    ['a distance below none', (text: string) => text.replace(':3}', ':-1}')],
    ['a version that is none', (text: string) => text.replace(':1,', ':0.5,')],
    ['a version before the first', (text: string) => text.replace(':1,', ':0,')],
    ['half of it', (text: string) => text.slice(0, 20)],
  ])('settings with %s are named, and the store is neither opened by them nor asked', async (_, changed) => {
    const text = changed((await redis((client) => client.get(keys.settings)))!);
    await redis(async (client) => {
      await client.set(keys.settings, text);
      await client.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    });
    for (const readOnly of [false, true]) {
      await expect(openStore(where, { readOnly })).rejects.toThrow(
        `has something else in ${keys.settings}, which is no store's: ${JSON.stringify(text)}. Choose another prefix; if somebody has changed it`,
      );
    }
    await expect(store.size()).rejects.toThrow(
      `is back without this store: the key ${keys.settings} is ${JSON.stringify(text)}, and was {"version":1,`,
    );
  });

  it('settings that are gone are named while there are documents, and none are made up', async () => {
    const text = (await redis((client) => client.get(keys.settings)))!;
    await redis((client) => client.del(keys.settings));
    for (const readOnly of [false, true]) {
      const opening = openStore(where, { readOnly });
      await expect(opening).rejects.toThrow(StoreFailedError);
      await expect(opening).rejects.toThrow(
        `has a store that has lost the key ${keys.settings} with its recipe and distance. Set it again`,
      );
    }
    expect(await redis((client) => client.exists(keys.settings))).toBe(0);
    await redis((client) => client.set(keys.settings, text));
    await (await openStore(where)).close();
  });

  it.each([
    ['gone', 'is back without this store: the key', (client: Redis) => client.del(keys.settings)],
    ['others', 'is back without this store: the key', (client: Redis) => client.set(keys.settings, '{"version":1}')],
    [
      'of another type',
      'is of another type',
      async (client: Redis) => {
        await client.del(keys.settings);
        await client.sadd(keys.settings, 'another');
      },
    ],
  ])('settings that are %s are found by check of a store that was opened before', async (_, said, change) => {
    await redis<unknown>(change);
    const { documents, damage } = await store.check();
    expect([documents, damage]).toEqual([3, [expect.stringContaining(said)]]);
    expect(damage[0]).toContain(keys.settings);
  });

  it('ids that are in no order end an export by name', async () => {
    const many = Array.from({ length: 20_000 }, (_, i) => `${i}`).filter((id) => shardOf(id) === shardOf('a'));
    await store.load(many.map((id) => ({ id, fingerprint: null, time: 10 })));
    // More than are read at once, of which the last stands first.
    expect(many.length).toBeGreaterThan(64);
    await redis((client) => client.zadd(lists('a').ids, -1, 'a'));
    await expect(collected(store.export())).rejects.toThrow(`The list ${lists('a').ids} has been changed`);
    await store.compact();
    expect(await collected(store.export())).toHaveLength(many.length + 3);
  });
});
