// What the system is asked to do before a change is acknowledged, seen by strace.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { needs } from '../support/command.ts';
import { argumentsOf } from './elsewhere.ts';
import { dataFileOf, folderPlace } from './folder.ts';

const CALLS = 'openat,close,pwrite64,pwritev,writev,write,fdatasync,fsync';

/** Changes a store in every way, and says so on standard output each time one is acknowledged. */
const CHANGES = `
import { writeSync } from 'node:fs';
const { openStore } = await import(process.argv[1]);
const store = await openStore(process.argv[2]);
const done = () => writeSync(1, 'acknowledged');
writeSync(1, 'begun');
await store.insert({ id: 'a', fingerprint: 1n }); done();
await store.insertIfNew({ id: 'b', fingerprint: 2n ** 40n - 1n, meta: 'x'.repeat(20_000) }); done();
await store.insertAllIfNew([{ id: 'c', fingerprint: 2n ** 50n - 1n }, { id: 'd', fingerprint: 2n ** 30n - 1n }]); done();
await store.update({ id: 'a', fingerprint: 2n ** 20n - 1n }); done();
await store.load([{ id: 'e', fingerprint: 5n }]); done();
await store.remove('b'); done();
await store.expire(Date.now() + 1000); done();
writeSync(1, 'ended');
await store.close();
`;

it('is on the disk before it is acknowledged: pages, a wait for the disk, and then the page that leads to them', async ({
  skip,
}) => {
  needs(spawnSync('strace', ['-V']).status === 0, 'strace', skip);
  const place = await folderPlace();
  try {
    const log = `${place.where}.log`;
    const traced = ['-f', '-e', `trace=${CALLS}`, '-o', log, process.execPath];
    const { status } = spawnSync('strace', [...traced, ...argumentsOf(CHANGES, place.where)], {
      stdio: 'ignore',
      timeout: 60_000,
    });
    expect(status).toBe(0);
    const calls = callsOn(dataFileOf(place.where), readFileSync(log, 'utf8'));
    const [first, ...acknowledged] = calls.slice(calls.indexOf('begun')).join(' ').split('acknowledged');
    // Pages may be written at once or one by one; the last word is the synchronous write of the page that leads to them.
    for (const changes of [first!.replace('begun', ''), ...acknowledged.slice(0, -1)]) {
      expect(changes.trim()).toMatch(/^((pages )+waits leads ?)+$/);
    }
    expect(acknowledged).toHaveLength(7);
  } finally {
    await place.remove();
  }
});

/** What is done with a file, and what is said, in words. */
function callsOn(path: string, log: string): string[] {
  const plain = new Set<string>();
  const synchronous = new Set<string>();
  return log.split('\n').flatMap((line) => {
    const [, call, argument] = /^\d+ +(\w+)\((\w+)/.exec(line) ?? [];
    if (call === 'openat' && line.includes(`"${path}"`)) {
      (line.includes('O_DSYNC') ? synchronous : plain).add(/= (\d+)$/.exec(line)![1]!);
    }
    if (call === 'write' && argument === '1') return [/"(\w+)"/.exec(line)?.[1] ?? ''];
    if (call === 'close') {
      plain.delete(argument!);
      synchronous.delete(argument!);
    } else if (call?.includes('writ') && plain.has(argument!)) return ['pages'];
    else if (call?.includes('writ') && synchronous.has(argument!)) return ['leads'];
    else if (call?.includes('sync') && plain.has(argument!)) return ['waits'];
    return [];
  });
}
