// Who may open a folder at once, and what they see of each other.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type fs from 'node:fs';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { InvalidArgumentError } from '../../src/errors.ts';
import { InputError } from '../../src/io/errors.ts';
import { StoreFailedError, StoreLockedError } from '../../src/store/errors.ts';
import { readLocation } from '../../src/store/lmdb/location.ts';
import { placeWhole } from '../../src/store/lmdb/lock-file.ts';
import { OpenRecord } from '../../src/store/lmdb/open-record.ts';
import { openStore, rebuildStore } from '../../src/store/open-store.ts';
import { needs } from '../support/command.ts';
import { withCalls } from '../support/replaced-calls.ts';
import type { Place } from './contract.ts';
import { argumentsOf, argumentsOfCode } from './elsewhere.ts';
import { dataFileOf, folderPlace } from './folder.ts';
import { WRITER } from './writer.ts';

let place: Place;
beforeEach(async () => {
  place = await folderPlace();
});
afterEach(() => place.remove());

/** Runs code in another process, which has `openStore` and `where`, and returns what it prints. */
function elsewhere(code: string): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, argumentsOfCode(code, place.where), {
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect([status, stderr]).toEqual([0, '']);
  return stdout;
}

/** The same in a container, as far as numbers of processes go: it has number 1. */
const IN_CONTAINER = ['--pid', '--fork', '--mount-proc', process.execPath];
const needsContainers = (skip: (note?: string) => void): void =>
  needs(spawnSync('unshare', [...IN_CONTAINER, '-e', '']).status === 0, 'root, and unshare of util-linux', skip);

const lockFile = (): string => join(place.where, 'writer.lock');

