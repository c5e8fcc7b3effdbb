import { constants } from 'node:buffer';
import { readError } from './errors.ts';
import { readAt } from './open-file.ts';
import type { Stored } from './storage.ts';

const CHUNK = 1024 * 1024;
const NEWLINE = 0x0a;

/** A longer line, text or record could not become a string: 512 MiB. */
export const LONGEST = constants.MAX_STRING_LENGTH;

export const isTooLong = `longer than ${LONGEST} bytes`;

export interface Line {
  /** Without its newline; undefined if it is longer than LONGEST. */
  readonly bytes: Buffer | undefined;
  /** Where it begins in the file. */
  readonly offset: number;
  /** Where its newline is, or the file ends. */
  readonly end: number;
  /** From 1. */
  readonly number: number;
}

/** The lines of stored bytes with their places. Reads one mebibyte at a time, and keeps no more than one line. */
export function* readLines(stored: Stored): Generator<Line> {
  const { start, end: last } = stored;
  let begun: Buffer[] = [];
  let offset = start;
  let number = 1;
  let position = start;
  const lineUpTo = (end: number, rest: Buffer): Line => {
    const line = { bytes: end - offset > LONGEST ? undefined : joined(begun, rest), offset, end, number };
    begun = [];
    offset = end + 1;
    number++;
    return line;
  };
  while (position < last) {
    const chunk = chunkAt(stored, position);
    if (chunk.length === 0) break;
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      yield lineUpTo(position + end, chunk.subarray(from, end));
      from = end + 1;
    }
    position += chunk.length;
    if (position - offset > LONGEST) begun = [];
    else if (from < chunk.length) begun.push(chunk.subarray(from));
  }
  if (position > offset) yield lineUpTo(position, Buffer.alloc(0));
}

function chunkAt({ path, file, end }: Stored, position: number): Buffer {
  try {
    return readAt(file, position, Math.min(CHUNK, end - position));
  } catch (error) {
    throw readError(path, error);
  }
}

function joined(begun: readonly Buffer[], last: Buffer): Buffer {
  return begun.length > 0 ? Buffer.concat([...begun, last]) : last;
}

/** How many bytes the byte order mark takes with which UTF-8 may begin. */
export const markLength = (bytes: Buffer): number =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;

/** UTF-8 as a string, without a byte order mark. */
export const withoutMark = (bytes: Buffer): string => bytes.toString('utf8', markLength(bytes));
