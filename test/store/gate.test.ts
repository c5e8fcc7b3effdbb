// Whoever opens a store in a folder and whoever writes to it do so one at a time: LMDB would lose transactions otherwise.
import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CorruptDataError } from '../../src/errors.ts';
import { pause } from '../../src/io/pause.ts';
import { Environment } from '../../src/store/lmdb/environment.ts';
import { Gate } from '../../src/store/lmdb/gate.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Place } from './contract.ts';
import { argumentsOfCode } from './elsewhere.ts';
import { compactFirst, folderPlace } from './folder.ts';
import { collected } from './sequences.ts';

let place: Place;
beforeEach(async () => {
  place = await folderPlace();
  await (await openStore(place.where)).close();
});
afterEach(() => place.remove());

/** Another process that runs code, which has `openStore` and `where`. */
const elsewhere = (code: string) => spawn(process.execPath, argumentsOfCode(code, place.where));

/** The same, for two seconds at most: whoever waits at the gate is ended. */
const attempted = (code: string) => spawnSync(process.execPath, argumentsOfCode(code, place.where), { timeout: 2000 });

it('of a store is not opened while a transaction is under way', async () => {
  const records = join(place.where, 'records-1');
  const environment = new Environment(records);
  const opener = elsewhere(`
    const store = await openStore(where, { readOnly: true });
    console.log(Date.now());
    await store.close();`);
  const opened = once(opener.stdout, 'data');
  const left = environment.transact(() => {
    pause(3000);
    return Date.now();
  });
  expect(Number((await opened)[0])).toBeGreaterThanOrEqual(left);
  await environment.close();
});

it('of a store is where one gets the right to write, so that no two get it at once', async () => {
  const gate = Gate.of(place.where);
  const opener = gate.pass(() => attempted('await openStore(where);'));
  await gate.close();
  expect(opener).toMatchObject({ status: null, signal: 'SIGTERM' });
  expect(readdirSync(place.where)).not.toContain('writer.lock');
});

it('of a store lets nobody in while a record that was compacted is removed, and none is made in its place', async () => {
  const store = await openStore(place.where);
  let opener: SpawnSyncReturns<Buffer> | undefined;
  await compactFirst(store, place.where, () => {
    opener = attempted('await openStore(where, { readOnly: true });');
  });
  expect(opener).toMatchObject({ status: null, signal: 'SIGTERM' });
  await store.close();
  const records = join(place.where, 'records-2');
  rmSync(join(records, 'data.mdb'));
  expect(() => new Environment(records, { readOnly: true })).toThrow('no such file');
  expect(readdirSync(records)).not.toContain('data.mdb');
});

it('of a store is opened by many at once, while others close it', async () => {
  const openers = Array.from({ length: 3 }, () =>
    elsewhere(`for (let i = 0; i < 300; i++) await (await openStore(where, { readOnly: true })).close();`),
  );
  const ends = await Promise.all(openers.map((opener) => once(opener, 'exit')));
  expect(ends).toEqual(openers.map(() => [0, null]));
});

it('of a store keeps what was acknowledged, however often others open it meanwhile', async () => {
  const writer = elsewhere(`
    const store = await openStore(where);
    let isOver = false;
    process.stdin.on('data', () => { isOver = true; });
    for (let i = 0; !isOver; i++) {
      await store.insert({ id: String(i), fingerprint: BigInt(i) << 20n });
      console.log(i);
    }
    await store.close();`);
  let last = -1;
  createInterface(writer.stdout).on('line', (line) => {
    last = Number(line);
  });
  await once(writer.stdout, 'data');
  const closed = once(writer, 'close');
  for (const end = Date.now() + 4000; Date.now() < end; ) {
    const known = last;
    const store = await openStore(place.where, { readOnly: true });
    expect(await store.size()).toBeGreaterThan(known);
    await store.close();
  }
  writer.stdin.end('over');
  expect(await closed).toEqual([0, null]);
  const store = await openStore(place.where, { readOnly: true });
  expect(await store.check()).toEqual({ documents: last + 1, damage: [] });
  expect((await collected(store.export())).length).toBe(last + 1);
  await store.close();
});

it('that is damaged is named, with the remedy, and nothing is lost', async () => {
  const data = join(place.where, 'gate', 'data.mdb');
  for (const bytes of [Buffer.alloc(100, 1), Buffer.alloc(8192, 1)]) {
    writeFileSync(data, bytes);
    const opening = openStore(place.where);
    await expect(opening).rejects.toThrow(CorruptDataError);
    await expect(opening).rejects.toThrow(
      /gate.data\.mdb is damaged\. Nothing is stored in it: remove .*gate while nobody/,
    );
  }
});