describe('a second writer', () => {
  it('is refused with the remedy, in this process and in another', async () => {
    const store = await openStore(place.where);
    await expect(openStore(place.where)).rejects.toThrow(StoreLockedError);
    await expect(openStore(place.where)).rejects.toThrow(
      /^This process writes to .* hammingbird serve .* search --store, .* readOnly/,
    );
    const refusal = elsewhere('await openStore(where).catch(({ name, message }) => console.log(name, message));');
    expect(refusal).toMatch(new RegExp(`^StoreLockedError Process ${process.pid} writes to `));
    await store.close();
    elsewhere('await (await openStore(where)).close();');
  });

  it('takes over what a process left that has ended, and what cannot be read', async () => {
    await (await openStore(place.where)).close();
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    const left = { token: 'a', host: hostname(), pid, started: '1' };
    const old = { ...left, pid: process.pid };
    const thread = { ...left, thread: 1 };
    const holders = [left, old, thread].map((holder) => JSON.stringify(holder));
    for (const content of [...holders, '{"tok', '', 'null', '{}', '[5]']) {
      writeFileSync(lockFile(), content);
      await (await openStore(place.where)).close();
    }
    expect(readdirSync(place.where).sort()).toEqual(['gate', 'hammingbird.json', 'records-1']);
  });

  it('elsewhere is respected while it gives signs of life', async () => {
    await (await openStore(place.where)).close();
    for (const pid of [1, process.pid]) {
      writeFileSync(lockFile(), JSON.stringify({ token: 'a', host: 'elsewhere', pid, started: '1' }));
      await expect(openStore(place.where)).rejects.toThrow(new RegExp(`^Process ${pid} on elsewhere writes to`));
    }
  });

  it('in a container of this machine does not take over what it cannot see', async ({ skip }) => {
    needsContainers(skip);
    const store = await openStore(place.where);
    const code = 'await openStore(where).catch(({ name, message }) => console.log(name, message));';
    const { stdout } = spawnSync('unshare', [...IN_CONTAINER, ...argumentsOfCode(code, place.where)], {
      encoding: 'utf8',
    });
    expect(stdout).toMatch(
      new RegExp(`^StoreLockedError Process ${process.pid} on .*, or wait 30 seconds if that process, container`),
    );
    await store.insert({ id: 'a', fingerprint: 1n });
    await store.close();
  });

  it('is refused where who it is cannot be read, and that has ended is known by its lock being old', async () => {
    await (await openStore(place.where)).close();
    writeFileSync(lockFile(), JSON.stringify({ token: 'a', host: 'elsewhere', pid: 1 }));
    const read = readFileSync;
    const denied = (path: fs.PathOrFileDescriptor, ...more: []) => {
      if (path === lockFile()) throw Object.assign(new Error('EACCES'), { code: 'EACCES' });
      return read(path, ...more);
    };
    await withCalls({ readFileSync: denied as typeof readFileSync }, async () => {
      await expect(openStore(place.where)).rejects.toThrow(
        /^Cannot read .*writer\.lock: permission denied \(EACCES\)\./,
      );
      await (await openStore(place.where, { readOnly: true })).close();
    });
    // A clock may have been ahead by years.
    utimesSync(lockFile(), 2e9, 2e9);
    await (await openStore(place.where)).close();
  });

  it('gives its right back also where it ends without closing the store', async () => {
    elsewhere('const store = await openStore(where); setTimeout(() => process.exit());');
    expect(existsSync(lockFile())).toBe(false);
  });

  it('that got in nevertheless stops the first one, and what both acknowledged is there', async () => {
    const first = await openStore(place.where);
    await first.insert({ id: 'a', fingerprint: 1n });
    rmSync(lockFile());
    elsewhere(
      `const store = await openStore(where); await store.insert({ id: 'b', fingerprint: 2n ** 40n }); await store.close();`,
    );
    await expect(first.insert({ id: 'c', fingerprint: 2n ** 50n })).rejects.toThrow(StoreLockedError);
    expect(await first.search({ fingerprint: 2n ** 50n }, { maxDistance: 0 })).toEqual([]);
    await first.close();
    const again = await openStore(place.where);
    expect([await again.size(), (await again.check()).damage]).toEqual([2, []]);
    await again.close();
  });

  it('whose folder was moved away changes nothing of the store that was made in its place', async () => {
    const moved = await openStore(place.where);
    // So many that the index is saved when it ends.
    await moved.load(Array.from({ length: 11_000 }, (_, i) => ({ id: `${i}`, fingerprint: BigInt(i) << 14n })));
    renameSync(place.where, `${place.where}-moved`);
    await expect(moved.stats()).rejects.toThrow(InputError);
    const store = await openStore(place.where);
    await store.insert({ id: 'a', fingerprint: 1n });
    await expect(moved.compact()).rejects.toThrow(StoreLockedError);
    await moved.close();
    rmSync(`${place.where}-moved`, { recursive: true });
    expect(readdirSync(join(place.where, 'records-1')).sort()).toEqual(['data.mdb', 'lock.mdb']);
    expect([await store.size(), await store.check()]).toEqual([1, { documents: 1, damage: [] }]);
    await store.close();
  });
});

describe('a store whose files are removed while it is open', () => {
  const gone = /data\.mdb has been removed, or another put in its place, .* open it anew\.$/;

  it('acknowledges nothing more, and readers say so, too; opened anew it is what is there by then', async () => {
    const [writer, reader] = [await openStore(place.where), await openStore(place.where, { readOnly: true })];
    await writer.insert({ id: 'a', fingerprint: 1n });
    expect(await reader.size()).toBe(1);
    cpSync(place.where, `${place.where}-copy`, { recursive: true });
    await writer.insert({ id: 'b', fingerprint: 2n ** 40n });
    rmSync(place.where, { recursive: true });
    for (const change of [
      () => writer.insert({ id: 'c', fingerprint: 2n ** 50n }),
      () => writer.remove('a'),
      () => writer.load([{ id: 'd', fingerprint: 2n ** 60n }]),
      () => reader.size(),
    ]) {
      await expect(change()).rejects.toThrow(StoreFailedError);
      await expect(change()).rejects.toThrow(gone);
    }
    renameSync(`${place.where}-copy`, place.where);
    await expect(writer.insert({ id: 'c', fingerprint: 2n ** 50n })).rejects.toThrow(gone);
    await expect(reader.get('a')).rejects.toThrow(gone);
    await Promise.all([writer.close(), reader.close()]);
    const anew = await openStore(place.where);
    expect([await anew.size(), (await anew.check()).damage]).toEqual([1, []]);
    await anew.close();
  });
});

