import { randomUUID } from 'node:crypto';
import { constants, copyFileSync, linkSync, rmSync, writeFileSync } from 'node:fs';

/** Makes a file that is whole as soon as it is there, unless another process has made it: that may be in use already. */
export function placeWhole(path: string, bytes: Buffer): void {
  const beside = `${path}.${randomUUID()}.part`;
  try {
    writeFileSync(beside, bytes);
    link(beside, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(beside, { force: true });
  }
}

/** Gives a file a name that nothing else has. */
function link(path: string, name: string): void {
  try {
    linkSync(path, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    // Some file systems know one name a file.
    copyFileSync(path, name, constants.COPYFILE_EXCL);
  }
}
