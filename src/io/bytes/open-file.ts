import { closeSync, openSync, readSync } from 'node:fs';
import { readError } from '../errors.ts';

/** @throws {InputError} if it cannot be read */
export function openToRead(path: string): number {
  try {
    return openSync(path, 'r');
  } catch (error) {
    throw readError(path, error);
  }
}

/** Reads a part of an open file; less than `length` where the file ends. */
export function readAt(file: number, position: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  return bytes.subarray(0, readInto(file, position, bytes));
}

/** Reads a part of an open file into `bytes`; returns how many there are of it, fewer where the file ends. */
export function readInto(file: number, position: number, bytes: Uint8Array): number {
  return readSync(file, bytes, 0, bytes.length, position);
}

/**
 * What is made of a file that is open as long as that takes.
 *
 * @throws {InputError} if it cannot be read
 */
export function withFile<T>(path: string, work: (file: number) => T): T {
  const file = openToRead(path);
  try {
    return work(file);
  } catch (error) {
    throw readError(path, error);
  } finally {
    closeSync(file);
  }
}