describe('readers', () => {
  it('in other processes follow the writer, also when it removes much, compacts, and ends', async () => {
    const writer = await openStore(place.where);
    const reader = await openStore(place.where, { readOnly: true });
    const all = Array.from({ length: 12_000 }, (_, i) => ({ id: `${i}`, fingerprint: BigInt(i) << 14n, time: i }));
    await writer.load(all);
    expect([await reader.size(), await reader.search({ fingerprint: 7n << 14n }, { maxDistance: 0 })]).toEqual([
      12_000,
      [{ ...all[7]!, distance: 0 }],
    ]);
    expect(await writer.expire(11_900)).toBe(11_900);
    await writer.compact();
    expect(await reader.size()).toBe(100);
    expect(await reader.search({ fingerprint: 7n << 14n }, { maxDistance: 0 })).toEqual([]);
    expect(elsewhere('const s = await openStore(where, { readOnly: true }); console.log(await s.size());')).toBe(
      '100\n',
    );
    // So many changes that the writer saves the index when it ends, and forgets the removals.
    await writer.load(all.slice(0, 11_000));
    expect(await reader.size()).toBe(11_100);
    await writer.remove('5');
    await writer.close();
    expect(await reader.size()).toBe(11_099);
    expect(await reader.search({ fingerprint: 5n << 14n }, { maxDistance: 0 })).toEqual([]);
    expect(await reader.search({ fingerprint: 6n << 14n }, { maxDistance: 0 })).toHaveLength(1);
    expect((await reader.check()).damage).toEqual([]);
    await reader.close();
  });

  it('of two containers are told so where they have the same number', async ({ skip }) => {
    needsContainers(skip);
    await (await openStore(place.where)).close();
    const code = `await openStore(where, { readOnly: true }).then(() => console.log('open'), ({ message }) => console.log(message));
      process.stdin.on('end', () => process.exit()).resume();`;
    const args = [...IN_CONTAINER, ...argumentsOfCode(code, place.where)];
    const first = spawn('unshare', args, { stdio: ['pipe', 'pipe', 'inherit'] });
    expect(`${(await once(first.stdout, 'data'))[0]}`).toBe('open\n');
    const { stdout } = spawnSync('unshare', args, { encoding: 'utf8' });
    first.stdin.end();
    await once(first, 'close');
    expect(stdout).toMatch(
      /^Cannot open .*gate: a process of another container .* the same number, 1; .*hammingbird serve/,
    );
  });

  it('compacting gives the room back that was taken by what was removed', async () => {
    const store = await openStore(place.where);
    await store.load(
      Array.from({ length: 5000 }, (_, i) => ({
        id: `${i}`,
        fingerprint: BigInt(i) << 14n,
        time: i,
        meta: 'x'.repeat(200),
      })),
    );
    await store.expire(4900);
    const before = Number((await store.stats())['bytes on disk']);
    await store.compact();
    expect(Number((await store.stats())['bytes on disk'])).toBeLessThan(before / 10);
    // Two at once wait for each other.
    await Promise.all([store.compact(), store.compact(), store.insert({ id: 'new', fingerprint: 1n << 63n })]);
    expect(await store.check()).toEqual({ documents: 101, damage: [] });
    expect(readdirSync(place.where).sort()).toEqual(['gate', 'hammingbird.json', 'records-4', 'writer.lock']);
    await store.close();
  });

  it('what is removed makes room for what comes, also while nobody closes the store', async () => {
    const store = await openStore(place.where);
    const documents = Array.from({ length: 30_000 }, (_, i) => ({ id: `${i}`, fingerprint: null, time: 0 }));
    for (let round = 0; round < 5; round++) {
      await store.load(documents);
      expect(await store.expire(1)).toBe(documents.length);
    }
    expect((await store.stats())['removals listed']).toBe(100_000);
    expect(await store.check()).toEqual({ documents: 0, damage: [] });
    await store.close();
  });

  it('what is changed needs no more room after a reader was killed', async () => {
    const store = await openStore(place.where);
    await store.insert({ id: 'a', fingerprint: 1n });
    const code = `const store = await openStore(where, { readOnly: true });
      await store.get('a');
      process.kill(process.pid, 'SIGKILL');`;
    const { signal } = spawnSync(process.execPath, argumentsOfCode(code, place.where));
    expect(signal).toBe('SIGKILL');
    for (let i = 0; i < 1000; i++) await store.update({ id: 'a', fingerprint: BigInt(i) });
    expect((await store.stats())['bytes on disk']).toBeLessThan(1e6);
    await store.close();
  });

  it('compacting does not stand in the way of many documents at once', () => {
    // In another process, since LMDB ended it.
    const report = elsewhere(`
      const { randomBytes } = await import('node:crypto');
      const some = (count) => Array.from({ length: count }, () => (
        { id: randomBytes(8).toString('hex'), fingerprint: randomBytes(8).readBigUInt64LE(), time: 1 }));
      const store = await openStore(where);
      await store.load(some(50_000));
      await store.compact();
      await store.load(some(5000));
      await store.compact();
      await store.load(some(5000));
      console.log(JSON.stringify(await store.check()));
      await store.close();`);
    expect(JSON.parse(report)).toEqual({ documents: 60_000, damage: [] });
  });
});

