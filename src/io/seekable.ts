import { createReadStream, fstatSync, openSync, statSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InputError, reasonOf } from './errors.ts';

/** The name that stands for standard input. */
export const STANDARD_INPUT = '-';

/**
 * Opens a file so that every part of it can be read again; what comes through a pipe is copied to a temporary file
 * first. It waits for a pipe without blocking, so that an interruption is heard.
 */
export async function openSeekable(path: string): Promise<number> {
  if (path === STANDARD_INPUT) return fstatSync(0).isFile() ? 0 : copyOf(process.stdin, 'standard input');
  return statSync(path).isFile() ? openSync(path, 'r') : copyOf(createReadStream(path), path);
}

async function copyOf(pipe: AsyncIterable<Buffer>, name: string): Promise<number> {
  const path = join(tmpdir(), `hammingbird-${process.pid}-${Date.now()}.jsonl`);
  const copy = attempt(name, () => openSync(path, 'wx+', 0o600));
  // Without a name it goes when it is closed, however this process ends.
  unlinkSync(path);
  for await (const chunk of pipe) attempt(name, () => writeAll(copy, chunk));
  return copy;
}

function writeAll(file: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
}

function attempt<T>(name: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw new InputError(
      `Cannot keep a copy of ${name} in ${tmpdir()}: ${reasonOf(error)}. ` +
        'Set TMPDIR to a folder with room for it, or give a file instead of a pipe.',
    );
  }
}
