// Whatever the tests write for a time stands in one folder, which goes at their end, or when they are interrupted: also what was
// made for tests that were not chosen, before those that failed, or by processes that were killed.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export default function setup(): void {
  const folder = mkdtempSync(join(tmpdir(), 'hammingbird-tests-'));
  // Servers and commands of other users go through it.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
}
