import { existsSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { OutputError } from '../errors.ts';

export const MISREAD = 'its name is not UTF-8; choose another';

/** Whether Node has decoded a name, so that what it would make has another: nothing is there of what it made of it. */
export function isMisread(path: string): boolean {
  if (!path.includes('\ufffd') || existsSync(path)) return false;
  return basename(path).includes('\ufffd') || isMisread(dirname(path));
}

/** @throws {OutputError} if a file of another name would be written */
export function checkName(path: string): void {
  if (isMisread(path)) throw new OutputError(`Cannot write ${path}: ${MISREAD}.`);
}

/** Whether it is a device, a pipe or a folder, which nothing replaces. */
export function isSpecial(path: string): boolean {
  try {
    return !statSync(path).isFile();
  } catch {
    return false;
  }
}

/** The file that an output replaces, through links: the same however its path is written. Nothing replaces a device or a pipe. */
export function targetOf(path: string): string {
  if (path === '-' || isSpecial(path)) return path;
  try {
    return realpathSync(path);
  } catch (error) {
    // A link may be there before the file that it leads to; links in a circle are another error.
    const link = (error as NodeJS.ErrnoException).code === 'ENOENT' ? linkAt(path) : undefined;
    return link === undefined ? inFolder(path) : targetOf(resolve(realpathSync(dirname(path)), link));
  }
}

/** Where a link leads; undefined if there is none. */
function linkAt(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

/** A file that is not there yet, in a folder that is. */
function inFolder(path: string): string {
  try {
    return join(realpathSync(dirname(path)), basename(path));
  } catch {
    return path;
  }
}
