import { closeSync, constants, openSync, read, readFileSync, statSync } from 'node:fs';
import { Socket } from 'node:net';
import { promisify } from 'node:util';
import { InputError, readError } from '../errors.ts';
import { inUtf8 } from './charset.ts';
import { decompressed } from './compression.ts';
import { withHead } from './head.ts';

/** The name that stands for standard input. */
export const STANDARD_INPUT = '-';

/** How an input is called in messages. */
export const nameOf = (path: string): string => (path === STANDARD_INPUT ? 'standard input' : path);

export const namesOf = (paths: readonly string[]): string => paths.map(nameOf).join(', ');

/**
 * How far the file behind standard input has been read, as by `{ read -r line; hammingbird dedupe -; } < corpus.jsonl`:
 * what comes before has been taken. Only Linux tells; elsewhere it is read from its beginning.
 */
export function positionInStandardInput(): number {
  try {
    return Number(/^pos:\s*(\d+)/.exec(readFileSync('/proc/self/fdinfo/0', 'latin1'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** Bytes of a file that are read at once. */
const CHUNK = 256 * 1024;

async function* fileBytes(path: string): AsyncGenerator<Buffer> {
  yield* statSync(path).isFIFO() ? pipe(path) : chunksOf(path);
}

/** A stream of Node would still be open for a while when it has been ended, and Windows replaces no file that is. */
async function* chunksOf(path: string): AsyncGenerator<Buffer> {
  const readSome = promisify(read);
  const file = openSync(path, 'r');
  try {
    for (;;) {
      const { buffer, bytesRead } = await readSome(file, Buffer.allocUnsafe(CHUNK), 0, CHUNK, null);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    closeSync(file);
  }
}

/** As a file, it would be read by a thread, and the process could not end while that waits. */
const pipe = (path: string): AsyncIterable<Buffer> =>
  new Socket({ fd: openSync(path, constants.O_RDONLY | constants.O_NONBLOCK), readable: true, writable: false });

/**
 * The bytes of an input as they come, decompressed. It waits for a pipe without blocking, so that an interruption is
 * heard.
 *
 * @param onRead is told of bytes that were read, before they were decompressed
 * @throws {InputError} if it cannot be read, or its compressed data is damaged
 */
export async function* plainBytes(path: string, onRead?: (bytes: number) => void): AsyncGenerator<Buffer> {
  // It would seem to be empty.
  if (path === STANDARD_INPUT && process.stdin.readableDidRead) {
    throw new InputError('Cannot read standard input a second time. Name it once, or save it as a file.');
  }
  const bytes = path === STANDARD_INPUT ? process.stdin : fileBytes(path);
  try {
    yield* withHead(onRead ? counting(bytes, onRead) : bytes, (begun) => decompressed(begun, nameOf(path)));
  } catch (error) {
    throw readError(path, error);
  }
}

async function* counting(bytes: AsyncIterable<Buffer>, onRead: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    onRead(chunk.length);
    yield chunk;
  }
}

/** The same, in UTF-8 whatever the encoding was. */
export async function* textBytes(path: string, charset: string | undefined): AsyncGenerator<Buffer> {
  yield* withHead(plainBytes(path), (begun) => inUtf8(begun, charset, nameOf(path)));
}
