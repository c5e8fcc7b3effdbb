// A folder of stages belongs to one job: whoever comes with other settings is told which.
import { expect, it } from 'vitest';
import { Checkpoints } from '../../src/engines/spark/checkpoints.ts';
import type { SparkSession } from '../../src/engines/spark/session.ts';

/** Opens the stages of jobs with these settings, one after another, in the same folder. */
async function open(...jobs: readonly Record<string, unknown>[]): Promise<void> {
  const files = new Map<string, string>();
  const session = {
    get: async (path: string) => files.get(path),
    put: async (path: string, text: string) => void files.set(path, text),
  } as unknown as SparkSession;
  for (const settings of jobs) await Checkpoints.open(session, 'out', settings, async () => undefined);
}

it('is opened again with the settings it was made with, in whatever order', async () => {
  await open({ threshold: 0.75, inputs: [{ path: 'a' }] }, { inputs: [{ path: 'a' }], threshold: 0.75 });
});

it.each(['{\n  "threshold": {', 'no JSON'])('is not opened where %j is left of its settings', async (left) => {
  const session = { get: async () => left } as unknown as SparkSession;
  await expect(Checkpoints.open(session, 'out', {}, async () => undefined)).rejects.toThrow(
    /^out\/_manifest\.json has been changed or cut off/,
  );
});

it.each([
  [{ threshold: 0.9 }, 'threshold was 0.75, and is 0.9 now'],
  [{ threshold: 0.75, window: 7 }, 'window was nothing, and is 7 now'],
  [{}, 'threshold was 0.75, and is nothing now'],
])('is not opened with %j where it was made with a threshold of 0.75', async (settings, differs) => {
  await expect(open({ threshold: 0.75 }, settings)).rejects.toThrow(
    `out/_manifest.json is of a run with other settings: ${differs}. Go on with the settings of that run, or give another`,
  );
});
