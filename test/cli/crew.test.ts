// When other threads are started, and how they end; what they do is asked of the command (pipeline.test.ts).
import { expect, it, vi } from 'vitest';
import { Fingerprinter } from '../../src/fingerprint/fingerprinter.ts';
import { Crew } from '../../src/pipeline/crew.ts';

const MEGABYTE = 'some words '.repeat(100_000);

function crewOf(workers: number) {
  const end = vi.fn(async () => undefined);
  const start = vi.fn(() => ({ send: () => undefined, hold: () => undefined, end }));
  const options = { fingerprinter: new Fingerprinter(), repeats: 1, maxDistance: 3, workers };
  return { crew: new Crew(options, { cores: workers, start }), start, end };
}

it('Threads are started when jobs are worth it, once, and ended', async () => {
  const { crew, start, end } = crewOf(3);
  for (let i = 0; i < 3; i++) crew.submit({ texts: [MEGABYTE] });
  expect(start).toHaveBeenCalledTimes(0);
  for (let i = 0; i < 3; i++) crew.submit({ texts: [MEGABYTE] });
  expect(start).toHaveBeenCalledTimes(2);
  await crew.end();
  expect(end).toHaveBeenCalledTimes(2);
});

it('No thread is started where one is all there may be', async () => {
  const { crew, start } = crewOf(1);
  const jobs = Array.from({ length: 6 }, () => crew.submit({ texts: [MEGABYTE] }));
  for (const job of jobs) expect((await crew.result(job)).counted.length).toBe(1);
  await crew.end();
  expect(start).toHaveBeenCalledTimes(0);
});

it('While threads have not answered yet, this one does the jobs', async () => {
  const { crew } = crewOf(3);
  const jobs = Array.from({ length: 6 }, () => crew.submit({ texts: [MEGABYTE] }));
  for (const job of jobs) expect((await crew.result(job)).counted.length).toBe(1);
  await crew.end();
});
