// An index in worker threads answers what one index answers, whatever the number of shards.
import fc from 'fast-check';
import { HammingIndex, planTables } from 'hammingbird';
import { ShardedIndex } from 'hammingbird/workers';
import { describe, expect, it, vi } from 'vitest';
import type { Platform } from '../../src/workers/platform.ts';
import { ShardsOnPlatform } from '../../src/workers/sharded-index.ts';
import { flipped, randomBits, sets } from '../support/fingerprints.ts';
import { Threads } from '../support/threads.ts';

const threads = new Threads();

describe('ShardedIndex', () => {
  it.each([1, 2, 3])('with %i shards equals HammingIndex', async (shards) => {
    const fingerprints = BigUint64Array.from(sets.clustered!(4000, randomBits(8n)));
    const one = new HammingIndex({ maxDistance: 6 });
    const sharded = new ShardedIndex({ maxDistance: 6, shards });
    one.addAll(fingerprints);
    await sharded.addAll(fingerprints);
    expect(await sharded.size()).toBe(4000);
    const queries = fingerprints.subarray(0, 200);
    expect(await sharded.searchAll(queries)).toEqual(one.searchAll(queries));
    expect(await sharded.searchAll(new BigUint64Array(0))).toEqual(one.searchAll(new BigUint64Array(0)));
    const unsorted = await sharded.searchAll(queries, { sorted: false });
    expect(unsorted.offsets).toEqual(one.searchAll(queries).offsets);
    expect(unsorted.ids.toSorted()).toEqual(one.searchAll(queries).ids.toSorted());
    for (const query of queries.subarray(0, 20)) {
      expect(await sharded.search(query, { limit: 3 })).toEqual(one.search(query, { limit: 3 }));
      expect(await sharded.nearest(query, 30)).toEqual(one.nearest(query, 30));
    }
    expect(await sharded.pairs({ maxDistance: 4 })).toEqual(one.pairs({ maxDistance: 4 }));
    expect(await sharded.groups({ rule: 'complete' })).toEqual(one.groups({ rule: 'complete' }));
    const sizes = (await sharded.stats()).map(({ size }) => size);
    expect(sizes).toHaveLength(shards);
    for (const size of sizes) expect(size * shards).toBeGreaterThan(0.9 * 4000);
    // 40,000 equal ones are 8 · 10^8 pairs.
    const equal = new BigUint64Array(40_000).fill(fingerprints[0]!);
    one.addAll(equal);
    await sharded.addAll(equal);
    expect(await sharded.groups({ rule: 'leader' })).toEqual(one.groups({ rule: 'leader' }));
    await sharded.dispose();
  });

  it('groups what is equal without its pairs, also where its plan has no tables', async () => {
    const plan = { maxDistance: 3, blocks: [64], tables: [] };
    const [one, sharded] = [
      new HammingIndex({ maxDistance: 3, plan }),
      new ShardedIndex({ maxDistance: 3, plan, shards: 2 }),
    ];
    // More than few, of which none are equal.
    const distinct = BigUint64Array.from(sets.uniform!(2000, randomBits(9n)));
    one.addAll(distinct);
    await sharded.addAll(distinct);
    expect(await sharded.groups({ rule: 'leader' })).toEqual(one.groups({ rule: 'leader' }));
    // 8 · 10^8 pairs, were they listed.
    const equal = new BigUint64Array(40_000).fill(7n);
    one.addAll(equal);
    await sharded.addAll(equal);
    expect(await sharded.groups({ rule: 'leader' })).toEqual(one.groups({ rule: 'leader' }));
    await sharded.dispose();
  });

  it('stays equal through additions, updates and removals, awaited or not', async () => {
    const fingerprint = fc
      .tuple(fc.nat(3), fc.nat(4))
      .map(([centre, bits]) => flipped(BigInt(centre) * 0x5555555555555555n, bits, randomBits(BigInt(bits))));
    const kind = fc.constantFrom('add', 'addAll', 'remove', 'removeAll', 'search');
    const step = fc.record({ kind, id: fc.nat(30), fingerprint });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.constantFrom(1, 2, 3), async (steps, shards) => {
        const one = new HammingIndex({ maxDistance: 4 });
        const sharded = new ShardedIndex({ maxDistance: 4, shards });
        const answers: Promise<unknown>[] = [];
        const expected: unknown[] = [];
        for (const { kind, id, fingerprint } of steps) {
          if (kind === 'add') {
            one.add(fingerprint, id);
            answers.push(sharded.add(fingerprint, id));
            expected.push(undefined);
          } else if (kind === 'addAll') {
            one.addAll(BigUint64Array.of(fingerprint, fingerprint));
            answers.push(sharded.addAll(BigUint64Array.of(fingerprint, fingerprint)));
            expected.push(undefined);
          } else if (kind === 'remove') {
            answers.push(sharded.has(id), sharded.remove(id));
            expected.push(one.has(id), one.remove(id));
          } else if (kind === 'removeAll') {
            const ids = Uint32Array.of(id, id + 1, id, 2 ** 32 - 1, 7);
            answers.push(sharded.removeAll(ids));
            expected.push(one.removeAll(ids));
          } else {
            answers.push(sharded.search(fingerprint));
            expected.push(one.search(fingerprint));
          }
        }
        expect(await Promise.all(answers)).toEqual(expected);
        expect(await sharded.size()).toBe(one.size);
        await sharded.dispose();
      }),
      { numRuns: 8 },
    );
  });

  it('takes a plan that a framework watches by proxies, which no message carries', async () => {
    const { maxDistance, blocks, tables } = planTables({ size: 1e6, maxDistance: 3 });
    const plan = { maxDistance, blocks: new Proxy(blocks, {}), tables };
    const sharded = new ShardedIndex({ maxDistance: 3, shards: 2, plan });
    await sharded.add(5n, 7);
    expect(await sharded.search(4n)).toEqual([{ id: 7, fingerprint: 5n, distance: 1 }]);
    await sharded.dispose();
  });

  it('names what it cannot take', async () => {
    for (const options of [{ maxDistance: 17 }, { maxDistance: 3, shards: 0 }, { maxDistance: 3, shards: 65 }]) {
      expect(() => new ShardedIndex(options)).toThrow(expect.objectContaining({ name: 'InvalidArgumentError' }));
    }
    const index = new ShardedIndex({ maxDistance: 3, shards: 2 });
    const refused = { name: 'InvalidArgumentError' };
    await expect(index.add(-1n, 1)).rejects.toMatchObject(refused);
    await expect(index.add(1n, -1)).rejects.toMatchObject(refused);
    await expect(index.addAll(BigUint64Array.of(1n), new Uint32Array(2))).rejects.toMatchObject(refused);
    await expect(index.remove(1n as never)).rejects.toMatchObject(refused);
    await expect(index.has(1n as never)).rejects.toMatchObject(refused);
    await expect(index.removeAll([1] as unknown as Uint32Array)).rejects.toMatchObject(refused);
    await expect(index.search(1n, { maxDistance: 4 })).rejects.toMatchObject(refused);
    await expect(index.addAll([1n] as never)).rejects.toMatchObject(refused);
    await expect(index.nearest(1n, -1)).rejects.toMatchObject(refused);
    await expect(index.nearest(1n, (() => 1) as never)).rejects.toMatchObject(refused);
    await expect(index.search(Symbol('a') as never)).rejects.toMatchObject(refused);
    await expect(index.search(1n, { limit: (() => 1) as never })).rejects.toMatchObject(refused);
    await expect(index.searchAll(new BigUint64Array(1), { maxDistance: Symbol('a') as never })).rejects.toMatchObject(
      refused,
    );
    await expect(index.pairs({ maxDistance: 4 })).rejects.toMatchObject(refused);
    await expect(index.groups({ rule: 'none' as never })).rejects.toMatchObject(refused);
    expect(await index.size()).toBe(0);
    await index.addAll(BigUint64Array.of(1n));
    expect(await index.has(0)).toBe(true);
    await index.dispose();
  });

  it('ends the threads that it has where another cannot be started', () => {
    let running = 0;
    const platform: Platform = {
      cores: 2,
      start() {
        if (running === 2) throw new Error('no more threads');
        running++;
        return { send: () => undefined, hold: () => undefined, end: async () => running-- };
      },
    };
    const refused = expect.objectContaining({
      name: 'WorkerError',
      message: expect.stringContaining('no more threads'),
    });
    expect(() => new ShardsOnPlatform(platform, { maxDistance: 3, shards: 3 })).toThrow(refused);
    expect(running).toBe(0);
  });

  it('sends the queries alone, not all that they are a part of', async () => {
    const index = new ShardedIndex({ maxDistance: 3, shards: 1 });
    await index.add(1n, 1);
    const [worker] = threads.alive;
    const sent = vi.spyOn(worker!, 'postMessage');
    await index.searchAll(new BigUint64Array(1000).subarray(10, 12));
    expect(sent.mock.lastCall![0].args[0].buffer.byteLength).toBe(16);
    await index.dispose();
  });

  it('rejects everything from then on when a thread ends, and when it is disposed', async () => {
    const index = new ShardedIndex({ maxDistance: 3, shards: 2 });
    await index.add(1n, 1);
    const [worker] = threads.alive;
    await worker!.terminate();
    await expect(index.search(1n)).rejects.toMatchObject({ name: 'WorkerError' });
    await expect(index.size()).rejects.toMatchObject({ name: 'WorkerError' });
    // Those of which the thread is alive, too.
    for (const id of [1, 2, 3, 4]) {
      for (const call of [index.add(1n, id), index.has(id), index.remove(id)]) {
        await expect(call).rejects.toMatchObject({ name: 'WorkerError' });
      }
    }
    await index.dispose();
    await expect(index.search(1n)).rejects.toMatchObject({ name: 'DisposedError' });
    await index.dispose();
  });

  it('rejects what it has not answered when it is disposed', async () => {
    const index = new ShardedIndex({ maxDistance: 3, shards: 2 });
    const waiting = expect(index.size()).rejects.toMatchObject({ name: 'DisposedError' });
    await index.dispose();
    await waiting;
  });
});
