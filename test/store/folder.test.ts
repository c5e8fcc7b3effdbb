import fs, { fstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { OutOfMemoryError } from '../../src/errors.ts';
import { HammingIndex } from '../../src/search/hamming-index.ts';
import { Environment } from '../../src/store/lmdb/environment.ts';
import { makeLockFile } from '../../src/store/lmdb/lock-file.ts';
import { OpenRecord } from '../../src/store/lmdb/open-record.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { freeNumbers } from '../support/open-files.ts';
import { withCalls } from '../support/replaced-calls.ts';
import { storeContract } from './contract.ts';
import { compactFirst, dataFileOf, folderPlace } from './folder.ts';
import { Forgery } from './forgery.ts';
import { collected } from './sequences.ts';

storeContract('a folder', () => folderPlace(), { oneWinner: true, sequences: 60 });

it('a folder leaves no file open when it is closed', async () => {
  const place = await folderPlace();
  const use = async (readOnly: boolean) => {
    const store = await openStore(place.where, { readOnly });
    if (!readOnly) await store.compact();
    await store.size();
    await store.close();
  };
  await use(false);
  const before = freeNumbers(join(place.where, 'hammingbird.json'), 8);
  for (const readOnly of [false, true, false, true]) await use(readOnly);
  expect(freeNumbers(join(place.where, 'hammingbird.json'), 8)).toEqual(before);
  await place.remove();
});

it.each([
  ['a file', false],
  ['a folder', true],
])('a folder leaves no file open where %s cannot be brought to the disk', async (_, isFolder) => {
  const place = await folderPlace();
  await (await openStore(place.where)).close();
  const before = freeNumbers(join(place.where, 'hammingbird.json'), 32);
  const store = await openStore(place.where);
  const { fsyncSync } = fs;
  const refusing: typeof fsyncSync = (file) => {
    if (fstatSync(file).isDirectory() === isFolder) throw new Error('it cannot be written');
    fsyncSync(file);
  };
  await withCalls({ fsyncSync: refusing }, () => expect(store.compact()).rejects.toThrow('it cannot be written'));
  await store.close();
  expect(freeNumbers(join(place.where, 'hammingbird.json'), 32)).toEqual(before);
  await place.remove();
});

it('a folder whose compaction could not be brought to the disk takes no more, and loses nothing', async () => {
  const place = await folderPlace();
  const store = await openStore(place.where);
  await store.insert({ id: 'before', text: 'what was there before' });
  const { fsyncSync } = fs;
  const refusing: typeof fsyncSync = (file) => {
    if (fstatSync(file).isDirectory()) throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' });
    fsyncSync(file);
  };
  await withCalls({ fsyncSync: refusing }, () =>
    expect(store.compact()).rejects.toThrow(/^Cannot compact .*: EIO: i\/o error, fsync\. Open it anew/),
  );
  // It would go to the record that nobody reads any more.
  for (const change of [() => store.insert({ id: 'after', fingerprint: null }), () => store.compact()]) {
    await expect(change()).rejects.toThrow('nothing more is written here');
  }
  expect((await store.get('before'))?.id).toBe('before');
  await store.close();
  const again = await openStore(place.where);
  await again.insert({ id: 'after', fingerprint: null });
  expect(await again.check()).toEqual({ documents: 2, damage: [] });
  await again.close();
  await place.remove();
});

it('a folder leaves no file open if its record is opened, but cannot be looked at', async () => {
  const place = await folderPlace();
  await (await openStore(place.where)).close();
  const before = freeNumbers(join(place.where, 'hammingbird.json'), 8);
  const { openSync } = fs;
  const refusing: typeof openSync = (path, ...more) => {
    if (path === dataFileOf(place.where)) throw Object.assign(new Error(), { code: 'EMFILE' });
    return openSync(path, ...more);
  };
  await withCalls({ openSync: refusing }, () =>
    expect(() => new Environment(dirname(dataFileOf(place.where)))).toThrow('EMFILE'),
  );
  await vi.waitFor(() => expect(freeNumbers(join(place.where, 'hammingbird.json'), 8)).toEqual(before));
  await place.remove();
});

it('a folder that could not be opened may be written to again, also if its record could not be closed', async () => {
  const place = await folderPlace();
  const { close } = OpenRecord.prototype;
  const spies = [
    vi.spyOn(OpenRecord.prototype, 'takeOver').mockRejectedValueOnce(new Error('it is refused')),
    vi.spyOn(OpenRecord.prototype, 'close').mockImplementationOnce(async function (this: OpenRecord) {
      await close.call(this);
      throw new Error('it is not closed');
    }),
  ];
  await expect(openStore(place.where)).rejects.toThrow('it is refused');
  for (const spy of spies) spy.mockRestore();
  await (await openStore(place.where)).close();
  await place.remove();
});

it('a folder that is named from where the process is stays that when the process goes elsewhere', async () => {
  const place = await folderPlace();
  const [before, above] = [process.cwd(), dirname(place.where)];
  try {
    process.chdir(above);
    const name = basename(place.where);
    const store = await openStore(name);
    const reader = await openStore(name, { readOnly: true });
    await store.insert({ id: 'a', fingerprint: 1n });
    process.chdir('/');
    await store.insert({ id: 'b', fingerprint: 2n ** 20n - 1n });
    await store.compact();
    expect([await store.check(), await reader.check()]).toEqual(Array(2).fill({ documents: 2, damage: [] }));
    await store.close();
    await reader.close();
    process.chdir(above);
    const again = await openStore(name);
    expect(await again.size()).toBe(2);
    await again.close();
  } finally {
    process.chdir(before);
    await place.remove();
  }
});

it('a folder has nothing of what found no room in memory, though its index had taken it in', async () => {
  const place = await folderPlace();
  const store = await openStore(place.where);
  const document = (id: string, fingerprint: bigint) => ({ id, fingerprint });
  await store.insert(document('a', 1n));
  const found = async () => (await store.search({ fingerprint: 0xffffn })).map(({ id }) => id);
  for (const change of ['add', 'remove'] as const) {
    const original = HammingIndex.prototype[change] as (...values: unknown[]) => unknown;
    const spy = vi.spyOn(HammingIndex.prototype, change).mockImplementationOnce(function (
      this: HammingIndex,
      ...values: unknown[]
    ): never {
      original.apply(this, values);
      throw new OutOfMemoryError('no room');
    });
    try {
      const made = change === 'add' ? store.insert(document('b', 0xffffn)) : store.remove('a');
      await expect(made).rejects.toThrow('no room');
    } finally {
      spy.mockRestore();
    }
    expect(await found()).toEqual([]);
    expect((await store.search({ fingerprint: 1n })).map(({ id }) => id)).toEqual(['a']);
  }
  await store.close();
  await place.remove();
});

it('a folder is compacted where a free page is lost, to which nothing leads', async () => {
  const place = await folderPlace();
  const store = await openStore(place.where);
  const ids = Array.from({ length: 3000 }, (_, i) => `${i}`);
  for (const id of ids) await store.insert({ id, fingerprint: BigInt(id) << 20n, time: Number(id) });
  await store.expire(1000);
  await store.close();
  const data = dataFileOf(place.where);
  const forgery = new Forgery(readFileSync(data));
  forgery.write(forgery.single, 0);
  writeFileSync(data, forgery.bytes);
  const again = await openStore(place.where);
  expect(await again.check()).toEqual({ documents: 2000, damage: [] });
  await again.compact();
  expect(statSync(data.replace('records-1', 'records-2')).size).toBeLessThan(forgery.bytes.length / 2);
  expect(await again.check()).toEqual({ documents: 2000, damage: [] });
  expect((await collected(again.export())).map(({ id }) => id)).toEqual(ids.slice(1000).sort());
  await again.insert({ id: 'another', fingerprint: 1n });
  await again.close();
  await place.remove();
});

it('a folder is compacted, and goes on, though the earlier record cannot be removed: the next time does that', async () => {
  const place = await folderPlace();
  const store = await openStore(place.where);
  await store.insert({ id: 'a', fingerprint: 1n });
  const records = () => readdirSync(place.where).filter((name) => name.startsWith('records-'));
  await compactFirst(store, place.where, () => {
    throw Object.assign(new Error('it is open'), { code: 'EPERM' });
  });
  expect(records()).toEqual(['records-1', 'records-2']);
  await store.insert({ id: 'b', fingerprint: 2n });
  await store.compact();
  expect(records()).toEqual(['records-3']);
  expect(await store.check()).toEqual({ documents: 2, damage: [] });
  await store.close();
  await place.remove();
});

it.each<[string, (store: Store) => unknown]>([
  ['that are more than a transaction takes', () => undefined],
  ['that come while it is compacted', (store) => store.compact()],
])('a folder: takes insertions %s', async (_, begin) => {
  const place = await folderPlace();
  const store = await openStore(place.where);
  try {
    const begun = begin(store);
    await new Promise(setImmediate);
    const documents = Array.from({ length: 2100 }, (_, i) => ({ id: `${i}`, fingerprint: BigInt(i) }));
    await Promise.all(documents.map((document) => store.insert(document)));
    await begun;
    expect(await store.size()).toBe(documents.length);
  } finally {
    await store.close();
    await place.remove();
  }
});

it('a folder: is checked and compacted after what was begun before', async () => {
  const place = await folderPlace();
  const store = await openStore(place.where);
  const begun = store.insert({ id: 'a', fingerprint: 1n });
  expect(await store.check()).toEqual({ documents: 1, damage: [] });
  const removed = store.remove('a');
  await store.compact();
  expect((await store.stats())['removals listed']).toBe(0);
  expect([await begun, await removed]).toEqual([undefined, true]);
  await store.close();
  await place.remove();
});

it('a folder that is open to be read is opened to be written, within one process, and each sees what the other does', async () => {
  const place = await folderPlace();
  await (await openStore(place.where)).close();
  const reader = await openStore(place.where, { readOnly: true });
  const writer = await openStore(place.where);
  await writer.insert({ id: 'a', fingerprint: 1n });
  expect(await reader.size()).toBe(1);
  await writer.compact();
  await writer.insert({ id: 'b', fingerprint: 2n });
  expect(await reader.size()).toBe(2);
  await reader.close();
  await writer.insert({ id: 'c', fingerprint: 3n });
  expect(await writer.check()).toEqual({ documents: 3, damage: [] });
  await writer.close();
  await place.remove();
});

it('a folder in the place of a file of locks is an error: LMDB would end the process', async () => {
  const place = await folderPlace();
  await (await openStore(place.where)).close();
  for (const within of ['gate', 'records-1']) {
    const folder = join(place.where, within);
    const lock = join(folder, 'lock.mdb');
    rmSync(lock);
    mkdirSync(lock);
    // This alone first: should it let it pass, what follows would end the tests.
    expect(() => makeLockFile(folder)).toThrow(`Cannot open ${lock}: it is no file. Remove it.`);
    await expect(openStore(place.where)).rejects.toThrow(`Cannot open ${lock}: it is no file. Remove it.`);
    rmSync(lock, { recursive: true });
  }
  await (await openStore(place.where)).close();
  await place.remove();
});
