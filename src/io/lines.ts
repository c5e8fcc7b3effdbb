import { readSync } from 'node:fs';

const CHUNK = 1024 * 1024;
const NEWLINE = 0x0a;

export interface Line {
  /** Without its newline. */
  readonly bytes: Buffer;
  /** Where it begins in the file. */
  readonly offset: number;
  /** From 1. */
  readonly number: number;
}

/** The lines of an open file, however long, with their places. Reads one mebibyte at a time. */
export function* readLines(file: number): Generator<Line> {
  let begun: Buffer[] = [];
  let offset = 0;
  let number = 1;
  for (let position = 0; ; ) {
    const buffer = Buffer.allocUnsafe(CHUNK);
    const chunk = buffer.subarray(0, readSync(file, buffer, 0, CHUNK, position));
    if (chunk.length === 0) break;
    position += chunk.length;
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      const last = chunk.subarray(from, end);
      const bytes = begun.length > 0 ? Buffer.concat([...begun, last]) : last;
      begun = [];
      yield { bytes, offset, number };
      number++;
      offset += bytes.length + 1;
      from = end + 1;
    }
    if (from < chunk.length) begun.push(chunk.subarray(from));
  }
  if (begun.length > 0) yield { bytes: Buffer.concat(begun), offset, number };
}
