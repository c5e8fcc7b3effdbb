// Of a body that comes in millions of pieces nothing is left behind by each.
import { getEventListeners } from 'node:events';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { Chunks } from '../../src/service/server/chunks.ts';

const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

it('leaves neither timers nor listeners', async () => {
  const before = timers();
  const { signal } = new AbortController();
  const chunks = new Chunks(Readable.from(Array.from({ length: 100 }, () => Buffer.from('a'))));
  while (await chunks.next(60_000, signal)) expect(getEventListeners(signal, 'abort')).toEqual([]);
  expect(timers()).toBeLessThan(before + 50);
});
