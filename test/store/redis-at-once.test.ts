// Insertion into a Redis server alone is one script: it does what the steps do, or nothing where those have to decide.
import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { CorruptDataError } from '../../src/errors.ts';
import { hammingDistance } from '../../src/fingerprint/fingerprint.ts';
import type { Entry } from '../../src/store/intake.ts';
import { openStore } from '../../src/store/open-store.ts';
import { parseAddress } from '../../src/store/redis/address.ts';
import { AtOnce } from '../../src/store/redis/at-once.ts';
import { Connection } from '../../src/store/redis/connection.ts';
import { newMark, postingText } from '../../src/store/redis/encoding.ts';
import { Insertions } from '../../src/store/redis/insertions.ts';
import { Keys, shardOf } from '../../src/store/redis/keys.ts';
import { Nearby } from '../../src/store/redis/nearby.ts';
import { Postings } from '../../src/store/redis/postings.ts';
import { Records, shards } from '../../src/store/redis/records.ts';
import { slicesOf } from '../../src/store/slices.ts';
import { prefixOf, REDIS, RedisServers } from './redis-servers.ts';

const DISTANCE = 3;
const entry = (id: string, fingerprint: bigint | null = 0n): Entry => ({ id, fingerprint, time: 5, meta: '{"a":1}' });
const MINE = newMark();
const READ_BY_TYPE: Readonly<Record<string, readonly [string, ...(string | number)[]]>> = {
  string: ['GET'],
  hash: ['HGETALL'],
  zset: ['ZRANGE', 0, -1, 'WITHSCORES'],
};

