// What a server has lost of a store in Redis: nothing is answered as if it had never been, and what is left is saved.
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { NoStoreError, StoreFailedError } from '../../src/store/errors.ts';
import { openStore, rebuildStore } from '../../src/store/open-store.ts';
import { Keys, SHARDS, shardOf } from '../../src/store/redis/keys.ts';
import type { Store } from '../../src/store/store.ts';
import { type Node, prefixOf, REDIS, RedisServers } from './redis-servers.ts';
import { collected, INSERTIONS, insertBy } from './sequences.ts';
import { unrelated } from './unrelated.ts';

let servers: RedisServers;
let opened: Store[] = [];
const open: typeof openStore = async (where, options) => {
  const store = await openStore(where, options);
  opened.push(store);
  return store;
};
const keysOf = (where: string): Keys => new Keys(prefixOf(where));

afterEach(async () => {
  for (const store of opened) await store.close();
  opened = [];
});

describe.skipIf(REDIS === undefined)('A Redis Cluster of which a master starts without its data', () => {
  const documents = unrelated(600, 21n);

  beforeAll(async () => {
    servers = await RedisServers.start('cluster');
  });
  afterAll(() => servers?.stop());

  /** A master loses what it has, before its replica takes over. */
  async function forget({ master, replica }: { master: Node; replica: Node }): Promise<void> {
    await replica.ask((client) => client.config('SET', 'cluster-replica-no-failover', 'yes'));
    await master.end('SIGKILL');
    await master.start('--appendonly', 'no');
    await servers.untilWhole();
    await replica.ask((client) => client.config('SET', 'cluster-replica-no-failover', 'no'));
  }

  it('answers nothing as if there were none, whoever had opened it or does; what is left is saved, and what is not is named', async () => {
    const where = servers.place();
    const keys = keysOf(where);
    const [before, reading] = [await open(where), await openStore(where, { readOnly: true })];
    opened.push(reading);
    await before.load(documents);
    const pairs = await servers.pairs();
    // Of those the one that has the settings, too.
    const has = await Promise.all(
      pairs.map(({ master }) => master.ask((client) => client.exists(keys.settings)).catch(() => 0)),
    );
    await forget(pairs[has.indexOf(1)]!);
    const lost = /is back without this store: the key test-\d+:store is not there/;
    // Which asks all masters.
    await expect(before.size()).rejects.toThrow(lost);
    await expect(before.get('document 1')).rejects.toThrow(lost);
    for (const options of [{}, { readOnly: true }]) {
      await expect(openStore(where, options)).rejects.toThrow(/has lost the key .* or by hammingbird store rebuild/);
    }
    const first = await rebuildStore(where);
    const left = (await collected(before.export())).map(({ id }) => id);
    expect(first).toMatchObject({ documents: left.length, notes: [expect.stringMatching(/ shards had been lost/)] });
    await before.load(documents);
    expect(await before.check()).toEqual({ documents: documents.length, damage: [] });

    await forget(pairs[has.indexOf(0)]!);
    const refused = new RegExp(`has lost \\d+ shards of ${SHARDS}, .*: hammingbird store rebuild`);
    const anew = await open(where);
    for (const store of [before, reading, anew]) {
      for (const call of [
        () => store.size(),
        () => store.get('document 1'),
        () => store.search({ fingerprint: documents[0]!.fingerprint }),
        () => collected(store.export()),
      ]) {
        await expect(call()).rejects.toThrow(StoreFailedError);
        await expect(call()).rejects.toThrow(refused);
      }
    }
    for (const store of [before, anew]) {
      const copies = documents.map(({ id, fingerprint }) => ({ id: `${id}, copy`, fingerprint: fingerprint ^ 1n }));
      await expect(store.insertAllIfNew(copies)).rejects.toThrow(refused);
      await expect(store.compact()).rejects.toThrow(refused);
    }
    const { documents: sound, damage } = await reading.check();
    expect(damage[0]).toMatch(refused);
    expect(damage.slice(1).every((line) => /lacks [1-4] postings?/.test(line))).toBe(true);

    const { documents: saved, lost: count, lostIds, notes } = await rebuildStore(where);
    const stored = new Set((await collected(reading.export())).map(({ id }) => id));
    const gone = documents.map(({ id }) => id).filter((id) => !stored.has(id));
    console.log(
      `A master forgot its part: ${sound} of ${documents.length} whole, ${saved} saved, ${count} of ${gone.length} lost ones named`,
    );
    expect(saved).toBe(stored.size);
    expect(sound).toBeLessThan(saved);
    expect(lostIds.length).toBe(count);
    expect(lostIds.filter((id) => !gone.includes(id))).toEqual([]);
    // All but those of which all four buckets were there, too: of three masters one in 81.
    expect(count).toBeGreaterThan(0.9 * gone.length);
    expect(notes).toEqual([expect.stringMatching(/^\d+ shards had been lost\. Of a document/)]);
    expect(await anew.check()).toEqual({ documents: saved, damage: [] });
    for (const { id, fingerprint } of documents.filter((one) => stored.has(one.id)).slice(0, 50)) {
      expect(await anew.insertIfNew({ id: `${id}, near`, fingerprint: fingerprint ^ 1n })).toMatchObject({
        inserted: false,
        duplicates: [{ id }],
      });
    }
    await anew.load(documents);
    expect(await before.check()).toEqual({ documents: documents.length, damage: [] });
  });
});

