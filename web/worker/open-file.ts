import { Buffer } from 'buffer/';
import { InputError } from '../../src/io/errors.ts';
import type { Stored } from '../../src/io/storage.ts';

// It stands in for `src/io/open-file.ts` in the page's build (see vite.config.ts): what the command reads of open files by
// their number, the page reads of the user's files by a number of its own.

/** Only workers have it; a program that is checked with the types of documents does not know it. */
declare class FileReaderSync {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}

/** Bytes that are read at once: each reading asks the browser, which takes most of its time. */
const WINDOW = 1024 * 1024;

interface Opened {
  readonly blob: Blob;
  readonly path: string;
  readonly onRead: (bytes: number) => void;
  /** The piece that was read last, in which records that follow each other mostly lie. */
  window: Buffer;
  windowStart: number;
  furthest: number;
}

const opened: Opened[] = [];

/** A file that is read where it is, a piece at a time. */
export function storedIn(blob: Blob, path: string, onRead: (bytes: number) => void = () => {}): Stored {
  const file = opened.push({ blob, path, onRead, window: Buffer.alloc(0), windowStart: 0, furthest: 0 }) - 1;
  return { path, file, start: 0, end: blob.size };
}

/** Reads a part of an open file; less than `length` where the file ends. */
export function readAt(file: number, position: number, length: number): Buffer {
  const one = opened[file]!;
  const isThere = position >= one.windowStart && position + length <= one.windowStart + one.window.length;
  if (!isThere) load(one, position, length);
  return one.window.subarray(position - one.windowStart, position - one.windowStart + length) as Buffer;
}

/** Reads a part of an open file into `bytes`; returns how many there are of it, fewer where the file ends. */
export function readInto(file: number, position: number, bytes: Uint8Array): number {
  const read = readAt(file, position, bytes.length);
  bytes.set(read);
  return read.length;
}

function load(one: Opened, position: number, length: number): void {
  const part = one.blob.slice(position, position + Math.max(length, WINDOW));
  try {
    one.window = Buffer.from(new FileReaderSync().readAsArrayBuffer(part));
  } catch (error) {
    throw new InputError(`Cannot read ${one.path}: ${(error as Error).message}`);
  }
  one.windowStart = position;
  const end = position + one.window.length;
  if (end > one.furthest) one.onRead(end - one.furthest);
  one.furthest = Math.max(one.furthest, end);
}
