// Reads a data file of LMDB without LMDB, which trusts what it reads: a changed byte would make it end the process. The
// format is that of data version 2 (`MDB_meta`, `MDB_page_header` and `MDB_node` in its mdb.c), little-endian.
import { closeSync, fstatSync, readSync } from 'node:fs';
import { openToRead } from '../../io/bytes/open-file.ts';

export const PAGE_HEAD = 24;
/** Kinds of pages. */
export const BRANCH = 1;
export const LEAF = 2;
export const OVERFLOW = 4;

/** Pages that are read at once. */
const RUN = 64;

/** A page and its number. */
export interface Page {
  readonly number: number;
  /** Valid until the next page is taken. */
  readonly bytes: Buffer;
}

export class DataFile {
  readonly path: string;
  readonly #file: number;

  /** @throws {InputError} if it cannot be read */
  constructor(path: string) {
    this.path = path;
    this.#file = openToRead(path);
  }

  /** Whoever writes may have made it longer since. */
  get size(): number {
    return fstatSync(this.#file).size;
  }

  /** How many pages are there whole. */
  pageCount(pageSize: number): number {
    return Math.floor(this.size / pageSize);
  }

  /** Pages by their numbers, which ascend; those beyond the end are cut off. */
  *pages(numbers: Iterable<number>, pageSize: number): Generator<Page, void, undefined> {
    for (const run of runs(numbers)) {
      const bytes = this.#read(run[0]! * pageSize, (run.at(-1)! - run[0]! + 1) * pageSize);
      for (const number of run) {
        const at = (number - run[0]!) * pageSize;
        yield { number, bytes: bytes.subarray(at, at + pageSize) };
      }
    }
  }

  /** So many bytes of pages from one on, or as many as there are. */
  bytesAt(page: number, pageSize: number, length: number): Buffer {
    return this.#read(page * pageSize, length);
  }

  close(): void {
    closeSync(this.#file);
  }

  #read(position: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(length, this.size - position)));
    for (let at = 0; at < bytes.length; ) {
      const read = readSync(this.#file, bytes, at, bytes.length - at, position + at);
      if (read === 0) return bytes.subarray(0, at);
      at += read;
    }
    return bytes;
  }
}

function* runs(numbers: Iterable<number>): Generator<number[], void, undefined> {
  let run: number[] = [];
  for (const number of numbers) {
    if (run.length > 0 && number - run[0]! >= RUN) {
      yield run;
      run = [];
    }
    run.push(number);
  }
  if (run.length > 0) yield run;
}

/** 64 bits as a number, which is inexact only where it is absurd. */
export const numberAt = (bytes: Buffer, at: number): number =>
  bytes.readUInt32LE(at) + bytes.readUInt32LE(at + 4) * 2 ** 32;

/** The transaction that wrote a page. */
export const transactionOf = (bytes: Buffer): number => numberAt(bytes, 8);
