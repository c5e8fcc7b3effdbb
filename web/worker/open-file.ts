import { Buffer } from 'buffer/';
import { HEAD } from '../../src/io/bytes/head.ts';
import type { Stored } from '../../src/io/bytes/storage.ts';
import { InputError } from '../../src/io/errors.ts';
import { NO_ACCESS } from './no-access.ts';

// It stands in for `src/io/bytes/open-file.ts` in the page's build (see vite.config.ts): what the command reads of open files by
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
  furthest: number;
}

const opened: Opened[] = [];
/** The piece that was read last, in which records that follow each other mostly lie: one of all files, for there may be many. */
let window = { file: -1, start: 0, bytes: Buffer.alloc(0) };

/** A file that is read where it is, a piece at a time. */
export function storedIn(blob: Blob, path: string, onRead: (bytes: number) => void = () => {}): Stored {
  const file = opened.push({ blob, path, onRead, furthest: 0 }) - 1;
  return { path, file, start: 0, end: blob.size };
}

/** Reads a part of an open file; less than `length` where the file ends. */
export function readAt(file: number, position: number, length: number): Buffer {
  const end = position + length;
  const isThere = file === window.file && position >= window.start && end <= window.start + window.bytes.length;
  if (!isThere) window = { file, start: position, bytes: load(opened[file]!, position, length) };
  return window.bytes.subarray(position - window.start, end - window.start) as Buffer;
}

/** Reads a part of an open file into `bytes`; returns how many there are of it, fewer where the file ends. */
export function readInto(file: number, position: number, bytes: Uint8Array): number {
  const read = readAt(file, position, bytes.length);
  bytes.set(read);
  return read.length;
}

/** The small file that was read last, of which the beginning is asked for before all of it. */
let small: { readonly blob: Blob; readonly bytes: Buffer } | undefined;

/**
 * All of a file, or of a part of one.
 *
 * @throws {InputError} if it was moved, changed or locked since it was chosen
 */
export function bytesOf(blob: Blob, path: string): Buffer {
  if (small?.blob === blob) return small.bytes;
  try {
    const bytes = Buffer.from(new FileReaderSync().readAsArrayBuffer(blob));
    if (blob.size <= WINDOW) small = { blob, bytes };
    return bytes;
  } catch {
    throw new InputError(`Cannot read ${path}: ${NO_ACCESS}.`);
  }
}

/** At least the first few bytes of a file. */
export const headOf = (blob: Blob, path: string): Buffer =>
  bytesOf(blob.size <= WINDOW ? blob : blob.slice(0, HEAD), path);

function load(one: Opened, position: number, length: number): Buffer {
  const isAll = position === 0 && one.blob.size <= WINDOW;
  const bytes = bytesOf(isAll ? one.blob : one.blob.slice(position, position + Math.max(length, WINDOW)), one.path);
  const end = position + bytes.length;
  if (end > one.furthest) one.onRead(end - one.furthest);
  one.furthest = Math.max(one.furthest, end);
  return bytes;
}
