import fs, { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '../../src/store/store.ts';
import { withCalls } from '../support/replaced-calls.ts';
import type { Place } from './contract.ts';

/** A file system in memory, where it is not the disk that is tested: to wait for a disk takes most of the time. */
const IN_MEMORY = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** A folder where a store may be. */
export async function folderPlace(below = IN_MEMORY): Promise<Place> {
  const parent = mkdtempSync(join(below, 'hammingbird-store-'));
  return { where: join(parent, 'store'), remove: async () => rmSync(parent, { recursive: true, force: true }) };
}

/** Compacts a store in a folder for the first time. Just before its record goes, `before` is called, and may throw as the system. */
export async function compactFirst(store: Store, where: string, before: () => void): Promise<void> {
  const { rmSync } = fs;
  const removing: typeof rmSync = (path, options) => {
    if (path === join(where, 'records-1')) before();
    rmSync(path, options);
  };
  await withCalls({ rmSync: removing }, () => store.compact());
}

/** Where a store in a folder has what it is, until it is compacted. */
export const dataFileOf = (where: string): string => join(where, 'records-1', 'data.mdb');
