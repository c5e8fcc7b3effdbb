import { constants } from 'node:buffer';
import { changed, readError } from '../errors.ts';
import { readAt, readInto } from './open-file.ts';
import type { Stored } from './storage.ts';

/** Bytes that are read at once. */
const CHUNK = 64 * 1024;
const NEWLINE = 0x0a;

/** A longer line, text or record could not become a string: 512 MiB. */
export const LONGEST = constants.MAX_STRING_LENGTH;

export const isTooLong = `longer than ${LONGEST} bytes`;

export interface Line {
  /** Without its newline; undefined if it is longer than LONGEST. They are good until the next line is asked for. */
  readonly bytes: Buffer | undefined;
  /** Where it begins in the file. */
  readonly offset: number;
  /** Where its newline is, or the file ends. */
  readonly end: number;
  /** From 1. */
  readonly number: number;
}

/**
 * The lines of stored bytes with their places. All are read into the same memory, which has room for a chunk and the line
 * that is begun: to be given new memory takes longer than to fill it.
 */
export function* readLines(stored: Stored): Generator<Line> {
  let buffer: Buffer = Buffer.alloc(0);
  let { start: offset, start: position } = stored;
  /** Bytes in the buffer of the line that is begun. */
  let begun = 0;
  let number = 1;
  const chunk = Math.min(CHUNK, stored.end - position);
  const lineUpTo = (end: number, bytes: Buffer): Line => {
    const line = { bytes: end - offset > LONGEST ? undefined : bytes, offset, end, number };
    offset = end + 1;
    number++;
    return line;
  };
  while (position < stored.end) {
    buffer = withRoom(buffer, begun, chunk);
    const length = fill(stored, position, buffer.subarray(begun, begun + chunk));
    // What it had before is lost otherwise, without a word.
    if (length === 0) throw changed(stored.path);
    const filled = buffer.subarray(0, begun + length);
    let from = 0;
    for (let at = filled.indexOf(NEWLINE, begun); at >= 0; at = filled.indexOf(NEWLINE, from)) {
      yield lineUpTo(position + at - begun, filled.subarray(from, at));
      from = at + 1;
    }
    position += length;
    filled.copyWithin(0, from);
    begun = position - offset > LONGEST ? 0 : filled.length - from;
  }
  if (position > offset) yield lineUpTo(position, buffer.subarray(0, begun));
}

/** A buffer that begins as this one does and has room for a chunk behind that; of sizes that double, down again as well. */
function withRoom(buffer: Buffer, begun: number, chunk: number): Buffer {
  const size = 2 * chunk * 2 ** Math.max(0, Math.ceil(Math.log2((begun + chunk) / (2 * chunk))));
  if (size === buffer.length) return buffer;
  const other = Buffer.allocUnsafeSlow(size);
  buffer.copy(other, 0, 0, begun);
  return other;
}

function fill({ path, file, end }: Stored, position: number, bytes: Buffer): number {
  try {
    return readInto(file, position, bytes.subarray(0, end - position));
  } catch (error) {
    throw readError(path, error);
  }
}

/** How many bytes the byte order mark takes with which UTF-8 may begin. */
export const markLength = (bytes: Buffer): number =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;

/** A file of UTF-8 from behind its byte order mark on. */
export function behindMark(stored: Stored): Stored {
  return { ...stored, start: stored.start + markLength(readAt(stored.file, stored.start, 3)) };
}

/** UTF-8 as a string, without a byte order mark. */
export const withoutMark = (bytes: Buffer): string => bytes.toString('utf8', markLength(bytes));
