import { constants } from 'node:buffer';
import { readSync } from 'node:fs';

const CHUNK = 1024 * 1024;
const NEWLINE = 0x0a;

/** A longer line could not become a string: 512 MiB. */
export const LONGEST_LINE = constants.MAX_STRING_LENGTH;

export interface Line {
  /** Without its newline; undefined if it is longer than LONGEST_LINE. */
  readonly bytes: Buffer | undefined;
  /** Where it begins in the file. */
  readonly offset: number;
  /** From 1. */
  readonly number: number;
}

/** The lines of an open file with their places. Reads one mebibyte at a time, and keeps no more than one line. */
export function* readLines(file: number): Generator<Line> {
  let begun: Buffer[] = [];
  let offset = 0;
  let number = 1;
  let position = 0;
  const lineUpTo = (end: number, last: Buffer): Line => {
    const isTooLong = end - offset > LONGEST_LINE;
    const line = { bytes: isTooLong ? undefined : joined(begun, last), offset, number };
    begun = [];
    offset = end + 1;
    number++;
    return line;
  };
  for (;;) {
    const buffer = Buffer.allocUnsafe(CHUNK);
    const chunk = buffer.subarray(0, readSync(file, buffer, 0, CHUNK, position));
    if (chunk.length === 0) break;
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      yield lineUpTo(position + end, chunk.subarray(from, end));
      from = end + 1;
    }
    position += chunk.length;
    if (position - offset > LONGEST_LINE) begun = [];
    else if (from < chunk.length) begun.push(chunk.subarray(from));
  }
  if (position > offset) yield lineUpTo(position, Buffer.alloc(0));
}

function joined(begun: readonly Buffer[], last: Buffer): Buffer {
  return begun.length > 0 ? Buffer.concat([...begun, last]) : last;
}
