// The file system as it may fail.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** Does something while these stand in place of calls of `node:fs`. */
export async function withCalls(calls: Partial<typeof fs>, work: () => unknown): Promise<void> {
  const before = Object.fromEntries(Object.keys(calls).map((name) => [name, fs[name as keyof typeof fs]]));
  Object.assign(fs, calls);
  syncBuiltinESMExports();
  try {
    await work();
  } finally {
    Object.assign(fs, before);
    syncBuiltinESMExports();
  }
}