describe.skipIf(REDIS === undefined)('A store in Redis', () => {
  beforeAll(async () => {
    servers = await RedisServers.start('alone');
  });
  afterAll(() => servers?.stop());

  it('that has lost one shard is refused by name, and by check as well', async () => {
    const where = servers.place();
    const store = await open(where);
    await store.load(unrelated(40, 22n));
    const key = keysOf(where).settingsIn(shardOf('document 3'));
    await servers.nodes[0]!.ask((client) => client.del(key));
    const anew = await open(where);
    const named = `has lost 1 shard of 256, and whatever they had: the key ${key} is not there`;
    await expect(anew.size()).rejects.toThrow(named);
    expect(await store.check()).toEqual({ documents: 40, damage: [expect.stringContaining(named)] });
    expect(await rebuildStore(where)).toMatchObject({ documents: 40, lost: 0, lostIds: [] });
    expect(await anew.size()).toBe(40);
  });

  it('leaves no connection behind when it is checked or rebuilt', async () => {
    const where = servers.place();
    const store = await open(where);
    const [node] = servers.nodes as [Node];
    const before = await node.connections();
    for (let i = 0; i < 3; i++) await Promise.all([store.check(), rebuildStore(where)]);
    await vi.waitUntil(async () => (await node.connections()) === before, 5000);
  });

  it('is rebuilt with the settings that a shard has, when they are lost', async () => {
    const where = servers.place();
    const { settings } = keysOf(where);
    const store = await open(where, { maxDistance: 5 });
    await store.load(unrelated(40, 23n));
    const ids = keysOf(where).ids(shardOf('document 3'));
    await servers.nodes[0]!.ask((client) => client.multi().del(settings).zrem(ids, 'document 3').exec());
    await expect(openStore(where)).rejects.toThrow(`has lost the key ${settings}`);
    expect(await rebuildStore(where)).toEqual({ documents: 40, lost: 0, lostIds: [], notes: [] });
    expect((await open(where)).maxDistance).toBe(5);
    expect(await store.check()).toEqual({ documents: 40, damage: [] });
  });

  it('names a thousand of those that are lost, and counts the others', async () => {
    const where = servers.place();
    const store = await open(where);
    await store.load(unrelated(2600, 26n));
    const [node] = servers.nodes as [Node];
    await node.ask(async (client) => client.del(await client.keys(`${prefixOf(where)}:{1*}:*`)));
    const { documents, lost, lostIds } = await rebuildStore(where);
    expect([documents + lost, lostIds.length]).toEqual([2600, 1000]);
    expect(lost).toBeGreaterThan(1000);
    expect(await store.check()).toEqual({ documents, damage: [] });
  });

  it('that has lost all its settings is not begun anew while there are documents, and is rebuilt by settings that are set again', async () => {
    const where = servers.place();
    const keys = keysOf(where);
    const [node] = servers.nodes as [Node];
    await (await open(where, { maxDistance: 5 })).load(unrelated(40, 25n));
    const text = (await node.ask((client) => client.get(keys.settings)))!;
    await node.ask(async (client) => client.del(await client.keys(`${keys.settings.replace(/store$/, '*store')}`)));
    for (const begin of [openStore, (it: string) => openStore(it, { readOnly: true }), rebuildStore]) {
      await expect(begin(where)).rejects.toThrow(`has a store that has lost the key ${keys.settings}`);
      await expect(begin(where)).rejects.toThrow(
        / Set it again .*\}, and then run hammingbird store rebuild; or choose/,
      );
    }
    expect(await node.ask((client) => client.exists(keys.settings))).toBe(0);
    await node.ask((client) => client.set(keys.settings, text));
    expect(await rebuildStore(where)).toMatchObject({ documents: 40, lost: 0 });
    expect(await (await open(where)).size()).toBe(40);
  });

  it('that has lost its settings while it was empty is not begun with others', async () => {
    const where = servers.place();
    const { settings } = keysOf(where);
    await open(where);
    await servers.nodes[0]!.ask((client) => client.del(settings));
    await expect(openStore(where, { maxDistance: 5 })).rejects.toThrow(`has lost the key ${settings}`);
  });

  it('that is not there cannot be rebuilt', async () => {
    await expect(rebuildStore(servers.place())).rejects.toThrow(NoStoreError);
  });

  it('whose maker ended before it was made is made by whoever comes next to write, and read by nobody before', async () => {
    const where = servers.place();
    const keys = keysOf(where);
    const [node] = servers.nodes as [Node];
    const made = await node.ask(async (client) => {
      const text = '{"version":1,"recipeId":"words-bigrams/2","maxDistance":3';
      await client.set(keys.settings, `${text},"isNew":true}`);
      for (let shard = 0; shard < 100; shard++) await client.set(keys.settingsIn(shard), `${text}}`);
      return `${text}}`;
    });
    await expect(openStore(where, { readOnly: true })).rejects.toThrow(NoStoreError);
    await expect(openStore(where, { maxDistance: 4 })).rejects.toThrow(/made for distances of up to 3/);
    const store = await open(where);
    expect(await store.insertIfNew({ id: 'a', fingerprint: 1n })).toEqual({ inserted: true, duplicates: [] });
    expect(await node.ask((client) => client.get(keys.settings))).toBe(made);
    expect(await store.check()).toEqual({ documents: 1, damage: [] });
  });

  it('makes sure once, for all that wait, that it is still there when a connection was lost', async () => {
    const where = servers.place();
    const keys = keysOf(where);
    const store = await open(where);
    await store.load(unrelated(20, 24n));
    const [node] = servers.nodes as [Node];
    await node.ask(async (client) => {
      await client.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
      await client.config('RESETSTAT');
    });
    await Promise.all(Array.from({ length: 300 }, (_, i) => store.get(`document ${i}`)));
    const calls = async () => {
      const [, gets] = /cmdstat_get:calls=(\d+)/.exec(await node.ask((client) => client.info('commandstats')))!;
      return Number(gets);
    };
    await vi.waitUntil(async () => (await calls()) >= 300 + SHARDS, 5000);
    expect(await calls()).toBeLessThan(300 + 4 * SHARDS);
    expect(await node.ask((client) => client.exists(keys.settings))).toBe(1);
  });
});

