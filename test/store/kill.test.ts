// A process that writes is killed at random moments: whatever it acknowledged is there, and nothing is damaged.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import type { Place } from './contract.ts';
import { argumentsOf } from './elsewhere.ts';
import { folderPlace } from './folder.ts';
import { collected } from './sequences.ts';
import { WRITER } from './writer.ts';

/** Each takes as long as a process needs to start. */
const KILLS = process.env.CI === 'true' ? 200 : 20;
/** As many stores at once as there are cores to start processes. */
const STORES = 2;

/** What is known of a store from what its writers said. */
class Acknowledged {
  readonly inserted = new Set<string>();
  readonly mayBeRemoved = new Set<string>();

  take(line: string): void {
    if (line.startsWith('+')) this.inserted.add(line.slice(1));
    if (line.startsWith('-')) this.mayBeRemoved.add(line.slice(1));
  }
}

/** Starts a writer, and kills it at a random moment. */
async function writeAndKill(where: string, run: number, known: Acknowledged): Promise<void> {
  const child: ChildProcess = spawn(process.execPath, argumentsOf(WRITER, where, `${run}`), {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout! });
  const ended = Promise.all([once(lines, 'close'), once(child, 'exit')]);
  // One in ten while it starts; the others while they write, after so many lines.
  let left = run % 10 === 9 ? 0 : 1 + Math.floor(Math.random() * 60);
  await new Promise<void>((resolve) => {
    if (left === 0) resolve();
    lines.on('line', (line) => {
      known.take(line);
      if (--left === 0) resolve();
    });
  });
  await sleep(Math.random() * (run % 10 === 9 ? 300 : 20));
  child.kill('SIGKILL');
  await ended;
}

it(`survives ${KILLS} kills of the writing process with everything that was acknowledged`, async () => {
  const counts = { kills: 0, acknowledged: 0, removed: 0, lost: 0, damage: 0 };
  const killAll = async (place: Place): Promise<void> => {
    const known = new Acknowledged();
    await (await openStore(place.where)).close();
    const reader = await openStore(place.where, { readOnly: true });
    for (let run = 0; run < KILLS / STORES; run++) {
      await writeAndKill(place.where, run, known);
      // What a transaction has left in the file, it does not see by itself.
      expect((await reader.check()).damage).toEqual([]);
      const store = await openStore(place.where);
      const { damage } = await store.check();
      const there = new Set((await collected(store.export())).map(({ id }) => id));
      await store.close();
      counts.kills++;
      counts.damage += damage.length;
      for (const id of known.inserted) if (!there.has(id) && !known.mayBeRemoved.has(id)) counts.lost++;
      expect({ damage, lost: counts.lost }).toEqual({ damage: [], lost: 0 });
    }
    await reader.close();
    counts.acknowledged += known.inserted.size;
    counts.removed += known.mayBeRemoved.size;
  };
  const places = await Promise.all(Array.from({ length: STORES }, () => folderPlace(tmpdir())));
  try {
    await Promise.all(places.map(killAll));
  } finally {
    for (const place of places) await place.remove();
  }
  console.log(
    `${counts.kills} kills: ${counts.acknowledged} inserts acknowledged, of which ${counts.lost} were lost ` +
      `(${counts.removed} were removed again); ${counts.damage} damaged`,
  );
  expect(counts.acknowledged).toBeGreaterThan(KILLS);
}, 1_200_000);
