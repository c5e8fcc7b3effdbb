// The steps of writing to Redis, and what others find who come in between: at their own pace, as races only sometimes have it.
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConnectionLostError, StoreFailedError } from '../../src/store/errors.ts';
import type { Entry } from '../../src/store/intake.ts';
import { type Address, parseAddress } from '../../src/store/redis/address.ts';
import { RedisBackend } from '../../src/store/redis/backend.ts';
import { Connection } from '../../src/store/redis/connection.ts';
import { newMark, type StoredRecord } from '../../src/store/redis/encoding.ts';
import { inOrder } from '../../src/store/redis/in-order.ts';
import { Insertions } from '../../src/store/redis/insertions.ts';
import { Keys, shardOf } from '../../src/store/redis/keys.ts';
import { Nearby } from '../../src/store/redis/nearby.ts';
import { Postings } from '../../src/store/redis/postings.ts';
import { Records } from '../../src/store/redis/records.ts';
import { LIST } from '../../src/store/redis/scripts.ts';
import { writeSettings } from '../../src/store/redis/settings.ts';
import { REDIS, RedisServers } from './redis-servers.ts';

const DISTANCE = 3;
const SETTINGS = { recipeId: 'words/2', maxDistance: DISTANCE };
const entry = (id: string, fingerprint: bigint | null = 0n, time = 0): Entry => ({
  id,
  fingerprint,
  time,
  meta: undefined,
});
const [MINE, OTHERS] = [newMark(), newMark()];

it('Of many at once of which some fail, what became of one is not known where its connection was lost', async () => {
  const errors = [new StoreFailedError('It was not done.'), ConnectionLostError.to('Redis', 'cut', undefined)];
  const entries = [entry('done'), entry('refused', 0xffffn), entry('lost', 0xffffn << 32n)];
  const answers: unknown[] = [];
  const running = inOrder(
    entries,
    { maxDistance: DISTANCE, mayFail: [false, false, false] },
    async ({ id }) => {
      if (id !== 'done') throw errors[id === 'lost' ? 1 : 0];
      return id;
    },
    answers,
  );
  await expect(running).rejects.toBe(errors[1]);
  expect(answers).toEqual(['done']);
});

