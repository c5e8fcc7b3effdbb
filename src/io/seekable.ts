import { closeSync, fstatSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The name that stands for standard input. */
export const STANDARD_INPUT = '-';

const CHUNK = 1024 * 1024;

/** Opens a file so that every part of it can be read again; what comes through a pipe is copied to a temporary file first. */
export function openSeekable(path: string): number {
  const file = path === STANDARD_INPUT ? 0 : openSync(path, 'r');
  if (fstatSync(file).isFile()) return file;
  try {
    return copied(file);
  } finally {
    if (file !== 0) closeSync(file);
  }
}

function copied(pipe: number): number {
  const path = join(tmpdir(), `hammingbird-${process.pid}-${Date.now()}.jsonl`);
  const copy = openSync(path, 'wx+', 0o600);
  // Without a name it goes when it is closed, however this process ends.
  unlinkSync(path);
  const chunk = Buffer.allocUnsafe(CHUNK);
  for (let size = readSome(pipe, chunk); size > 0; size = readSome(pipe, chunk)) writeSync(copy, chunk, 0, size);
  return copy;
}

/** Reads what there is; waits for a pipe that has nothing yet. */
function readSome(pipe: number, chunk: Buffer): number {
  for (;;) {
    try {
      return readSync(pipe, chunk, 0, CHUNK, null);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EOF') return 0;
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}