describe.skipIf(REDIS === undefined)('Redis, at once:', () => {
  let servers: RedisServers;
  let connection: Connection;
  let where: string;
  const client = () => connection.client;
  /** A store of its own, of which nothing is written but that it is there, and what a test writes. */
  const partsOf = async (prefix: string, distance = DISTANCE, ids?: readonly string[]) => {
    const keys = new Keys(prefix);
    await client().mset((ids?.map(shardOf) ?? shards()).flatMap((shard) => [keys.settingsIn(shard), '{}']));
    const records = new Records(connection, keys);
    const postings = new Postings(connection, keys, distance);
    const atOnce = new AtOnce(connection, keys, postings);
    const nearby = new Nearby(records, postings);
    const insertions = new Insertions(records, postings, nearby, distance, { atOnce });
    return { keys, records, postings, nearby, atOnce, insertions };
  };
  /** Everything below a prefix, without it. */
  const contents = async (prefix: string): Promise<Record<string, unknown>> => {
    const all: [string, unknown][] = [];
    for (const key of (await client().keys(`${prefix}:*`)).filter((one) => !one.endsWith(':store'))) {
      const [command, ...range] = READ_BY_TYPE[await client().type(key)]!;
      all.push([key.slice(prefix.length), await client().call(command, key, ...range)]);
    }
    return Object.fromEntries(all);
  };

  beforeAll(async () => {
    servers = await RedisServers.start('alone');
  });
  afterAll(() => servers?.stop());
  beforeEach(async () => {
    where = servers.place();
    connection = await Connection.open(parseAddress(where));
    await client().flushall();
    return () => connection.close();
  });

  it.each([
    ['with', 'a'],
    ['without', 'é😀'],
  ])('leaves what the steps leave of a document %s a fingerprint', async (how, id) => {
    const one = entry(id, how === 'with' ? 0xfedcba9876543210n : null);
    const steps = await partsOf('steps');
    await steps.records.claim(one.id, MINE, false);
    if (one.fingerprint !== null) await steps.postings.write({ mark: MINE, id: one.id, fingerprint: one.fingerprint });
    await steps.records.commit(MINE, one, false);
    expect(await (await partsOf('once')).atOnce.insert(MINE, one, DISTANCE)).toBe('inserted');
    const found = await contents('once');
    expect(found).toEqual(await contents('steps'));
    expect(Object.keys(found)).toHaveLength(one.fingerprint === null ? 3 : 7);
    expect(
      await (await partsOf('once')).atOnce.insert(MINE, one, DISTANCE),
      'as it is repeated without an answer',
    ).toBe('inserted');
  });

  it('sees how many bits differ, of any two letters in any place', async () => {
    const six = [...Array(64).keys()];
    const pairs = six.flatMap((a) => six.map((b) => ({ a: BigInt(a), b: BigInt(b) })));
    const onesIn = (bits: bigint): number => [...bits.toString(2)].filter((digit) => digit === '1').length;
    for (const some of slicesOf(pairs, 256)) {
      const seen = some.map(async ({ a, b }) => {
        const place = 4n + 6n * ((a + b) % 10n);
        const theirs = Array.from({ length: 10 }, (_, i) => a << (4n + 6n * BigInt(i))).reduce(
          (x, y) => x | y,
          a & 15n,
        );
        const ours = theirs ^ ((a ^ b) << place);
        const { atOnce, postings } = await partsOf(`${a}.${b}`, 6, ['ours']);
        await postings.write({ mark: newMark(), id: 'theirs', fingerprint: theirs });
        const differing = onesIn(a ^ b);
        const outcome = await atOnce.insert(newMark(), entry('ours', ours), differing);
        if (outcome !== 'near' || differing === 0) return outcome === 'near';
        return (await atOnce.insert(newMark(), entry('ours', ours), differing - 1)) === 'inserted';
      });
      expect((await Promise.all(seen)).filter((isRight) => !isRight)).toEqual([]);
    }
    const { atOnce, postings } = await partsOf('last letter');
    await postings.write({ mark: newMark(), id: 'theirs', fingerprint: 0n });
    for (const bit of [1n, 2n, 4n, 8n]) {
      expect(await atOnce.insert(newMark(), entry('ours', bit), 1)).toBe('near');
    }
  });

  it('does nothing where its id is claimed or stored, and sees what is near', async () => {
    const { records, postings, atOnce } = await partsOf('taken');
    await records.claim('claimed', newMark(), false);
    expect(await atOnce.insert(MINE, entry('claimed'))).toBe('undecided');
    await atOnce.insert(newMark(), entry('stored'));
    const before = await contents('taken');
    for (const distance of [undefined, DISTANCE]) {
      expect(await atOnce.insert(MINE, entry('stored', 0xffffffffn), distance)).toBe('undecided');
    }
    expect(await atOnce.insert(MINE, entry('near', 0b111n), DISTANCE)).toBe('near');
    expect(await contents('taken')).toEqual(before);
    expect(await atOnce.insert(MINE, entry('near', 0b111n)), 'whatever resembles it').toBe('inserted');
    for (const bucket of postings.bucketsOf(0b111n)) {
      expect((await postings.read(bucket)).map(({ id }) => id)).toContain('near');
    }
  });

  it('compares a thousand postings, and leaves more of them to the client', async () => {
    const { keys, postings, atOnce } = await partsOf('crowded');
    const [first, second] = postings.bucketsOf(0n) as [string, string];
    const far = Array.from({ length: 600 }, (_, i) => [`mark${i}`, `AAAAAA_____far${i}`]);
    await client().hset(first, ...far.flat());
    await client().hset(second, ...far.slice(0, 400).flat());
    expect(await atOnce.insert(newMark(), entry('a'), DISTANCE)).toBe('inserted');
    expect(await atOnce.insert(newMark(), entry('b', 0xffff_ffffn), DISTANCE)).toBe('undecided');
    expect(await client().exists(keys.record('a'), keys.record('b'))).toBe(1);
  });

  it.each(['bucket', 'ids', 'times', 'record', 'claim'] as const)(
    'leaves it to the steps to name a key of another type: %s',
    async (kind) => {
      const { keys, postings, nearby, insertions } = await partsOf('changed');
      const changed = {
        bucket: postings.bucketsOf(0n)[2]!,
        ids: keys.ids(shardOf('a')),
        times: keys.times(shardOf('a')),
        record: keys.record('a'),
        claim: keys.claim('a'),
      }[kind];
      for (const insert of [() => insertions.insertIfNew(entry('a')), () => insertions.insert(entry('a'))]) {
        await client().lpush(changed, 'of another type');
        const inserting = insert();
        await expect(inserting).rejects.toThrow(CorruptDataError);
        await expect(inserting).rejects.toThrow(changed);
        await client().del(changed, keys.claim('a'));
      }
      expect(await insertions.insertIfNew(entry('a'))).toMatchObject({ inserted: true });
      expect(await nearby.find(0n, 0)).toMatchObject({ stored: [{ id: 'a' }], claimed: [] });
    },
  );

  it('goes on where the server has forgotten its scripts', async () => {
    const { insertions } = await partsOf(prefixOf(where));
    await insertions.insert(entry('a'));
    await client().script('FLUSH');
    expect(await Promise.all(['b', 'c'].map((id) => insertions.insertIfNew(entry(id, 0xffffn))))).toHaveLength(2);
  });

  it.each([3, 8])('takes fewer than two commands for each of many, within a distance of %i', async (maxDistance) => {
    const store = await openStore(where, { maxDistance });
    const send = vi.spyOn(Redis.prototype, 'sendCommand');
    const documents = Array.from({ length: 1000 }, (_, i) => ({
      id: `${i}`,
      fingerprint: (BigInt(i) * 0x9e3779b97f4a7c15n) % 2n ** 64n,
    }));
    const inserted = (await store.insertAllIfNew(documents)).filter((one) => one.inserted).length;
    await store.load(documents.map(({ fingerprint }, i) => ({ id: `again ${i}`, fingerprint })));
    expect(inserted).toBeGreaterThan(900);
    expect(send.mock.calls.length).toBeLessThan(2 * 2 * documents.length);
    send.mockRestore();
    await store.close();
  });

  it('finds at every distance what a comparison with all finds, also in buckets that are full', async () => {
    for (const distance of [3, 4, 5, 6, 7, 8, 10, 12]) {
      const { postings, nearby, atOnce } = await partsOf(`${distance}`, distance);
      const around = 0x0123_4567_89ab_cdefn;
      const flips = Array.from({ length: 200 }, (_, i) => (BigInt(i) * 0x9e37_79b9_7f4a_7c15n) % 2n ** 64n);
      // From one bit that differs to all.
      const fingerprints = flips.map((flip, i) => around ^ (flip & (2n ** BigInt(1 + (i % 64)) - 1n)));
      await Promise.all(fingerprints.map((fingerprint, i) => atOnce.insert(newMark(), entry(`${i}`, fingerprint))));
      const expected = fingerprints.flatMap((fingerprint, i) => {
        const away = hammingDistance(around, fingerprint);
        return away <= distance ? [{ id: `${i}`, distance: away }] : [];
      });
      const ids = (found: readonly { id: string; distance: number }[]) =>
        found.map(({ id, distance }) => `${id}: ${distance}`).sort();
      expect(expected.length).toBeGreaterThan(20);
      expect(ids((await nearby.find(around, distance)).stored)).toEqual(ids(expected));
      // As far as may be, and alone in its buckets.
      const elsewhere = 2n ** 64n - 1n - around;
      const bits = 0x8421_0842_1084_2108n & (2n ** BigInt(5 * distance) - 1n);
      await atOnce.insert(newMark(), entry('alone', elsewhere ^ bits));
      expect(ids((await nearby.find(elsewhere, distance)).stored)).toEqual([`alone: ${distance}`]);
      // So many that the script leaves them, one of which is near.
      const [bucket] = postings.bucketsOf(around) as [string];
      const far = Array.from({ length: 1001 }, (_, i) => [
        `mark${i}`,
        postingText({ fingerprint: around ^ (2n ** 64n - 1n), id: `far${i}` }),
      ]);
      await client().hset(bucket, ...far.flat());
      const send = vi.spyOn(Redis.prototype, 'sendCommand');
      expect(ids((await nearby.find(around, distance)).stored)).toEqual(ids(expected));
      expect(send.mock.calls.length).toBeGreaterThan(postings.readsFor(distance));
      send.mockRestore();
      await client().del(bucket);
      await client().lpush(bucket, 'of another type');
      await expect(nearby.find(around, distance)).rejects.toThrow(bucket);
    }
  });

  it('takes one command to see that nothing is near, where there are many buckets to look through', async () => {
    const { nearby, atOnce } = await partsOf('many buckets', 8);
    await atOnce.insert(newMark(), entry('far', 0xffff_ffff_ffff_ffffn));
    await nearby.find(0n, 8);
    const send = vi.spyOn(Redis.prototype, 'sendCommand');
    expect(await nearby.find(0n, 8)).toEqual({ stored: [], claimed: [] });
    expect(send).toHaveBeenCalledTimes(1);
    send.mockRestore();
  });

  it('reads before it writes where something is near', async () => {
    const { postings, insertions } = await partsOf('near');
    await insertions.insert(entry('a'));
    const write = vi.spyOn(postings, 'write');
    expect(await insertions.insertIfNew(entry('b', 1n))).toMatchObject({ inserted: false, duplicates: [{ id: 'a' }] });
    expect(write).not.toHaveBeenCalled();
    expect(await client().keys('near:*claim*')).toEqual([]);
  });

  it('is not insisted on where the address of a server is that of a cluster, which keeps shards apart', async () => {
    const cluster = await RedisServers.start('cluster of one');
    try {
      const store = await openStore(cluster.place());
      const documents = Array.from({ length: 100 }, (_, i) => ({ id: `${i}`, fingerprint: 0xffffn << BigInt(i >> 2) }));
      await store.insert({ id: 'first', fingerprint: 0n });
      const inserted = (await store.insertAllIfNew(documents)).filter((one) => one.inserted);
      expect(inserted.length).toBeGreaterThan(5);
      expect(inserted.length).toBeLessThan(60);
      expect(await store.insertIfNew({ id: 'again', fingerprint: 1n })).toMatchObject({
        duplicates: [{ id: 'first' }],
      });
      await store.compact();
      expect(await store.check()).toEqual({ documents: inserted.length + 1, damage: [] });
      await store.close();
    } finally {
      await cluster.stop();
    }
  });
});
