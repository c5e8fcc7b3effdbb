import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Place } from './contract.ts';

/** A folder where a store may be. */
export async function folderPlace(): Promise<Place> {
  const parent = mkdtempSync(join(tmpdir(), 'hammingbird-store-'));
  return { where: join(parent, 'store'), remove: async () => rmSync(parent, { recursive: true, force: true }) };
}
