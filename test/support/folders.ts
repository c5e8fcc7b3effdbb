import { afterEach, beforeEach } from 'vitest';
import { Folder } from './command.ts';

/** A folder that is another, and empty, for each test of a file. */
export function folderForEach(): Folder {
  const folder = new Folder();
  beforeEach(() => folder.renew());
  afterEach(() => folder.remove());
  return folder;
}
