// The store in Redis and in a Redis Cluster, on real servers.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { searchedStore } from '../../src/cli/searched.ts';
import { CorruptDataError, InvalidArgumentError } from '../../src/errors.ts';
import { ConnectionLostError, NoStoreError, StoreFailedError } from '../../src/store/errors.ts';
import { openStore, rebuildStore } from '../../src/store/open-store.ts';
import { parseAddress } from '../../src/store/redis/address.ts';
import type { Client } from '../../src/store/redis/client.ts';
import { Connection } from '../../src/store/redis/connection.ts';
import { Keys, shardOf } from '../../src/store/redis/keys.ts';
import { Records } from '../../src/store/redis/records.ts';
import type { StoreOptions } from '../../src/store/settings.ts';
import type { NewDocument, Store } from '../../src/store/store.ts';
import { MAIN, needs } from '../support/command.ts';
import { flipped, randomBits } from '../support/fingerprints.ts';
import { heardWarnings } from '../support/warnings.ts';
import { storeContract } from './contract.ts';
import { argumentsOfCode } from './elsewhere.ts';
import { writeThroughFaults } from './faults.ts';
import { groupOf, race } from './races.ts';
import { type Node, prefixOf, REDIS, RedisServers } from './redis-servers.ts';
import { collected } from './sequences.ts';
import { unrelated } from './unrelated.ts';

const KILLED = fileURLToPath(new URL('killed-writer.mjs', import.meta.url));

let servers: RedisServers;
let opened: Store[] = [];
const open = async (where: string, options: StoreOptions = {}): Promise<Store> => {
  const store = await openStore(where, options);
  opened.push(store);
  return store;
};
afterEach(async () => {
  for (const store of opened) await store.close();
  opened = [];
});

it('has Redis', ({ skip }) => needs(REDIS !== undefined, 'Redis (Debian: redis-server)', skip));

