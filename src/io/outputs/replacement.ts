// A finished file in the place of another.
import { closeSync, fsyncSync, ftruncateSync, openSync, renameSync } from 'node:fs';
import { readAt } from '../bytes/open-file.ts';
import { pause } from '../pause.ts';
import { writeAll } from './write-all.ts';

const BLOCK = 256 * 1024;
/** Why a file that can be written cannot be replaced: it is mounted, as into a container, or somebody else's in a folder like /tmp. */
const REFUSALS = ['EBUSY', 'EPERM', 'EACCES'];

/** Whether a file cannot take the place of one that is there, into which it may still be written. */
export const isReplacementRefused = (error: unknown): boolean =>
  REFUSALS.includes((error as NodeJS.ErrnoException).code!);

/** On Windows, what looks for viruses has a new file open for a moment, and the work of hours is not to be lost by that. */
export function rename(from: string, to: string): void {
  for (let left = process.platform === 'win32' ? 40 : 0; ; left--) {
    try {
      renameSync(from, to);
      return;
    } catch (error) {
      if (left === 0 || !isReplacementRefused(error)) throw error;
      pause(50);
    }
  }
}

/** Writes a file where it is, though it be somebody else's: that is why Node, which would change its permissions, does not copy it. */
export function copyInto(from: string, to: string): void {
  const target = openSync(to, 'r+');
  try {
    const source = openSync(from, 'r');
    try {
      ftruncateSync(target);
      for (let position = 0; ; ) {
        const bytes = readAt(source, position, BLOCK);
        if (bytes.length === 0) break;
        writeAll(target, bytes);
        position += bytes.length;
      }
      fsyncSync(target);
    } finally {
      closeSync(source);
    }
  } finally {
    closeSync(target);
  }
}
