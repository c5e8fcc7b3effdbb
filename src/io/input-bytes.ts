import { createReadStream } from 'node:fs';
import { inUtf8 } from './charset.ts';
import { decompressed } from './compression.ts';
import { InputError, readError } from './errors.ts';
import { withHead } from './head.ts';

/** The name that stands for standard input. */
export const STANDARD_INPUT = '-';

/** How an input is called in messages. */
export const nameOf = (path: string): string => (path === STANDARD_INPUT ? 'standard input' : path);

/**
 * The bytes of an input as they come, decompressed. It waits for a pipe without blocking, so that an interruption is
 * heard.
 *
 * @throws {InputError} if it cannot be read, or its compressed data is damaged
 */
export async function* plainBytes(path: string): AsyncGenerator<Buffer> {
  // It would seem to be empty.
  if (path === STANDARD_INPUT && process.stdin.readableDidRead) {
    throw new InputError('Cannot read standard input a second time. Name it once, or save it as a file.');
  }
  const bytes = path === STANDARD_INPUT ? process.stdin : createReadStream(path, { highWaterMark: 256 * 1024 });
  try {
    yield* decompressed(await withHead(bytes), nameOf(path));
  } catch (error) {
    throw readError(path, error);
  }
}

/** The same, in UTF-8 whatever the encoding was. */
export async function* textBytes(path: string, charset: string | undefined): AsyncGenerator<Buffer> {
  yield* inUtf8(await withHead(plainBytes(path)), charset);
}
