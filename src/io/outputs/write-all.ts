import { writeSync } from 'node:fs';
import { pause } from '../pause.ts';

/** Writes bytes to an open file, all of them. */
export function writeAll(file: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) written += writeSome(file, bytes.subarray(written));
}

/** Writes what fits; a pipe that is full for the moment is tried again after a while. */
function writeSome(file: number, bytes: Uint8Array): number {
  for (;;) {
    try {
      return writeSync(file, bytes);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      pause(5);
    }
  }
}