// By one script, and in steps.
describe.skipIf(REDIS === undefined).each(['alone', 'cluster of one'] as const)('A store in Redis, %s', (kind) => {
  beforeAll(async () => {
    servers = await RedisServers.start(kind);
  });
  afterAll(() => servers?.stop());

  it('that somebody has emptied takes nothing by a connection that was made before, until it is opened anew', async () => {
    const where = servers.place();
    const store = await open(where);
    await store.load(unrelated(20, 27n));
    await servers.clear();
    const lost = `is back without this store: the key ${keysOf(where).settings} is not there`;
    for (const insertion of INSERTIONS) {
      await expect(insertBy(insertion, store, { id: 'a', fingerprint: 1n })).rejects.toThrow(lost);
    }
    await open(where);
    expect(await store.insertIfNew({ id: 'a', fingerprint: 1n })).toMatchObject({ inserted: true });
    expect((await store.check()).documents).toBe(1);
  });

  it.each<[string, (store: Store) => Promise<unknown>]>([
    ['search', (store) => store.search({ fingerprint: 1n })],
    ['get', (store) => store.get('a')],
    ['size', (store) => store.size()],
  ])('that somebody has emptied is no empty store a second later, to %s', async (_, ask) => {
    const store = await open(servers.place());
    await store.insert({ id: 'a', fingerprint: 1n });
    await servers.clear();
    await sleep(1100);
    await expect(ask(store)).rejects.toThrow('is back without this store');
  });
});

describe.skipIf(REDIS === undefined)('A Redis server that is away for a while', () => {
  beforeAll(async () => {
    servers = await RedisServers.start('alone');
  });
  afterAll(() => servers?.stop());

  it('is asked whether it has kept the store by one of all who wait', async () => {
    const store = await open(servers.place());
    const asked = vi.spyOn(Redis.prototype, 'get');
    const [node] = servers.nodes;
    await node!.end('SIGKILL');
    const waiting = Array.from({ length: 100 }, () => store.search({ fingerprint: 1n }));
    await sleep(1000);
    await node!.start();
    await Promise.all(waiting);
    // Each time for every shard, and for the store; each of those who wait tries ten times a second.
    expect(asked.mock.calls.length / (SHARDS + 1)).toBeLessThan(3 * waiting.length);
    asked.mockRestore();
  });
});