describe.skipIf(REDIS === undefined)('Redis', () => {
  onServers('alone');

  it('takes batches at the largest distance, with thousands of reads for each document', async () => {
    const store = await open(servers.place(), { maxDistance: 16 });
    const answers = await store.insertAllIfNew(unrelated(100, 11n));
    expect(answers.length).toBe(100);
  });

  it('killed and started again: calls wait for it, and nothing acknowledged is lost', async () => {
    const [node] = servers.nodes;
    const store = await open(servers.place());
    const faults = { times: 2, strike: () => node!.end('SIGKILL'), mend: () => node!.start() };
    const { acknowledged, lost, unknown, stall } = await writeThroughFaults(store, faults);
    console.log(
      `Redis killed ${faults.times} times: ${acknowledged.length} acknowledged, ${lost.length} of them lost; ` +
        `${unknown} calls of unknown outcome; the longest stall ${Math.round(stall)} ms`,
    );
    // The log is written before the answer, and read again: a process that is killed loses nothing of it.
    expect(lost).toEqual([]);
    expect(await store.check()).toEqual({ documents: acknowledged.length, damage: [] });
  });

  it('that stays away ends the waiting with an unknown outcome; the next call finds it when it is back', async () => {
    const [node] = servers.nodes;
    const store = await open(`${servers.place()}&patience=1`);
    await node!.end('SIGKILL');
    const error = await store.insertIfNew({ id: 'a', fingerprint: 1n }).catch((one) => one);
    expect(error).toBeInstanceOf(ConnectionLostError);
    expect(error.message).toMatch(/No answer came.*not known: repeat it/);
    expect(error.message).not.toContain('maxRetriesPerRequest');
    await node!.start();
    expect(await store.insertIfNew({ id: 'a', fingerprint: 1n })).toEqual({ inserted: true, duplicates: [] });
    node!.signal('SIGSTOP');
    await expect(store.insert({ id: 'b', fingerprint: 2n })).rejects.toThrow(ConnectionLostError);
    node!.signal('SIGCONT');
    await store.insert({ id: 'b', fingerprint: 2n });
  });

  it('that starts without its data answers nothing as if there were none, and is written to when it is opened anew', async () => {
    const [node] = servers.nodes;
    const where = servers.place();
    const store = await open(where);
    await store.insert({ id: 'a', fingerprint: 1n });
    const settings = await node!.ask((client) => client.get(`${prefixOf(where)}:store`));
    await node!.end('SIGKILL');
    const isRefused = (call: Promise<unknown>): Promise<void> =>
      expect(call).rejects.toThrow(/is back without this store: .*open the store anew/);
    // Asked before it is back, and after.
    const early = [store.insertIfNew({ id: 'c', fingerprint: 3n }), store.update({ id: 'a', fingerprint: 3n })];
    const refused = early.map(isRefused);
    // From its file, which has nothing, and not from its log.
    await node!.start('--appendonly', 'no');
    await node!.ask((client) => client.config('SET', 'appendonly', 'yes'));
    const late = [store.insertIfNew({ id: 'b', fingerprint: 2n }), store.get('a'), store.size()];
    await Promise.all([...refused, ...late.map(isRefused)]);
    expect(await node!.ask((client) => client.keys('*'))).toEqual([]);
    const anew = await open(where);
    expect(await anew.insertIfNew({ id: 'b', fingerprint: 2n })).toEqual({ inserted: true, duplicates: [] });
    expect(await node!.ask((client) => client.get(`${prefixOf(where)}:store`))).toBe(settings);
    // There it is again, as from a backup.
    expect(await store.get('b')).toMatchObject({ id: 'b' });
  });

  it.each([
    ['another recipe', { recipeId: 'words/2', maxDistance: 3 }],
    ['another distance', { recipeId: 'words-bigrams/2', maxDistance: 4 }],
  ])('that is back with a store of %s answers nothing of it', async (_, settings) => {
    const [node] = servers.nodes;
    const where = servers.place();
    const store = await open(where);
    expect(await store.size()).toBe(0);
    await node!.ask(async (client) => {
      await client.set(`${prefixOf(where)}:store`, JSON.stringify({ version: 1, ...settings }));
      await client.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    });
    await expect(store.size()).rejects.toThrow(/is back without this store/);
  });

  it('is left when it is opened in vain', async () => {
    const where = servers.place();
    await (await openStore(where)).close();
    const [node] = servers.nodes as [Node];
    const before = await node.connections();
    await expect(openStore(where, { maxDistance: 4 })).rejects.toThrow(/made for distances/);
    await vi.waitUntil(async () => (await node.connections()) === before, 5000);
  });

  it('is connected to anew when a connection falls silent, as where something between has forgotten it', async () => {
    const [node] = servers.nodes;
    let isSilent = false;
    const proxy = createServer((client) => {
      const behind = connect(node!.port, '127.0.0.1');
      const isOld = !isSilent;
      const pass = (from: Socket, to: Socket) =>
        from.on('error', () => undefined).on('data', (data) => (isOld && isSilent) || to.write(data));
      pass(client, behind);
      pass(behind, client);
      client.once('close', () => behind.destroy());
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const through = servers.place().replace(`${node!.port}`, `${(proxy.address() as AddressInfo).port}`);
    const store = await open(`${through}&patience=1`);
    await store.insert({ id: 'a', fingerprint: 1n });
    isSilent = true;
    await expect(store.insert({ id: 'b', fingerprint: 2n })).rejects.toThrow(ConnectionLostError);
    await store.insert({ id: 'b', fingerprint: 2n });
    expect(await store.size()).toBe(2);
    proxy.close();
  });

  it('that has become a replica is connected to anew, where another is the master behind the same address', async () => {
    const [node] = servers.nodes as [Node];
    const others = await RedisServers.start('alone');
    const [heir] = others.nodes as [Node];
    let { port } = node;
    const proxy = createServer((client) => {
      const behind = connect(port, '127.0.0.1');
      client
        .on('error', () => undefined)
        .pipe(behind.on('error', () => undefined))
        .pipe(client);
      client.once('close', () => behind.destroy());
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const through = servers.place().replace(`${port}`, `${(proxy.address() as AddressInfo).port}`);
    const store = await open(`${through}&patience=2`);
    await store.insert({ id: 'a', fingerprint: 1n });
    await heir.ask((client) => client.replicaof('127.0.0.1', node.port));
    await vi.waitUntil(() => heir.ask(async (client) => (await client.role())[3] === 'connected'), 20_000);
    await heir.ask((client) => client.replicaof('NO', 'ONE'));
    await node.ask((client) => client.replicaof('127.0.0.1', heir.port));
    await expect(store.insert({ id: 'b', fingerprint: 2n })).rejects.toThrow(
      /No answer came.*READONLY.*repeat it.* It is a replica, .*: give the address of its master\.$/,
    );
    port = heir.port;
    await store.insert({ id: 'b', fingerprint: 2n });
    expect(await store.size()).toBe(2);
    await node.ask((client) => client.replicaof('NO', 'ONE'));
    proxy.close();
    await others.stop();
  });

  it('that has become a replica is left once, however many calls were under way, and without a warning', async () => {
    const [node] = servers.nodes as [Node];
    const store = await open(`${servers.place()}&patience=1`);
    await store.insert({ id: 'a', fingerprint: 1n });
    const warnings = heardWarnings();
    await node.ask((client) => client.replicaof('127.0.0.1', 1));
    const documents = unrelated(300, 32n);
    const before = await connectionsMade(node);
    const calls = await Promise.allSettled(documents.map((one) => store.insert(one)));
    const made = (await connectionsMade(node)) - before;
    await node.ask((client) => client.replicaof('NO', 'ONE'));
    expect(new Set(calls.map((call) => call.status === 'rejected' && call.reason.name))).toEqual(
      new Set(['ConnectionLostError']),
    );
    expect(warnings()).toEqual([]);
    // One for each time that the calls were repeated, and that of the question.
    expect(made).toBeLessThan(20);
    await store.insertAllIfNew(documents);
    expect(await store.size()).toBe(301);
  });

  it.each(['redis://127.0.0.1:1', 'redis-cluster://127.0.0.1:1'])(
    'that is not there keeps no process from its end: %s',
    (where) => {
      const opening = `await openStore(where).catch(({ name }) => console.log(name));
        let turns = 0;
        setInterval(() => turns++, 50).unref();
        process.once('exit', () => console.log(turns < 20));`;
      const { stdout } = spawnSync(process.execPath, argumentsOfCode(opening, where), { encoding: 'utf8' });
      expect(stdout).toBe('StoreFailedError\ntrue\n');
    },
  );

  it('whose password is another by now is named, whatever was under way, and found when it is that of the address', async () => {
    const [node] = servers.nodes;
    // While nothing else is heard, so that the first call is sent to a connection that has ended.
    const password = (given: string) => {
      for (const command of [`ACL SETUSER someone reset on >${given} ~* +@all`, 'CLIENT KILL USER someone']) {
        execFileSync('redis-cli', ['-p', `${node!.port}`, ...command.split(' ')]);
      }
    };
    password('old');
    const store = await open(`${servers.place().replace('//', '//someone:old@')}&patience=2`);
    password('new');
    for (let i = 0; i < 2; i++) {
      const asking = store.get('a');
      await expect(asking).rejects.toThrow(StoreFailedError);
      await expect(asking).rejects.toThrow(/\(WRONGPASS .* See which user and password the address has\.$/);
    }
    password('old');
    expect(await store.get('a')).toBe(undefined);
    await expect(openStore(servers.place().replace('//', '//someone:wrong@'))).rejects.toThrow(/reached \(WRONGPASS/);
  });

  it('that is busy with a script of somebody else is waited for', async () => {
    const [node] = servers.nodes;
    const store = await open(servers.place());
    await node!.ask((client) => client.config('SET', 'lua-time-limit', '50'));
    const busy = node!.ask((client) =>
      client.eval(
        `local function now() local t = redis.call('TIME') return t[1] + t[2] / 1e6 end
        local end_ = now() + 1
        while now() < end_ do end`,
        0,
      ),
    );
    await sleep(300);
    expect(await store.size()).toBe(0);
    await busy;
  });

  it('that reads its data at its start is waited for as long as the address says', async () => {
    const [node] = servers.nodes;
    const where = servers.place();
    const [store, impatient] = [await open(where), await open(`${where}&patience=1`)];
    await store.load(unrelated(100, 12n));
    await node!.ask((client) => client.save());
    await node!.end('SIGKILL');
    // From that file, each key so many microseconds later, and answering meanwhile that it does.
    const slowly = ['--key-load-delay', '5000', '--loading-process-events-interval-bytes', '1024'];
    const starting = node!.start('--appendonly', 'no', ...slowly);
    while (!(await connects(node!.port)));
    const asking = expect(impatient.size()).rejects.toThrow(
      / \(it is connected, but not ready: it may be loading its data\)\. If something/,
    );
    const opening = openStore(`${where}&patience=1`);
    await Promise.all([asking, expect(opening).rejects.toThrow(/cannot be reached \(not ready after 1 s\)/)]);
    await starting;
    await node!.ask((client) => client.config('SET', 'appendonly', 'yes'));
    expect(await store.size()).toBe(100);
  });

  it('that a dry run of dedupe would begin is not there afterwards', async () => {
    const where = servers.place();
    const news = fileURLToPath(new URL('../../examples/news.jsonl', import.meta.url));
    const options = ['--against', where, '--update', '--dry-run'];
    const { status, stderr } = spawnSync(process.execPath, [MAIN, 'dedupe', news, ...options], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, expect.stringMatching(/^kept +1/m)]);
    await expect(openStore(where, { readOnly: true })).rejects.toThrow(NoStoreError);
  });

  it('without the database of the address is refused: what was stored would be in another', async () => {
    const where = servers.place();
    await expect(openStore(where.replace('?', '/99?'))).rejects.toThrow(/cannot be reached \(ERR DB index/);
    await expect(openStore(where, { readOnly: true })).rejects.toThrow(/no store/);
    const [first, second] = [await open(where), await open(where.replace('?', '/7?'))];
    await second.insert({ id: 'a', fingerprint: 1n });
    expect([await first.size(), await second.size()]).toEqual([0, 1]);
  });

  it.each(['hello', 'null', '5', '[]', '{"version":1}', '{"version":1,"recipeId":"words/2"}'])(
    'that has %s of somebody else under the prefix is refused by name',
    async (text) => {
      const where = servers.place();
      await servers.nodes[0]!.ask((client) => client.set(`${prefixOf(where)}:store`, text));
      const opening = openStore(where);
      await expect(opening).rejects.toThrow(StoreFailedError);
      await expect(opening).rejects.toThrow(/has something else in test-\d+:store, .* another prefix/);
    },
  );

  it('of a later layout is refused by name', async () => {
    const where = servers.place();
    const later = JSON.stringify({ version: 2, recipeId: 'words/2', maxDistance: 3 });
    await servers.nodes[0]!.ask((client) => client.set(`${prefixOf(where)}:store`, later));
    await expect(openStore(where)).rejects.toThrow(
      /has version 2 of the layout, and this hammingbird knows 1\. Use a newer/,
    );
  });

  it('is named without its password by the command, too', async () => {
    // Without a password a server takes any.
    const where = servers.place().replace('//', '//default:secret@');
    await (await open(where)).close();
    const error = await searchedStore(where, { distance: 9 }).catch((one) => one);
    expect(error.message).toMatch(
      /^--distance 9: redis:\/\/127\.0\.0\.1:.*prefix=.* was made for distances of up to 3\. /,
    );
    const searched = await searchedStore(where, {});
    await searched.close();
    expect(searched.name).not.toContain('secret');
  });
});

describe.skipIf(REDIS === undefined)('Redis Cluster', () => {
  onServers('cluster');

  it.each([
    ['one by one', { processes: 8, groups: 400, distance: 3, batch: 1 }],
    ['in batches, each in its own order', { processes: 8, groups: 100, distance: 3, batch: 25 }],
    ['at distance 7', { processes: 8, groups: 20, distance: 7, batch: 5 }],
  ])('races of processes, %s: exactly one of each group is inserted while no master is lost', async (_, given) => {
    const where = servers.place();
    const store = await open(where, { maxDistance: given.distance });
    const told = await race(where, given);
    const winners = told.filter(({ inserted }) => inserted);
    console.log(`Redis Cluster, ${given.processes} processes, ${given.groups} groups: ${winners.length} winners`);
    expect(new Set(winners.map(groupOf)).size).toBe(given.groups);
    expect(winners.length).toBe(given.groups);
    expect((await collected(store.export())).map(({ id }) => id).sort()).toEqual(winners.map(({ id }) => id).sort());
    for (const { id, inserted, duplicates } of told) {
      const [winner] = winners.filter((one) => groupOf(one) === groupOf({ id }));
      expect(duplicates).toEqual(inserted ? [] : [winner!.id]);
    }
  });

  it('of which one node is taken for a server of its own says so at once', async () => {
    const [{ port }] = servers.nodes as [Node];
    const alone = async () => {
      const store = await open(`redis://127.0.0.1:${port}?prefix=alone`);
      await store.load(unrelated(30, 8n));
    };
    await expect(alone()).rejects.toThrow(
      /refused \(MOVED .*not done\. It is a node of a cluster, .* redis-cluster:\/\//,
    );
  });

  it('is not asked again and again for keys that no node has together', async () => {
    const connection = await Connection.open(parseAddress(servers.place()));
    try {
      const asked = vi.fn((client: Client) => client.mget('{1}', '{2}'));
      await expect(connection.run(asked)).rejects.toThrow(/ refused \(.*same slot\); this step was not done\.$/);
      expect(asked).toHaveBeenCalledTimes(1);
    } finally {
      await connection.close();
    }
  });

  it('that lacks a master and its replica is waited for when it is opened, and named', async () => {
    const where = servers.place();
    const { master, replica } = await servers.aPair();
    await Promise.all([replica.end('SIGKILL'), master.end('SIGKILL')]);
    await servers.untilDown();
    const opening = openStore(`${where}&patience=1`);
    const late = sleep(20_000, 'late');
    const error = await Promise.race([opening.catch((one) => one), late]);
    expect(error).toBeInstanceOf(StoreFailedError);
    const waiting = open(where);
    await Promise.all([master.start(), replica.start()]);
    expect(await (await waiting).size()).toBe(0);
    await servers.untilWhole();
  });

  it('a master killed: calls wait for its replica; what may be lost is what came just before', async () => {
    const store = await open(servers.place());
    const pair = await servers.aPair();
    // Or what is lost is the store that has just been made.
    await servers.untilCaughtUp(pair);
    const { master, replica } = pair;
    const faults = { times: 1, strike: () => master.end('SIGKILL'), mend: () => servers.untilPromoted(replica) };
    const { acknowledged, lost, strikes, unknown, stall } = await writeThroughFaults(store, faults);
    console.log(
      `A master killed: ${acknowledged.length} acknowledged, ${lost.length} of them lost; ` +
        `${unknown} calls of unknown outcome; the longest stall ${Math.round(stall)} ms`,
    );
    expect(acknowledged.some(({ at }) => at > strikes[0]!)).toBe(true);
    for (const { at } of lost) expect(Math.abs(at - strikes[0]!)).toBeLessThan(1000);
    await store.compact();
    expect((await store.check()).damage).toEqual([]);
    await master.start();
    await servers.untilWhole();
  });

  it('is checked while documents move from one master to another', async () => {
    const where = servers.place();
    const store = await open(where);
    const documents = unrelated(600, 13n);
    await store.load(documents);
    const masters = (await servers.pairs()).map(({ master }) => master);
    const slot = await masters[0]!.ask((client) => client.cluster('KEYSLOT', `{${shardOf(documents[0]!.id)}}`));
    const keysOf = (node: Node) => node.ask((client) => client.cluster('GETKEYSINSLOT', slot, 1000));
    const keys = await Promise.all(masters.map(keysOf));
    const [from, to] = masters.toSorted((a, b) => keys[masters.indexOf(b)]!.length - keys[masters.indexOf(a)]!.length);
    const idOf = (node: Node) => node.ask((client) => client.cluster('MYID'));
    const [fromId, toId] = [await idOf(from!), await idOf(to!)];
    const move = (some: string[]) =>
      from!.ask((client) => client.call('MIGRATE', '127.0.0.1', to!.port, '', 0, 5000, 'KEYS', ...some));
    await to!.ask((client) => client.call('CLUSTER', 'SETSLOT', slot, 'IMPORTING', fromId));
    await from!.ask((client) => client.call('CLUSTER', 'SETSLOT', slot, 'MIGRATING', toId));
    const [records, others] = [true, false].map((are) =>
      (keys[masters.indexOf(from!)] as string[]).filter((key) => key.includes(':record:') === are),
    );
    await move(records!);
    const checking = store.check().catch((error) => error);
    await sleep(500);
    await move(others!);
    for (const node of [to!, from!]) await node.ask((client) => client.call('CLUSTER', 'SETSLOT', slot, 'NODE', toId));
    expect(await checking).toEqual({ documents: documents.length, damage: [] });
    await servers.untilWhole();
  });

  it('a replica told to take over: what was sent to its master, which answers as before, goes to it', async () => {
    const store = await open(`${servers.place()}&patience=5`);
    const documents = unrelated(300, 7n);
    await store.load(documents);
    for (const { replica } of await servers.pairs()) {
      await replica.ask((client) => client.cluster('FAILOVER'));
      await servers.untilPromoted(replica);
      expect((await collected(store.export())).length).toBe(documents.length);
      await servers.untilWhole();
    }
  });

  it('a replica that takes over has not all that was acknowledged: check says so, and compact mends what is left', async () => {
    const store = await open(servers.place());
    const { master, replica } = await servers.aPair();
    const [before, during] = [unrelated(300, 5n), unrelated(300, 6n).map((one) => ({ ...one, id: `${one.id}, late` }))];
    await store.load(before);
    await sleep(300);
    replica.signal('SIGSTOP');
    // Or it would find what was sent to it meanwhile.
    await master.ask((client) => client.call('CLIENT', 'KILL', 'TYPE', 'replica'));
    await store.load(during);
    await master.end('SIGKILL');
    replica.signal('SIGCONT');
    await servers.untilPromoted(replica);
    const stored = new Set((await collected(store.export())).map(({ id }) => id));
    const lost = during.filter(({ id }) => !stored.has(id));
    const { damage } = await store.check();
    console.log(`A replica was behind by ${during.length}: ${lost.length} lost, ${damage.length} without all postings`);
    expect(before.filter(({ id }) => !stored.has(id))).toEqual([]);
    expect(lost.length).toBeGreaterThan(0);
    expect(damage.length).toBeGreaterThan(0);
    expect(damage[0]).toMatch(/lacks [1-4] postings?, and may not be found\. Compacting mends it/);
    await store.compact();
    expect(await store.check()).toEqual({ documents: stored.size, damage: [] });
    for (const { id, fingerprint } of during.filter((one) => stored.has(one.id)).slice(0, 50)) {
      const near = flipped(fingerprint, 3, randomBits(fingerprint));
      expect((await store.search({ fingerprint: near })).map((found) => found.id)).toEqual([id]);
    }
    // So of two near-duplicates both are acknowledged as new.
    const copies = lost.map(({ id, fingerprint }) => ({ id: `${id}, copy`, fingerprint: fingerprint ^ 1n }));
    expect((await store.insertAllIfNew(copies)).every(({ inserted }) => inserted)).toBe(true);
    await master.start();
    await servers.untilWhole();
  });
});

describe('An address of Redis', () => {
  it.each([
    ['redis://', /A store in Redis is/],
    ['redis://a,b', /Several nodes are redis-cluster/],
    ['redis://a/x', /database is a whole number/],
    ['redis://a/1e1', /database is a whole number/],
    ['redis-cluster://a/1', /0 in a cluster/],
    ['redis://a?prefx=seen', /has no "prefx": .* stand prefix, patience, cert, key/],
    ['rediss://a?cert=a.crt', /is two files, cert and key, in an address that begins with rediss:/],
    ['redis://a?cert=a.crt&key=a.key', /in an address that begins with rediss:/],
    ['redis://a?prefix={x}', /prefix of a store/],
    ['redis://a:99999', /no host and port/],
    ['redis://a?patience=never', /patience is above 0 and at most 3600 seconds, not never/],
    ['redis://%zz@a', /percent-encoded/],
  ])('%s is refused by name', async (where, message) => {
    await expect(openStore(where)).rejects.toThrow(InvalidArgumentError);
    await expect(openStore(where)).rejects.toThrow(message);
  });

  it.each(['redis', 'redis-cluster'])('%s, where nobody listens, is named with the reason', async (scheme) => {
    await expect(openStore(`${scheme}://127.0.0.1:1`)).rejects.toThrow(
      /reached \(connect ECONNREFUSED 127\.0\.0\.1:1\); nothing was done\. See that the server runs, and that/,
    );
    await expect(openStore(`${scheme}://nobody.invalid`)).rejects.toThrow(
      /reached \(getaddrinfo [A-Z_]+ nobody\.invalid\)/,
    );
  });

  it.each(['redis', 'redis-cluster'])('%s, where nobody listens, is named without its password', async (scheme) => {
    const nowhere = openStore(`${scheme}://someone:secret@127.0.0.1:1`);
    await expect(nowhere).rejects.toThrow(StoreFailedError);
    await expect(nowhere).rejects.toThrow(
      /127\.0\.0\.1:1.* cannot be reached \((connect ECONNREFUSED 127\.0\.0\.1:1|None of startup nodes is available)\); nothing was done/,
    );
    await nowhere.catch(({ message }) => expect(message).not.toMatch(/secret|someone/));
  });

  it.each(['se@cret', 'sec/ret', 'sec?ret', 'sec:r@et', '12/34@56?'])(
    'keeps the password %s to itself, which ought to be percent-encoded',
    async (password) => {
      const nowhere = openStore(`redis://someone:${password}@127.0.0.1:1`);
      await expect(nowhere).rejects.toThrow(
        /^redis:\/\/127\.0\.0\.1:1\?prefix=hammingbird cannot be reached \(connect ECONNREFUSED 127\.0\.0\.1:1\)/,
      );
    },
  );
});

/** All keys of a store, on all nodes. */
async function keys(where: string): Promise<string[]> {
  const prefix = `${prefixOf(where)}:*`;
  const found = await Promise.all(servers.nodes.map((node) => node.ask((client) => client.keys(prefix))));
  return [...new Set(found.flat())];
}

/** The names of the records that a store has, and of the lists in which they are. */
async function keysOf(where: string) {
  const there = await keys(where);
  const record = (id: string): string => there.find((key) => key.endsWith(`:record:${id}`))!;
  return { record, listOf: (id: string, list: string): string => record(id).replace(/record:.*/, list) };
}

/** Changes a key, on whatever node it is. */
async function change(key: string, ...[command, ...values]: [string, ...string[]]): Promise<void> {
  await Promise.any(servers.nodes.map((node) => node.ask((client) => client.call(command, key, ...values))));
}

/** How many connections have been made to a node since it was started. */
async function connectionsMade(node: Node): Promise<number> {
  return Number(/total_connections_received:(\d+)/.exec(await node.ask((client) => client.info('stats')))![1]);
}

/** Whether anybody listens on a port. */
async function connects(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isThere = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isThere;
}

/** How many postings a store has in all its buckets. */
async function postings(where: string): Promise<number> {
  let count = 0;
  for (const node of servers.nodes) {
    count += await node.ask(async (client) => {
      if ((await client.role())[0] !== 'master') return 0;
      const buckets = await client.keys(`${prefixOf(where)}:{t*}`);
      const sizes = await Promise.all(buckets.map((bucket) => client.hlen(bucket)));
      return sizes.reduce((sum, size) => sum + size, 0);
    });
  }
  return count;
}

/** Inserts documents in a process of its own, which is killed meanwhile; the ids that were acknowledged. */
async function killedWriter(where: string, documents: readonly NewDocument[]): Promise<Set<string>> {
  const writer = spawn(process.execPath, [KILLED, where], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exit = once(writer, 'exit');
  let output = '';
  writer.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
    if (output.length > 1500) writer.kill('SIGKILL');
  });
  writer.stdin.on('error', () => undefined);
  writer.stdin.end(JSON.stringify(documents, (_, value) => (typeof value === 'bigint' ? String(value) : value)));
  await exit;
  return new Set(output.split('\n').slice(0, -1));
}

/** Starts the servers, and does what is to be done on both kinds. */
function onServers(kind: 'alone' | 'cluster'): void {
  beforeAll(async () => {
    servers = await RedisServers.start(kind);
  });
  afterAll(() => servers?.stop());

  storeContract(
    kind === 'alone' ? 'Redis' : 'Redis Cluster',
    async () => ({ where: servers.place(), remove: () => servers.clear() }),
    { oneWinner: true, sequences: 20 },
  );

  it('leaves no postings of what was removed, changed, expired or not inserted', async () => {
    const where = servers.place();
    const store = await open(where, { maxDistance: 7 });
    const all = unrelated(300, 3n);
    await store.load(all);
    await store.insertAllIfNew(
      all.map(({ id, fingerprint }) => ({ id: `${id}, again`, fingerprint: fingerprint ^ 1n })),
    );
    for (const { id, fingerprint } of all.slice(0, 100))
      await store.update({ id, fingerprint: ~fingerprint & (2n ** 64n - 1n), time: 0 });
    for (const { id } of all.slice(100, 150)) await store.remove(id);
    expect(await store.expire(1)).toBe(100);
    expect(await postings(where)).toBe(4 * 150);
    expect(await store.expire(300)).toBe(150);
    expect((await keys(where)).filter((key) => !key.endsWith(':store'))).toEqual([]);
  });

  it('names an id that somebody else has listed in another shard than its own, and compacting forgets it there', async () => {
    const where = servers.place();
    const store = await open(where);
    await store.load(unrelated(300, 31n));
    const connection = await Connection.open(parseAddress(where));
    const list = new Keys(prefixOf(where)).ids(shardOf('document 0'));
    expect(shardOf('strange')).not.toBe(shardOf('document 0'));
    await connection.run((client) => client.zadd(list, 0, 'strange'));
    await connection.close();
    expect(await store.check()).toEqual({
      documents: 300,
      damage: [expect.stringMatching(/^"strange" has no record, or is not listed/)],
    });
    await store.compact();
    expect(await store.check()).toEqual({ documents: 300, damage: [] });
  });

  it('of many that are equal only so many are read as are wanted, and the first by id are found', async () => {
    const store = await open(servers.place());
    const ids = Array.from({ length: 1500 }, (_, i) => `${10_000 - i}`);
    await store.load(ids.map((id, i) => ({ id, fingerprint: i === 0 ? 1n : 0n, time: 0 })));
    const standing = vi.spyOn(Records.prototype, 'standing');
    const nearest = (await store.search({ fingerprint: 1n }, { limit: 3 })).map(({ id, distance }) => [id, distance]);
    const { length } = standing.mock.calls;
    standing.mockRestore();
    expect(nearest).toEqual([
      ['10000', 0],
      ['8501', 1],
      ['8502', 1],
    ]);
    expect(length).toBeLessThanOrEqual(600);
    expect(await store.search({ fingerprint: 1n })).toHaveLength(1500);
  });

  it('many are not asked for all at once, which would be more than a server answers in time, or a slow line brings', async () => {
    const store = await open(servers.place());
    await store.load(Array.from({ length: 8000 }, (_, i) => ({ id: `${i}`, fingerprint: null, time: 0 })));
    const { get } = Records.prototype;
    let running = 0;
    let most = 0;
    const counted = vi.spyOn(Records.prototype, 'get').mockImplementation(function (this: Records, id) {
      most = Math.max(most, ++running);
      return get.call(this, id).finally(() => running--);
    });
    const mosts: number[] = [];
    for (const ask of [() => collected(store.export()), () => store.check(), () => store.compact()]) {
      await ask();
      mosts.push(most);
      most = 0;
    }
    expect(await store.expire(1)).toBe(8000);
    counted.mockRestore();
    // Each of them may have 64 KiB of meta.
    expect(Math.max(...mosts, most)).toBeLessThanOrEqual(600);
    expect(await store.size()).toBe(0);
  });

  it('a document that is updated is there all the while: for searches, for those that resemble it, and for check', async () => {
    const where = servers.place();
    const [updating, asking] = [await open(where), await open(where)];
    await updating.insert({ id: 'a', fingerprint: 5n });
    let isOver = false;
    const updates = (async () => {
      for (let time = 0; !isOver; time++) await updating.update({ id: 'a', fingerprint: 5n, time });
    })();
    const seen = new Set<string>();
    // Each answer waits for the disk where all that is acknowledged does: where that is slow, a few must do.
    const end = performance.now() + 30_000;
    for (let i = 0; i < 500 && performance.now() < end; i++) {
      const found = await asking.search({ fingerprint: 4n });
      const { inserted } = await asking.insertIfNew({ id: 'b', fingerprint: 4n });
      // Which asks all shards.
      const { damage } = i % 10 === 0 ? await asking.check() : { damage: [] };
      seen.add(JSON.stringify([found.map(({ id, distance }) => [id, distance]), inserted, damage]));
      if (inserted) await asking.remove('b');
    }
    isOver = true;
    await updates;
    expect([...seen]).toEqual(['[[["a",1]],false,[]]']);
  });

  it('a process that is killed while it inserts leaves nothing that lies', async () => {
    const where = servers.place();
    const store = await open(where);
    const all = unrelated(600, 4n);
    const told = await killedWriter(where, all);
    // Others that resemble those that were under way wait for a claim to run out, and then are inserted.
    const copies = all.map(({ id, fingerprint }) => ({ id: `${id}, copy`, fingerprint: fingerprint ^ 3n }));
    const answers = await store.insertAllIfNew(copies);
    const stored = new Set((await collected(store.export())).map(({ id }) => id));
    const before = copies.length - answers.filter(({ inserted }) => inserted).length;
    console.log(`killed after ${told.size} acknowledged; ${before} were stored`);
    expect([...told].filter((id) => !stored.has(id))).toEqual([]);
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(all.length);
    for (const [i, { inserted, duplicates }] of answers.entries()) {
      expect([inserted, duplicates.map(({ id }) => id)]).toEqual(
        stored.has(all[i]!.id) ? [false, [all[i]!.id]] : [true, []],
      );
    }
    expect(await store.check()).toEqual({ documents: all.length, damage: [] });
    await store.compact();
    expect(await postings(where)).toBe(4 * all.length);
  });

  it('changed by somebody else is found by check, and what can be is mended by compact', async () => {
    const where = servers.place();
    const store = await open(where);
    await store.insertAllIfNew(
      ['a', 'b', 'c', 'd'].map((id, i) => ({ id, fingerprint: 0xffffn << BigInt(16 * i), time: i })),
    );
    const { record, listOf } = await keysOf(where);
    await change(record('a'), 'SET', 'not JSON');
    await change(record('b'), 'DEL');
    await change(listOf('c', 'ids'), 'ZREM', 'c');
    await change(listOf('d', 'times'), 'ZREM', 'd');
    const { documents, damage } = await store.check();
    expect(damage.toSorted()).toEqual([
      ...['b', 'c', 'd'].map((id) => expect.stringMatching(`^"${id}" has no record, or is not listed`)),
      expect.stringMatching(/^The record of "a" has been changed by somebody else/),
    ]);
    expect(documents).toBe(0);
    await expect(store.get('a')).rejects.toThrow(CorruptDataError);
    await expect(collected(store.export())).rejects.toThrow(CorruptDataError);
    await change(record('a'), 'DEL');
    await store.compact();
    expect(await store.check()).toEqual({ documents: 2, damage: [] });
    expect((await collected(store.export())).map(({ id }) => id)).toEqual(['c', 'd']);
    expect(await store.expire(10)).toBe(2);
  });

  it.each(['record', 'ids', 'times', 'bucket'] as const)(
    'whose %s somebody else has made a key of another type is found by check, which goes on, and named by compact',
    async (what) => {
      const where = servers.place();
      const store = await open(where);
      await store.load(['a', 'b'].map((id) => ({ id, fingerprint: id === 'a' ? 0xffffn : null, time: 0 })));
      const { record, listOf } = await keysOf(where);
      const key = {
        record: record('a'),
        ids: listOf('a', 'ids'),
        times: listOf('a', 'times'),
        bucket: (await keys(where)).find((one) => one.endsWith(':{t0.0}'))!,
      }[what];
      await change(key, 'DEL');
      await change(key, 'SADD', 'another');
      await change(record('b'), 'SET', 'not JSON');
      const named = `The key ${key} is of another type: `;
      const { documents, damage } = await store.check();
      expect(documents).toBe(what === 'times' ? 1 : 0);
      expect(damage.filter((line) => line.includes(key))).toEqual([expect.stringContaining(named)]);
      expect(damage).toContainEqual(expect.stringMatching(/^The record of "b" has been changed/));
      await change(record('b'), 'DEL');
      await expect(store.compact()).rejects.toThrow(CorruptDataError);
      await expect(store.compact()).rejects.toThrow(named);
      await change(key, 'DEL');
      await store.compact();
      expect(await store.check()).toEqual({ documents: what === 'record' ? 0 : 1, damage: [] });
    },
  );

  it('whose lists of times somebody else has changed expires what is old, and ends', async () => {
    const where = servers.place();
    const store = await open(where);
    await store.load(['a', 'b', 'c'].map((id, time) => ({ id, fingerprint: null, time: 10 * time })));
    const { record, listOf } = await keysOf(where);
    await change(record('a'), 'DEL');
    await change(listOf('c', 'times'), 'ZADD', '0', 'c');
    // The shard of another.
    await change(listOf('a', 'times'), 'ZADD', '0', 'c');
    expect(await store.expire(15)).toBe(1);
    expect(await store.check()).toEqual({ documents: 1, damage: [] });
    expect(await store.expire(21)).toBe(1);
  });

  it('that evicts documents when its memory is full is refused', async () => {
    const where = servers.place();
    const set = (policy: string) => servers.configure('maxmemory-policy', policy);
    await set('allkeys-lru');
    await expect(openStore(where)).rejects.toThrow(/evicts any key.*allkeys-lru.*noeviction/);
    await set('noeviction');
    await open(where);
  });

  it('that evicts documents by the time it is connected to anew is refused before it takes any, and taken when it does not', async () => {
    const where = servers.place();
    const store = await open(where);
    await store.insert({ id: 'a', fingerprint: 1n });
    const set = (policy: string) => servers.configure('maxmemory-policy', policy);
    // As another one behind the same address, which has been set up otherwise.
    await set('allkeys-random');
    for (const node of servers.nodes) {
      await node.ask((client) => client.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes'));
    }
    const refused = [store.insert({ id: 'b', fingerprint: 2n }), store.insertIfNew({ id: 'c', fingerprint: 4n })];
    const all = await Promise.allSettled([...refused, store.get('a')]);
    await set('noeviction');
    for (const one of all) {
      const reason = expect.objectContaining({ message: expect.stringMatching(/evicts any key.*allkeys-random/) });
      expect(one).toEqual({ status: 'rejected', reason });
    }
    expect(all.map((one) => (one as PromiseRejectedResult).reason.name)).toEqual(Array(3).fill('StoreFailedError'));
    expect(await store.size()).toBe(1);
    await store.insert({ id: 'b', fingerprint: 2n });
  });

  it('that evicts documents from now on is refused a second later', async () => {
    const store = await open(servers.place());
    await servers.configure('maxmemory-policy', 'allkeys-lru');
    await sleep(1100);
    const refused = await store.insert({ id: 'a', fingerprint: 1n }).catch((error) => error);
    await servers.configure('maxmemory-policy', 'noeviction');
    expect(refused).toMatchObject({ name: 'StoreFailedError', message: expect.stringContaining('evicts any key') });
    await store.insert({ id: 'a', fingerprint: 1n });
  });

  it.each([
    ['someone:wrong@', /\(WRONGPASS .*; nothing was done\. See which user and password the address has\.$/],
    ['', /\(NOAUTH .*; nothing was done\. See which user and password the address has\.$/],
  ])('that does not let «%s» in is opened in vain, and says what is to be done', async (user, said) => {
    const tell = (...args: string[]) =>
      servers.nodes.map(({ port }) => execFileSync('redis-cli', ['-p', `${port}`, ...args]));
    tell('ACL', 'SETUSER', 'someone', 'reset', 'on', '>right', '~*', '+@all');
    tell('ACL', 'SETUSER', 'default', 'resetpass', '>right');
    const error = await openStore(servers.place().replace('//', `//${user}`)).catch((one) => one);
    tell('--no-auth-warning', '--pass', 'right', 'ACL', 'SETUSER', 'default', 'nopass');
    expect(error).toBeInstanceOf(StoreFailedError);
    expect(error.message).toMatch(said);
  });

  it('whose user lacks a right says which suffice, and with these all can be done, and nothing is said besides', async () => {
    const said = vi.spyOn(console, 'warn');
    const allow = (...rights: string[]) =>
      Promise.all(
        servers.nodes.map((node) =>
          node.ask((client) => client.call('ACL', 'SETUSER', 'someone', 'reset', 'on', '>secret', ...rights)),
        ),
      );
    const where = servers.place().replace('//', '//someone:secret@');
    for (const one of kind === 'alone' ? [where, where.replace('?', '/5?')] : [where]) {
      // As servers that others manage let those who use them.
      await allow('~*', '+@all', '-@dangerous');
      const { message } = await openStore(one).catch((error) => error);
      expect(message).toMatch(
        / refused \(NOPERM .*'info'.*; this step was not done\. The user .* lacks a right\. These /,
      );
      await allow(...message.replace(/.* These suffice: (.*)\.$/, '$1').split(' '));
      const store = await open(one);
      const documents = unrelated(20, 33n);
      await store.load(documents.slice(0, 10));
      await store.insertAllIfNew(documents.slice(10));
      await store.insert({ id: 'a', fingerprint: 1n, time: -2 });
      expect(await store.insertIfNew({ id: 'b', fingerprint: 3n })).toMatchObject({ inserted: false });
      await store.update({ id: 'a', fingerprint: 7n, time: -1 });
      expect(await store.search({ fingerprint: 7n })).toMatchObject([{ id: 'a' }]);
      expect(await store.expire(0)).toBe(1);
      expect(await store.remove('document 0')).toBe(true);
      expect(await store.get('document 0')).toBe(undefined);
      expect(await collected(store.export())).toHaveLength(19);
      await store.compact();
      expect(await store.check()).toEqual({ documents: 19, damage: [] });
      expect(await rebuildStore(one)).toMatchObject({ documents: 19, lost: 0 });
      expect(await store.size()).toBe(19);
    }
    expect(said).not.toHaveBeenCalled();
    said.mockRestore();
  });

  it('whose user lacks a right refuses by name', async () => {
    const allow = (right: string) =>
      Promise.all(servers.nodes.map((node) => node.ask((client) => client.call('ACL', 'SETUSER', 'default', right))));
    const where = servers.place();
    const store = await open(where);
    await allow('-scan');
    await expect(store.compact()).rejects.toThrow(
      /refused \(NOPERM.*'scan'.*The user of the address lacks a right\. These suffice: /,
    );
    await allow('-zadd');
    await expect(store.insert({ id: 'a', fingerprint: 1n })).rejects.toThrow(
      /refused .* lacks a right\. These suffice: /,
    );
    await allow('+@all');
    expect(await store.search({ fingerprint: 1n }), 'half a document').toEqual([]);
    await store.insert({ id: 'a', fingerprint: 1n });
    expect([await store.size(), await store.check()]).toEqual([1, { documents: 1, damage: [] }]);
    await allow('-getrange');
    await expect(store.check(), 'what cannot be looked at').rejects.toThrow(/refused/);
    await allow('-info');
    const refused = await openStore(where).catch((error) => error);
    await allow('+@all');
    expect(refused).toBeInstanceOf(StoreFailedError);
    expect(refused.message).toMatch(/refused \(NOPERM.*'info'/);
  });

  it('that is full refuses by name, and is opened to remove something', async () => {
    const where = servers.place();
    const store = await open(where);
    await store.insert({ id: 'a', fingerprint: 1n });
    const limit = (bytes: string) => servers.configure('maxmemory', bytes);
    await limit('1');
    const inserting = store.insert({ id: 'b', fingerprint: 2n });
    await expect(inserting).rejects.toThrow(StoreFailedError);
    await expect(inserting).rejects.toThrow(/refused \(OOM.*not done\. Its memory is full: raise maxmemory, or remove/);
    expect(await store.search({ fingerprint: 1n })).toHaveLength(1);
    const again = await open(where).catch((error) => error);
    const removed = await again.remove?.('a');
    await limit('0');
    expect([again.message, removed]).toEqual([undefined, true]);
    await store.insert({ id: 'b', fingerprint: 2n });
    expect(await store.size()).toBe(1);
  });
}
