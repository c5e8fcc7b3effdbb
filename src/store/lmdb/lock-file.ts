// LMDB's file of locks, made before LMDB makes it.
import { randomUUID } from 'node:crypto';
import { accessSync, constants, copyFileSync, linkSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { reasonOf } from '../../io/errors.ts';
import { StoreFailedError } from '../errors.ts';

/** More than LMDB asks for with so many readers. */
export const LOCK_BYTES = 65_536;

export const lockFileIn = (folder: string): string => join(folder, 'lock.mdb');

/**
 * LMDB would make its file of locks with holes and map it into memory, and end the process where there is no room to fill
 * them. So it finds one without holes.
 */
export function makeLockFile(folder: string): void {
  const path = lockFileIn(folder);
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    // LMDB ends the process over a folder, and waits for ever at a pipe.
    if (found?.isFile() === false) throw new StoreFailedError(`Cannot open ${path}: it is no file. Remove it.`);
    if (!found) placeWhole(path, Buffer.alloc(LOCK_BYTES));
  } catch (error) {
    if (error instanceof StoreFailedError) throw error;
    // Where nothing may be written LMDB does without.
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EROFS' || code === 'EACCES') return;
    throw new StoreFailedError(`Cannot make ${path}: ${reasonOf(error)}.`, { cause: error });
  }
}

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

/** Some file systems know one name a file. */
function link(path: string, name: string): void {
  try {
    linkSync(path, name);
  } catch {
    copyFileSync(path, name, constants.COPYFILE_EXCL);
  }
}

export function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Whether there is not even room for a few pages. LMDB does not always say so. */
export const isFull = (folder: string): boolean => roomIn(folder) < LOCK_BYTES;

export function roomIn(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