describe('a folder', () => {
  it('in which another process makes a store meanwhile has the settings of that', async () => {
    let asked = 0;
    const options = {
      maxDistance: 5,
      get readOnly() {
        // For the second time when nothing was found to be there.
        if (++asked === 2) elsewhere('await (await openStore(where)).close();');
        return false;
      },
    };
    await expect(openStore(place.where, options)).rejects.toThrow(/made for distances of up to 3, not 5/);
    expect(existsSync(lockFile())).toBe(false);
  });

  it('with other files, or a file, or an unknown address is no place for a store', async () => {
    await (await openStore(join(place.where, 'store'))).close();
    await expect(openStore(place.where)).rejects.toThrow(/is no store: there is "store" in it/);
    await expect(openStore(join(place.where, 'store', 'hammingbird.json'))).rejects.toThrow(InvalidArgumentError);
    for (const where of ['', 'a\0b', 5, null, 'mysql://host/x', 'http://host', 'folder://x', 'constructor://x']) {
      await expect(openStore(where as string)).rejects.toThrow(InvalidArgumentError);
    }
    mkdirSync(join(place.where, 'other', 'hammingbird.json'), { recursive: true });
    await expect(openStore(join(place.where, 'other'))).rejects.toThrow(/Cannot read .*hammingbird\.json: /);
    await expect(openStore('mysql://host/x')).rejects.toThrow(/no kind of store for mysql:; there are folder/);
    for (const typed of ['redis:host', 'Postgres:/user:secret@host/x']) {
      await expect(openStore(typed)).rejects.toThrow(
        /^An address begins with (redis|postgres):\/\/, and a folder [^@]+$/,
      );
    }
  });

  it('whose record may not be looked at is not taken for one that has lost it', async () => {
    await (await openStore(place.where)).close();
    const records = join(place.where, 'records-1');
    rmSync(records, { recursive: true });
    // Rights do not bind everybody; links in a circle do.
    symlinkSync('records-1', records);
    await expect(openStore(place.where, { readOnly: true })).rejects.toThrow(InputError);
    rmSync(records);
    await expect(openStore(place.where, { readOnly: true })).rejects.toThrow(/data\.mdb is missing/);
  });

  it('of which a file may not be written by who is to write is refused by its name', ({ skip }) => {
    needs(process.getuid !== undefined, 'rights of users', skip);
    const refusals = elsewhere(`
      import { chmodSync, chownSync, readdirSync, rmSync } from 'node:fs';
      await (await openStore(where)).close();
      // Rights do not bind the administrator.
      if (process.getuid() === 0) {
        for (const name of ['..', '.', ...readdirSync(where, { recursive: true })]) chownSync(where + '/' + name, 65534, 65534);
        process.setuid(65534);
      }
      const refused = () => openStore(where).catch(({ name, message }) => console.log(name, message));
      for (const file of ['gate/lock.mdb', 'gate/data.mdb', 'records-1/lock.mdb', 'records-1/data.mdb']) {
        chmodSync(where + '/' + file, 0o444);
        await refused();
        await (await openStore(where, { readOnly: true })).close();
        chmodSync(where + '/' + file, 0o644);
      }
      rmSync(where + '/records-1/lock.mdb');
      chmodSync(where + '/records-1', 0o555);
      await refused();
      chmodSync(where + '/records-1', 0o755);
      await (await openStore(where)).close();`);
    expect(refusals.trim().split('\n')).toEqual(
      ['gate/lock.mdb', 'gate/data.mdb', 'records-1/lock.mdb', 'records-1/data.mdb', 'records-1'].map((file) =>
        expect.stringContaining(
          `StoreFailedError Cannot open ${place.where}/${file}: permission denied (EACCES). This step was not done. Give the user`,
        ),
      ),
    );
  });

  it('is told where it is looked for from a folder that has been removed', () => {
    const said = elsewhere(`
      const { mkdirSync, rmdirSync } = await import('node:fs');
      mkdirSync(where);
      process.chdir(where);
      rmdirSync(where);
      await openStore('store', { readOnly: true }).catch(({ name }) => console.log(name));
      await openStore('store').catch(({ name, message }) => console.log(name, message));`);
    expect(said).toMatch(
      /^StoreFailedError\nStoreFailedError Cannot open store: .* \(ENOENT\), .* Give the whole path\.\n$/,
    );
  });

  it('whose making was interrupted is made again', async () => {
    await (await openStore(place.where)).close();
    const said = JSON.parse(readFileSync(join(place.where, 'hammingbird.json'), 'utf8'));
    writeFileSync(join(place.where, 'hammingbird.json'), JSON.stringify({ ...said, isMade: false }));
    writeFileSync(dataFileOf(place.where), '');
    const store = await openStore(place.where);
    await store.insert({ id: 'a', fingerprint: 1n });
    await store.close();
    expect(JSON.parse(readFileSync(join(place.where, 'hammingbird.json'), 'utf8'))).toMatchObject({
      format: 1,
      generation: 1,
    });
  });

  it('whose compacting or saving was interrupted is rid of what was begun when it is opened to be written to', async () => {
    const writer = await openStore(place.where);
    await writer.insert({ id: 'a', fingerprint: 1n });
    // A record that is being made stays while whoever makes it lives: readers leave it alone, and writers are refused.
    const begun = ['records-2', 'records-4', 'records-5.part'].map((name) => join(place.where, name));
    for (const folder of begun) {
      mkdirSync(folder);
      writeFileSync(join(folder, 'data.mdb'), 'begun');
    }
    writeFileSync(join(place.where, 'records-1', 'index-1-0.123.part'), 'begun');
    await (await openStore(place.where, { readOnly: true })).close();
    await expect(openStore(place.where)).rejects.toThrow(StoreLockedError);
    expect(begun.every((folder) => existsSync(folder))).toBe(true);
    await writer.close();
    const store = await openStore(place.where);
    expect(readdirSync(place.where).sort()).toEqual(['gate', 'hammingbird.json', 'records-1', 'writer.lock']);
    expect(readdirSync(join(place.where, 'records-1')).filter((name) => name.endsWith('.part'))).toEqual([]);
    expect(await store.check()).toEqual({ documents: 1, damage: [] });
    await store.close();
  });
});

