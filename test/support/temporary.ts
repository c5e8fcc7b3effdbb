// Whatever the tests write for a time stands in one folder, which goes at their end, or when they are interrupted: also what was
// made for tests that were not chosen, before those that failed, or by processes that were killed.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const NAME = 'hammingbird-tests-';

/** Called for each project, and for all of them. One folder serves them: in one within another no socket would have a path short enough. */
export default function setup(): void {
  if (process.env.TMPDIR?.includes(NAME)) return;
  const folder = mkdtempSync(join(tmpdir(), NAME));
  // Servers and commands of other users go through it.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
}
