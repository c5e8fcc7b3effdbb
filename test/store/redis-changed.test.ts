// What somebody else has changed of a store in Redis: found, named, and mended as far as it can be; nothing goes on without end.
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CorruptDataError } from '../../src/errors.ts';
import { openStore } from '../../src/store/open-store.ts';
import { Keys } from '../../src/store/redis/keys.ts';
import type { Store } from '../../src/store/store.ts';
import { REDIS, RedisServers } from './redis-servers.ts';
import { collected } from './sequences.ts';

describe.skipIf(REDIS === undefined)('Of a store in Redis', () => {
  let servers: RedisServers;
  let store: Store;
  let keys: Keys;
  const redis = <Answer>(ask: (client: Redis) => Promise<Answer>): Promise<Answer> => servers.nodes[0]!.ask(ask);

  beforeAll(async () => {
    servers = await RedisServers.start('alone');
  });
  afterAll(() => servers?.stop());
  beforeEach(async () => {
    const where = servers.place();
    keys = new Keys(/prefix=(.*)/.exec(where)![1]!);
    store = await openStore(where);
    await store.load(['a', 'b', 'c'].map((id, i) => ({ id, fingerprint: 0xffffn << BigInt(16 * i), time: 10 })));
    return () => store.close();
  });

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
    ['without a time', (text: string) => text.replace(/,\d+/, '')],
    ['with a time that is none', (text: string) => text.replace(/,(\d+)\]/, ',9000000000000000]')],
  ])('a record %s is named by whatever meets it', async (_, changed) => {
    await redis(async (client) => client.set(keys.record('a'), changed((await client.get(keys.record('a')))!)));
    for (const meet of [
      () => store.get('a'),
      () => store.remove('a'),
      () => store.expire(11),
      () => store.update({ id: 'a', fingerprint: 1n }),
      () => store.search({ fingerprint: 0xffffn }),
      () => collected(store.export()),
    ]) {
      await expect(meet()).rejects.toThrow(CorruptDataError);
      await expect(meet()).rejects.toThrow(/The record of "a" has been changed by somebody else/);
    }
    expect((await store.check()).damage).toContainEqual(expect.stringMatching(/^The record of "a" has been changed/));
  });
});
