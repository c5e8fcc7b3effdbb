// Threads of one process that have a store in a folder open, and how they end.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { StoreLockedError } from '../../src/store/errors.ts';
import { openStore } from '../../src/store/open-store.ts';
import { Threads } from '../support/threads.ts';
import type { Place } from './contract.ts';
import { argumentsOfCode, STORE } from './elsewhere.ts';
import { folderPlace } from './folder.ts';

new Threads();

let place: Place;
beforeEach(async () => {
  place = await folderPlace();
});
afterEach(() => {
  vi.useRealTimers();
  return place.remove();
});

const lockFile = (): string => join(place.where, 'writer.lock');

/** A thread that writes a document, says so, and runs code that has its `store`. */
function writer(code: string): Worker {
  const module = `
    import { parentPort, workerData } from 'node:worker_threads';
    const { openStore } = await import(workerData.package);
    const store = await openStore(workerData.where);
    await store.insert({ id: 'a', fingerprint: 1n });
    parentPort.postMessage('written');
    ${code}`;
  const url = new URL(`data:text/javascript,${encodeURIComponent(module)}`);
  return new Worker(url, { workerData: { package: pathToFileURL(STORE).href, where: place.where } });
}

const WAITS = `parentPort.on('message', () => undefined);`;

/** As if nobody had given a sign of life for half a minute. */
function letTimePass(): void {
  const before = new Date(Date.now() - 31_000);
  utimesSync(lockFile(), before, before);
}

async function expectWritten(): Promise<void> {
  const store = await openStore(place.where);
  expect([await store.size(), await store.check()]).toEqual([1, { documents: 1, damage: [] }]);
  await store.close();
}

it('a thread that is terminated loses the right to write as a process elsewhere does: after half a minute', async () => {
  const thread = writer(WAITS);
  await once(thread, 'message');
  const { threadId } = thread;
  await thread.terminate();
  const refusal = `, in its thread ${threadId}, writes to ${place.where}, and only one may at a time. Close it where it was opened, or wait 30 seconds`;
  await expect(openStore(place.where)).rejects.toThrow(StoreLockedError);
  await expect(openStore(place.where)).rejects.toThrow(`This process${refusal}`);
  const other = 'await openStore(where).catch(({ message }) => console.log(message));';
  const { stdout } = spawnSync(process.execPath, argumentsOfCode(other, place.where), { encoding: 'utf8' });
  expect(stdout).toContain(`Process ${process.pid}${refusal}`);
  letTimePass();
  await expectWritten();
});

it.each([
  ['has nothing left to do', ''],
  ['calls process.exit', 'process.exit();'],
  ['throws', `throw new Error('as it may');`],
])('a thread that ends because it %s gives the right to write back', async (_, code) => {
  const thread = writer(code).on('error', () => undefined);
  await new Promise((resolve) => thread.once('exit', resolve));
  expect(existsSync(lockFile())).toBe(false);
  await expectWritten();
});

it('a thread that was taken for dead writes nothing more, and leaves alone who writes instead', async () => {
  const thread = writer(`
    parentPort.once('message', async () => {
      const said = await store.insert({ id: 'b', fingerprint: 2n ** 40n }).catch(({ name }) => name);
      await store.close();
      parentPort.postMessage(said);
    });`);
  await once(thread, 'message');
  letTimePass();
  const store = await openStore(place.where);
  // Both may come in one turn, when this thread is late.
  const [said, ended] = [once(thread, 'message'), once(thread, 'exit')];
  thread.postMessage('go on');
  expect(await said).toEqual(['StoreLockedError']);
  await ended;
  expect(existsSync(lockFile())).toBe(true);
  await store.close();
  await expectWritten();
});

it('who writes gives signs of life, and none for who has taken over', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  const store = await openStore(place.where);
  const age = () => Date.now() - statSync(lockFile()).mtimeMs;
  const pass = (content: string) => {
    writeFileSync(lockFile(), content);
    letTimePass();
    vi.advanceTimersByTime(5_000);
  };
  const own = readFileSync(lockFile(), 'utf8');
  pass(own);
  expect(age()).toBeLessThan(30_000);
  pass(JSON.stringify({ ...JSON.parse(own), token: 'another' }));
  expect(age()).toBeGreaterThan(30_000);
  await store.close();
});