describe.skipIf(REDIS === undefined)('Redis', () => {
  let servers: RedisServers;
  let address: Address;
  let connection: Connection;
  let keys: Keys;
  let records: Records;
  let postings: Postings;
  let nearby: Nearby;
  let insertions: Insertions;
  const client = () => connection.client;
  /** What a writer has done who has claimed and posted, and goes no further. */
  const begin = async ({ id, fingerprint }: Entry, mark: string): Promise<void> => {
    expect(await records.claim(id, mark, false)).toEqual({ by: 'us' });
    if (fingerprint !== null) await postings.write({ mark, id, fingerprint });
  };
  const store = async (one: Entry, mark = newMark()): Promise<void> => {
    await begin(one, mark);
    await records.commit(mark, one, false);
  };
  /** The ids that are posted in the first bucket of a fingerprint. */
  const posted = async (fingerprint = 0n): Promise<string[]> =>
    (await postings.read(postings.bucketsOf(fingerprint)[0]!)).map(({ id }) => id).sort();
  /** Whether an insertion is still under way. */
  const isPending = async (call: Promise<unknown>): Promise<boolean> =>
    (await Promise.race([call, sleep(150).then(() => 'pending')])) === 'pending';

  const backend = (): RedisBackend => new RedisBackend(connection, address, SETTINGS);

  beforeAll(async () => {
    servers = await RedisServers.start('alone');
  });
  afterAll(() => servers?.stop());
  beforeEach(async () => {
    address = parseAddress(servers.place());
    connection = await Connection.open(address);
    keys = new Keys(address.prefix);
    records = new Records(connection, keys);
    postings = new Postings(connection, keys, DISTANCE);
    nearby = new Nearby(records, postings);
    insertions = new Insertions(records, postings, nearby, DISTANCE);
    await writeSettings(connection, keys, SETTINGS);
    return () => connection.close();
  });

  describe('a claim', () => {
    it('is one holder’s, who may ask for it again, and stands before a record only if it is to be replaced', async () => {
      expect(await records.claim('a', MINE, false)).toEqual({ by: 'us' });
      expect(await records.claim('a', MINE, false)).toEqual({ by: 'us' });
      expect(await records.claim('a', OTHERS, false)).toEqual({ by: 'other', mark: MINE });
      await records.commit(MINE, entry('a'), false);
      expect(await records.claim('a', OTHERS, false)).toMatchObject({ by: 'record', record: { mark: MINE } });
      expect(await records.claim('a', OTHERS, true)).toEqual({ by: 'us' });
    });

    it('runs out after five seconds, unless its holder renews it or gives it up', async () => {
      const left = () => client().pttl(keys.claim('a'));
      await records.claim('a', MINE, false);
      expect(await left()).toBeGreaterThan(4000);
      expect(await left()).toBeLessThanOrEqual(5000);
      await client().pexpire(keys.claim('a'), 1000);
      await records.renew('a', OTHERS);
      expect(await left()).toBeLessThanOrEqual(1000);
      await records.renew('a', MINE);
      expect(await left()).toBeGreaterThan(4000);
      await records.release('a', OTHERS);
      expect(await client().get(keys.claim('a'))).toBe(MINE);
      await records.release('a', MINE);
      expect(await client().exists(keys.claim('a'))).toBe(0);
    });

    it('stands behind the postings of its mark alone, as does a record', async () => {
      await records.claim('a', MINE, false);
      expect(await records.standing('a', MINE)).toEqual({ by: 'claim', record: undefined });
      expect(await records.standing('a', OTHERS)).toEqual({ by: 'nothing', record: undefined });
      await records.commit(MINE, entry('a'), false);
      expect(await records.standing('a', MINE)).toMatchObject({ by: 'record', record: { mark: MINE } });
      expect(await records.standing('a', OTHERS)).toMatchObject({ by: 'nothing', record: { mark: MINE } });
    });
  });

  describe('a record', () => {
    it('is written under its claim, which ends then; said again, it is as it was', async () => {
      expect(await records.commit(MINE, entry('a'), false)).toBe(false);
      expect(await client().keys(`${keys.records(shardOf('a'))}*`)).toEqual([]);
      await records.claim('a', MINE, false);
      expect(await records.commit(OTHERS, entry('a'), false)).toBe(false);
      for (let i = 0; i < 2; i++) expect(await records.commit(MINE, entry('a'), false)).toEqual({ before: undefined });
      expect(await client().exists(keys.claim('a'))).toBe(0);
      await records.claim('a', OTHERS, true);
      const replaced = await records.commit(OTHERS, entry('a', 1n), true);
      expect(replaced).toMatchObject({ before: { mark: MINE } });
      expect(await records.commit(MINE, entry('a'), false)).toBe(false);
    });

    it('that is to be replaced, and is not there, leaves no claim', async () => {
      await records.claim('a', MINE, true);
      expect(await records.commit(MINE, entry('a'), true)).toBe(false);
      expect(await client().exists(keys.claim('a'))).toBe(0);
    });

    it('is removed, and listed, if it has not been replaced', async () => {
      await store(entry('a', 0n, 5), MINE);
      expect(await records.remove('a', OTHERS)).toBe(false);
      const [ids, times] = [keys.ids(shardOf('a')), keys.times(shardOf('a'))];
      for (const mark of [OTHERS, '']) {
        await connection.script(LIST, [keys.record('a'), ids, times], [mark, 'a', 9]);
        expect(await client().zscore(times, 'a')).toBe('5');
      }
      expect(await records.unlisted(['a'])).toEqual([]);
      await client().del(ids, times);
      expect(await records.unlisted(['a'])).toEqual(['a']);
      expect(await records.remove('a', MINE)).toBe(true);
      expect(await records.unlisted(['a'])).toEqual([]);
      expect(await records.size()).toBe(0);
    });
  });

  it('records of which each shard has more than are read at once are all read, in the order of UTF-8', async () => {
    // By UTF-16 the emoji would come before what begins with \uffee.
    const ids = ['a', '\uffee', '😀'].flatMap((begin, shard) => {
      const of = Array.from({ length: 25_000 }, (_, i) => `${begin}${i}`).filter((id) => shardOf(id) === shard);
      return of.slice(0, 80).sort();
    });
    await Promise.all(ids.map((id) => store(entry(id, null))));
    const read: string[] = [];
    for await (const page of records.all()) read.push(...page.map(({ document }) => document.id));
    expect(read).toEqual(ids);
  });

  describe('of two near-duplicates', () => {
    it('the lesser waits for the other, renewing its claim, and is inserted when that has run out', async () => {
      await begin(entry('z'), OTHERS);
      const inserting = insertions.insertIfNew(entry('a', 1n));
      await sleep(500);
      const mine = await client().get(keys.claim('a'));
      for (const id of ['a', 'z']) await client().pexpire(keys.claim(id), 1200);
      expect(await isPending(inserting)).toBe(true);
      await inserting.catch(() => undefined);
      expect((await records.get('a'))!.mark).toBe(mine);
      expect(await inserting).toEqual({ inserted: true, duplicates: [] });
      expect(await posted(), 'what nothing stands behind is cleared away').toEqual(['a']);
    });

    it('the lesser finds the other if that was stored while it waited', async () => {
      await begin(entry('z'), OTHERS);
      const inserting = insertions.insertIfNew(entry('a', 1n));
      expect(await isPending(inserting)).toBe(true);
      await records.commit(OTHERS, entry('z'), false);
      expect(await inserting).toMatchObject({ inserted: false, duplicates: [{ id: 'z', distance: 1 }] });
      expect(await posted()).toEqual(['z']);
    });

    it('the greater gives way until the other has decided, and leaves nothing', async () => {
      await begin(entry('a'), OTHERS);
      const inserting = insertions.insertIfNew(entry('z', 1n));
      expect(await isPending(inserting)).toBe(true);
      expect([await client().exists(keys.claim('z')), await posted()]).toEqual([0, ['a']]);
      await records.commit(OTHERS, entry('a'), false);
      const write = vi.spyOn(postings, 'write');
      expect(await inserting).toMatchObject({ inserted: false, duplicates: [{ id: 'a' }] });
      expect(write, 'what it waited for is found before it posts again').not.toHaveBeenCalled();
      expect([await client().exists(keys.claim('z')), await posted()]).toEqual([0, ['a']]);
    });

    it('one is not waited for where another is stored', async () => {
      await store(entry('m'));
      await begin(entry('a'), OTHERS);
      expect(await insertions.insertIfNew(entry('z', 1n))).toMatchObject({
        inserted: false,
        duplicates: [{ id: 'm' }],
      });
      expect(await client().get(keys.claim('a'))).toBe(OTHERS);
      expect([await client().exists(keys.claim('z')), await posted()]).toEqual([0, ['a', 'm']]);
    });
  });

  it.each([
    ['Connection is closed.', 'Error', ConnectionLostError, 'whether this step was done is not known'],
    ['LOADING its data', 'ReplyError', StoreFailedError, 'this step was not done'],
  ])('what is refused after «%s» says whether it was done', async (message, name, Refusal, outcome) => {
    const errors = [
      Object.assign(new Error(message), { name }),
      Object.assign(new Error('OOM command not allowed'), { name: 'ReplyError' }),
    ];
    const error = await connection.run(() => Promise.reject(errors.shift())).catch((one) => one);
    expect(error.constructor).toBe(Refusal);
    expect(error.message).toContain(`refused (OOM command not allowed); `);
    expect(error.message).toContain(`${outcome}. Its memory is full`);
  });

  it('what is answered all the while is repeated where a connection is lost, however long it has taken', async () => {
    const impatient = await Connection.open({ ...address, patience: 1000 });
    const lately = { answered: performance.now() };
    let times = 0;
    const ask = async (node: Redis): Promise<string> => {
      if (times++ === 0) {
        await sleep(1500);
        lately.answered = performance.now();
        await client().call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
      }
      return node.ping();
    };
    expect(await impatient.onMasters(ask, lately)).toEqual(['PONG']);
    expect(times).toBeGreaterThan(1);
    times = 0;
    await expect(impatient.onMasters(ask)).rejects.toThrow(ConnectionLostError);
    await impatient.close();
  });

  describe('a writer', () => {
    it.each([
      ['inserting', () => insertions.insertIfNew(entry('b', 1n))],
      ['updating', () => insertions.update(entry('a', 1n))],
    ])('that fails while %s gives its claim up, and leaves no postings', async (_, write) => {
      await store(entry('a'));
      await client().set(keys.record('a'), 'no record');
      for (let i = 0; i < 2; i++) await expect(write()).rejects.toThrow(/changed by somebody else/);
      expect(await client().exists(keys.claim('a'), keys.claim('b'))).toBe(0);
      expect(await posted()).toEqual(['a']);
    });

    it('whose claim ran out before it wrote its record begins again, and leaves one set of postings', async () => {
      const { find } = Nearby.prototype;
      vi.spyOn(nearby, 'find').mockImplementationOnce(async (...given) => {
        await client().del(keys.claim('a'));
        return find.apply(nearby, given);
      });
      expect(await insertions.insertIfNew(entry('a'))).toEqual({ inserted: true, duplicates: [] });
      expect(await records.get('a')).toBeDefined();
      expect(await posted()).toEqual(['a']);
    });

    it('that updates waits for who has the id, and leaves no claim where there is no document', async () => {
      await records.claim('a', OTHERS, false);
      const updating = insertions.update(entry('a', 1n));
      expect(await isPending(updating)).toBe(true);
      await records.release('a', OTHERS);
      expect(await updating).toBe(false);
      expect(await client().exists(keys.claim('a'))).toBe(0);
    });

    it('is told of a claim that never ends, and how it can be ended', async () => {
      await client().set(keys.claim('a'), OTHERS);
      await postings.write({ mark: OTHERS, id: 'a', fingerprint: 0n });
      const impatient = new Insertions(records, postings, nearby, DISTANCE, { patience: 300 });
      const waiting = [
        impatient.insertIfNew(entry('a')),
        impatient.update(entry('a')),
        // Of these one gives way to it, and one waits.
        impatient.insertIfNew(entry('z', 1n)),
        impatient.insertIfNew(entry('A', 0x10000n)),
      ];
      const told = await Promise.all(waiting.map((call) => call.catch((error: unknown) => error)));
      for (const error of told) {
        expect(error).toBeInstanceOf(StoreFailedError);
        expect((error as Error).message).toMatch(`The key ${keys.claim('a')} has said for 0.3 s that "a" is about`);
      }
    });

    it('who always finds others before it is told so', async () => {
      vi.spyOn(records, 'commit').mockImplementation(async (mark, { id }) => {
        await records.release(id, mark);
        await sleep(50);
        return false;
      });
      const impatient = new Insertions(records, postings, nearby, DISTANCE, { patience: 300 });
      await expect(impatient.insert(entry('a'))).rejects.toThrow(/"a" was not stored: for 0\.3 s .* Repeat it/);
    });
  });

  describe('postings', () => {
    it('that nothing stands behind are left by who only reads, and erased everywhere by who writes', async () => {
      await postings.write({ mark: MINE, id: 'a', fingerprint: 0n });
      await begin(entry('b'), OTHERS);
      await begin(entry('in the same bucket, and far', 0xfn << 60n), newMark());
      const nothing = { stored: [], claimed: [{ id: 'b' }] };
      expect(await nearby.find(0n, DISTANCE)).toMatchObject(nothing);
      expect(await posted()).toContain('a');
      expect(await nearby.find(0n, DISTANCE, { clears: true })).toMatchObject(nothing);
      for (const bucket of postings.bucketsOf(0n)) {
        const ids = (await postings.read(bucket)).map(({ id }) => id);
        expect([ids.includes('a'), ids.includes('b')]).toEqual([false, true]);
      }
    });

    it('of a mark that has been replaced lead to the record, if that is near', async () => {
      await store(entry('a', 7n), OTHERS);
      // As if its buckets had been read before it was replaced.
      await postings.erase(OTHERS, 7n);
      await store(entry('far', 0xffffn));
      for (const id of ['a', 'far']) await postings.write({ mark: newMark(), id, fingerprint: 0n });
      expect((await nearby.find(0n, DISTANCE)).stored).toMatchObject([{ id: 'a', distance: 3 }]);
      expect((await nearby.find(0n, 2)).stored).toEqual([]);
    });

    it('of a claim are left where compacting erases remainders', async () => {
      await store(entry('a'));
      await begin(entry('b'), OTHERS);
      await postings.write({ mark: MINE, id: 'c', fingerprint: 0n });
      await backend().compact();
      expect(await posted()).toEqual(['a', 'b']);
    });

    it('with another text are missing, as are those that are not there', async () => {
      await store(entry('a'), MINE);
      const posting = { mark: MINE, id: 'a', fingerprint: 0n };
      const [first, second] = postings.bucketsOf(0n) as [string, string];
      expect(await postings.missing(posting)).toEqual([]);
      await client().hset(first, MINE, 'AAAAAAAAAAAb');
      await client().hdel(second, MINE);
      expect(await postings.missing(posting)).toEqual([first, second]);
    });
  });

  describe('of thousands', () => {
    const ids = Array.from({ length: 2500 }, (_, i) => `document ${i}`);
    const faulty = [0, 1, 998, 999, 1000, 1001, 1777, 2499].map((i) => ids[i]!);
    const printOf = (id: string): bigint => BigInt(id.length * 0x1111);
    let all: StoredRecord[];
    const postingsOf = (some: readonly StoredRecord[]) =>
      some.map(({ mark, document: { id } }) => ({ mark, id, fingerprint: printOf(id) }));
    const idsOf = (some: readonly { id: string }[]): string[] => some.map(({ id }) => id);
    beforeEach(async () => {
      await Promise.all(ids.map((id) => store(entry(id, printOf(id)))));
      all = (await Promise.all(ids.map((id) => records.get(id)))).map((record) => record!);
    });

    it('the postings are told that nothing stands behind, and not those of records and claims', async () => {
      expect(await records.remainders(postingsOf(all))).toEqual([]);
      const [claimed, ...left] = faulty;
      await client().del(...faulty.map((id) => keys.record(id)));
      await client().set(keys.claim(claimed!), all[0]!.mark);
      await client().set(keys.claim(left[0]!), OTHERS);
      expect(idsOf(await records.remainders(postingsOf(all)))).toEqual(left);
      await client().set(keys.record(left[1]!), 'no record');
      await expect(records.remainders(postingsOf(all))).rejects.toThrow(/changed by somebody else/);
    });

    it('the postings are told that do not stand in a bucket, or otherwise', async () => {
      expect(await postings.doubtful(postingsOf(all))).toEqual([]);
      const places = new Map(ids.map((id, i) => [id, i]));
      for (const [i, id] of faulty.entries()) {
        const [bucket, { mark }] = [postings.bucketsOf(printOf(id))[i % 4]!, all[places.get(id)!]!];
        if (i < 4) await client().hdel(bucket, mark);
        else await client().hset(bucket, mark, 'AAAAAAAAAAAb');
      }
      expect(idsOf(await postings.doubtful(postingsOf(all)))).toEqual(faulty);
    });

    it('the ids are told that have a record and are not listed', async () => {
      expect(await records.unlisted(ids)).toEqual([]);
      for (const id of faulty) await client().zrem(keys.ids(shardOf(id)), id);
      await client().del(keys.record(faulty[2]!));
      expect(await records.unlisted(ids)).toEqual(faulty.filter((_, i) => i !== 2));
    });

    it('a server alone is asked together: to check all, and to compact, takes fewer commands than there are documents', async () => {
      const send = vi.spyOn(Redis.prototype, 'sendCommand');
      expect(await backend().check()).toEqual({ documents: ids.length, damage: [] });
      await backend().compact();
      expect(send.mock.calls.length).toBeLessThan(2 * ids.length);
      send.mockRestore();
    });
  });
});