it('A store that is rebuilt where its former record cannot be renamed is rebuilt, and says so', async () => {
  await (await openStore(place.where)).close();
  const rename = renameSync;
  const denied = (from: fs.PathLike, to: fs.PathLike) => {
    if (`${to}`.endsWith('damaged-1')) throw Object.assign(new Error('EPERM'), { code: 'EPERM' });
    rename(from, to);
  };
  await withCalls({ renameSync: denied }, async () => {
    const { notes } = await rebuildStore(place.where);
    expect(notes).toEqual([
      expect.stringMatching(
        /is in .*records-1 until the store is compacted: .*damaged-1 \(permission denied \(EPERM\)\)\.$/,
      ),
    ]);
  });
  const store = await openStore(place.where);
  await store.compact();
  await store.close();
  expect(readdirSync(place.where).sort()).toEqual(['gate', 'hammingbird.json', 'records-3']);
});

describe('A reader', () => {
  const documents = (name: string, count: number): { id: string; fingerprint: bigint }[] =>
    Array.from({ length: count }, (_, i) => ({ id: `${name}${i}`, fingerprint: BigInt(i) << 20n }));

  it('finds no damage where another process begins to write while it checks', async () => {
    const first = await openStore(place.where);
    await first.load(documents('a', 100_000));
    await first.close();
    const reader = await openStore(place.where, { readOnly: true });
    // At several places of it.
    for (const turns of [1, 3, 5, 7]) {
      const checking = reader.check();
      for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
      elsewhere(`const store = await openStore(where);
        for (let i = 0; i < 100; i++) await store.insert({ id: 'b${turns}/' + i, fingerprint: null });
        await store.close();`);
      expect((await checking).damage).toEqual([]);
    }
    await reader.close();
  });

  it('finds no damage while another process inserts, removes and compacts', async () => {
    const writer = spawn(process.execPath, argumentsOf(WRITER, place.where, '1'));
    try {
      await once(writer.stdout, 'data');
      const reader = await openStore(place.where, { readOnly: true });
      const begun = (await reader.check()).documents;
      let documents = begun;
      while (documents < begun + 500) {
        const report = await reader.check();
        expect(report.damage).toEqual([]);
        documents = report.documents;
      }
      await reader.close();
    } finally {
      writer.kill('SIGKILL');
      await once(writer, 'close');
    }
  });

  it('that takes in much answers from what is recorded by then', async () => {
    const writer = await openStore(place.where);
    const reader = await openStore(place.where, { readOnly: true });
    await writer.load(documents('a', 100_000));
    const searching = reader.search({ fingerprint: 5n << 20n }, { maxDistance: 0 });
    await writer.remove('a5');
    expect(await searching).toEqual([]);
    await reader.close();
    await writer.close();
  });

  it.for([
    ['all of it', '.', false],
    ['where LMDB notes who reads', 'records-1/lock.mdb', false],
    ['the gate', 'gate', false],
    ['the record', 'records-1/data.mdb', true],
  ] as const)(
    'that may not write %s is refused while another process writes, if that goes by it, and told what it needs',
    async ([, part, isRead], { skip }) => {
      const writer = await openStore(place.where);
      await writer.load(documents('a', 10));
      const seen = join(place.where, '..', 'seen');
      mkdirSync(seen);
      // Not by rights of files, which do not bind whoever may mount.
      const mount = (from: string, to: string, rights: string) =>
        spawnSync('mount', ['--bind', '-o', rights, from, to]).status === 0;
      const isMounted = mount(place.where, seen, 'rw');
      try {
        needs(isMounted && mount(join(seen, part), join(seen, part), 'ro'), 'the right to mount a folder', skip);
        const reading = `const read = async () => {
          const store = await openStore(${JSON.stringify(seen)}, { readOnly: true });
          return store.size().finally(() => store.close());
        };
        console.log(await read().catch(({ name, message }) => name + ': ' + message));`;
        const refusal =
          /^StoreFailedError: A process writes to .*the right to write .*records-1\/lock\.mdb and .*\/gate,/;
        expect(elsewhere(reading)).toMatch(isRead ? /^10\n$/ : refusal);
        await writer.close();
        expect(elsewhere(reading)).toBe('10\n');
      } finally {
        await writer.close();
        // What is mounted over itself is mounted twice.
        while (spawnSync('umount', ['--recursive', seen]).status === 0);
      }
    },
  );

  it('finds the record where it has gone since it was looked for', async () => {
    const writer = await openStore(place.where);
    const location = readLocation(place.where)!;
    await writer.compact();
    const record = await OpenRecord.openMoving(place.where, location);
    expect([location.generation, record.generation]).toEqual([1, 2]);
    await record.close();
    await writer.close();
  });

  it('takes the file of locks that another one has just made, and does not empty it', async () => {
    const path = join(place.where, '..', 'lock.mdb');
    placeWhole(path, Buffer.alloc(100));
    writeFileSync(path, 'in use');
    placeWhole(path, Buffer.alloc(100));
    expect(readFileSync(path, 'utf8')).toBe('in use');
    expect(readdirSync(join(place.where, '..'))).toEqual(['lock.mdb']);
  });
});
