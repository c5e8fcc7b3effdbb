import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { reasonOf } from './errors.ts';

/** A file that was found in a folder, or why it is passed over. */
export type FoundFile = { readonly path: string; readonly skipped?: string };

/** The files below a folder in the order of their names. Links to folders are not followed, so there are no circles. */
export function* filesBelow(folder: string): Generator<FoundFile> {
  let entries: ReturnType<typeof namesIn>;
  try {
    entries = namesIn(folder);
  } catch (error) {
    yield { path: folder, skipped: reasonOf(error) };
    return;
  }
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else yield { path, ...skipReason(path, entry.isSymbolicLink()) };
  }
}

function namesIn(folder: string) {
  // By code unit, which is the same on every system and in every locale.
  return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
}

function skipReason(path: string, isLink: boolean): { skipped?: string } {
  try {
    const stats = statSync(path);
    if (stats.isFile()) return {};
    return { skipped: isLink && stats.isDirectory() ? 'a link to a folder' : 'not a regular file' };
  } catch (error) {
    return { skipped: reasonOf(error) };
  }
}

/** As Git and grep tell: text has no NUL among its first 8,000 bytes. */
export function looksBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 8000).includes(0);
}
