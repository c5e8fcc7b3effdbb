// A disk that is full: what cannot be written is an error, what was acknowledged stays, and it goes on when there is room.
import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { StoreFailedError } from '../../src/store/errors.ts';
import { openStore } from '../../src/store/open-store.ts';
import { folderForEach } from '../support/folders.ts';
import { onSmallDisk } from '../support/small-disk.ts';
import { collected } from './sequences.ts';

const document = (i: number) => ({
  id: `https://example.org/${i}`,
  fingerprint: BigInt.asUintN(64, BigInt(i + 1) * 0x9e37_79b9_7f4a_7c15n),
  time: i,
});

const folder = folderForEach();

it('loses nothing that was acknowledged, and goes on when there is room', ({ skip }) =>
  onSmallDisk(folder, '600k', skip, async (disk) => {
    const store = await openStore(join(disk, 'store'));
    const acknowledged: string[] = [];
    let failures = 0;
    for (let i = 0; failures < 20 && i < 20_000; i++) {
      // Batches of many sizes, so that some still fit when others do not.
      const batch = Array.from({ length: 1 + ((i * 7) % 40) }, (_, j) => document(i * 100 + j));
      await store.load(batch).then(
        () => acknowledged.push(...batch.map(({ id }) => id)),
        (error) => {
          expect(error).toBeInstanceOf(StoreFailedError);
          expect(error.message).toMatch(/the disk is full/);
          failures++;
        },
      );
    }
    expect([failures, acknowledged.length > 500]).toEqual([20, true]);
    const ids = async (): Promise<string[]> => (await collected(store.export())).map(({ id }) => id);
    expect(await ids()).toEqual([...acknowledged].sort());
    for (const i of [0, 100, 200])
      expect((await store.search(document(i))).map(({ id }) => id)).toEqual([document(i).id]);
    expect(await store.check()).toEqual({ documents: acknowledged.length, damage: [] });

    execFileSync('mount', ['-o', 'remount,size=4m', disk]);
    await store.load(Array.from({ length: 2000 }, (_, i) => document(5_000_000 + i)));
    await store.close();
    const again = await openStore(join(disk, 'store'));
    expect(await again.check()).toEqual({ documents: acknowledged.length + 2000, damage: [] });
    await again.close();
    console.log(`a full disk: ${failures} batches refused, ${acknowledged.length} documents acknowledged, 0 lost`);
  }));

it('with no room at all is an error, and nothing is left that would be in the way', ({ skip }) =>
  onSmallDisk(folder, '16k', skip, async (disk) => {
    writeFileSync(join(disk, 'ballast'), Buffer.alloc(8192));
    const where = join(disk, 'store');
    await expect(openStore(where)).rejects.toThrow(/the disk is full/);
    execFileSync('mount', ['-o', 'remount,size=1m', disk]);
    const store = await openStore(where);
    await store.insert(document(1));
    await store.close();
  }));

it('without room for the snapshot of the index is opened, written and closed all the same', ({ skip }) =>
  onSmallDisk(folder, '12m', skip, async (disk) => {
    const where = join(disk, 'store');
    const there = 12_000;
    let store = await openStore(where);
    await store.load(Array.from({ length: there }, (_, i) => document(i)));
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(join(disk, 'ballast'), Buffer.alloc(bavail * bsize - 800 * 1024));
    await store.close();
    const names = () => readdirSync(join(where, 'records-1')).sort();
    expect(names()).toEqual(['data.mdb', 'lock.mdb']);
    store = await openStore(where);
    await store.insert(document(there));
    expect(await store.check()).toEqual({ documents: there + 1, damage: [] });
    await store.close();
    expect(names()).toEqual(['data.mdb', 'lock.mdb']);

    rmSync(join(disk, 'ballast'));
    store = await openStore(where);
    expect((await store.search(document(there))).map(({ id }) => id)).toEqual([document(there).id]);
    await store.close();
    expect(names()).toEqual(['data.mdb', `index-${there + 1}-0`, 'lock.mdb']);
  }));

it('while it is compacted leaves it as it was, and nothing of the copy', ({ skip }) =>
  onSmallDisk(folder, '2m', skip, async (disk) => {
    const where = join(disk, 'store');
    let store = await openStore(where);
    let there = 300;
    await store.load(Array.from({ length: there }, (_, i) => document(i)));
    let failures = 0;
    // One file after another lacks the room: the record, the index, the file of locks, what says where they are.
    for (let room = 16; room < 400; room += 8) {
      const { bavail, bsize } = statfsSync(disk);
      writeFileSync(join(disk, 'ballast'), Buffer.alloc(bavail * bsize - room * 1024));
      const isCompact = await store.compact().then(
        () => true,
        () => false,
      );
      rmSync(join(disk, 'ballast'));
      await store.insert(document(there++));
      if (!isCompact) expect(readdirSync(where).filter((name) => name.startsWith('records-'))).toHaveLength(1);
      failures += isCompact ? 0 : 1;
      // This waits for what was to be compacted, and does not fail with it.
      expect((await store.check()).damage).toEqual([]);
      await store.close();
      store = await openStore(where);
      expect([room, await store.check()]).toEqual([room, { documents: there, damage: [] }]);
    }
    await store.close();
    expect(failures).toBeGreaterThan(10);
  }));
