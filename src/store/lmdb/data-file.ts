// Reads a data file of LMDB without LMDB, which trusts what it reads: a changed byte would make it end the process. The
// format is that of data version 2 (`MDB_meta`, `MDB_page_header` and `MDB_node` in its mdb.c), little-endian.
import { closeSync, fstatSync, readSync } from 'node:fs';
import { openToRead } from '../../io/bytes/open-file.ts';

export const PAGE_HEAD = 24;
/** Kinds of pages. */
export const BRANCH = 1;
export const LEAF = 2;
export const OVERFLOW = 4;
const META = 8;

const MAGIC = 0xbeefc0de;
const DATA_VERSION = 2;
const META_BYTES = 160;
/** What pages have where nothing says how large they are. */
export const USUAL_PAGE = 4096;
/** What processors of 64 bits can address. */
const LARGEST_MAP = 2 ** 47;
/** Pages that are read at once. */
const RUN = 64;

/** A tree of pages. */
export interface Tree {
  readonly flags: number;
  readonly depth: number;
  readonly branches: number;
  readonly leaves: number;
  readonly overflows: number;
  readonly entries: number;
  /** -1 of an empty one. */
  readonly root: number;
}

/** What a transaction left behind: where the trees begin. */
export interface Meta {
  readonly transaction: number;
  readonly pageSize: number;
  readonly free: Tree;
  readonly main: Tree;
  readonly lastPage: number;
}

/** A page and its number. */
export interface Page {
  readonly number: number;
  /** Valid until the next page is taken. */
  readonly bytes: Buffer;
}

export class DataFile {
  readonly path: string;
  readonly size: number;
  readonly #file: number;

  /** @throws {InputError} if it cannot be read */
  constructor(path: string) {
    this.path = path;
    this.#file = openToRead(path);
    this.size = fstatSync(this.#file).size;
  }

  /** The newest meta page, or what is wrong with them. */
  meta(): Meta | string {
    const [a, b] = this.#metas();
    if (typeof a === 'string') return a;
    if (typeof b === 'string') return b;
    // Of a copy, one has never been written.
    const isCopy = Math.min(a.transaction, b.transaction) === 0;
    if (!isCopy && Math.abs(a.transaction - b.transaction) > 1) {
      return `its two last transactions are ${a.transaction} and ${b.transaction}`;
    }
    return newest(a, b);
  }

  /** The newest meta page that can be read: what it leads to was there after the last transaction, or the one before. */
  readableMeta(): Meta | undefined {
    const metas = this.#metas().filter((meta) => typeof meta !== 'string');
    return metas.length === 0 ? undefined : metas.reduce(newest);
  }

  #metas(): [Meta | string, Meta | string] {
    const first = this.#read(0, META_BYTES);
    const said = first.length < META_BYTES ? 0 : first.readUInt32LE(PAGE_HEAD + 24);
    const pageSize = said >= 512 && said <= 65_536 && (said & (said - 1)) === 0 ? said : USUAL_PAGE;
    return [parseMeta(first, 0, pageSize), parseMeta(this.#read(pageSize, META_BYTES), 1, pageSize)];
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

const newest = (a: Meta, b: Meta): Meta => (a.transaction > b.transaction ? a : b);

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

function parseMeta(bytes: Buffer, page: number, pageSize: number): Meta | string {
  if (bytes.length < META_BYTES) return `it is cut off before its page ${page} ends`;
  const fits =
    bytes.readBigUInt64LE() === BigInt(page) &&
    (bytes.readUInt16LE(18) & META) !== 0 &&
    bytes.readUInt32LE(PAGE_HEAD) === MAGIC &&
    (bytes.readUInt32LE(PAGE_HEAD + 4) & 0xffff) === DATA_VERSION &&
    bytes.readUInt32LE(PAGE_HEAD + 24) === pageSize;
  if (!fits) return `its page ${page} is not what LMDB begins with`;
  const mapped = numberAt(bytes, PAGE_HEAD + 16);
  if (mapped > LARGEST_MAP) return `its page ${page} asks for ${mapped} bytes of memory`;
  const transaction = numberAt(bytes, PAGE_HEAD + 128);
  if (transaction > 0 && transaction % 2 !== page) return `its page ${page} is of transaction ${transaction}`;
  return {
    transaction,
    pageSize,
    free: treeAt(bytes, PAGE_HEAD + 24),
    main: treeAt(bytes, PAGE_HEAD + 72),
    lastPage: numberAt(bytes, PAGE_HEAD + 120),
  };
}

function treeAt(bytes: Buffer, at: number): Tree {
  return {
    flags: bytes.readUInt16LE(at + 4),
    depth: bytes.readUInt16LE(at + 6),
    branches: numberAt(bytes, at + 8),
    leaves: numberAt(bytes, at + 16),
    overflows: numberAt(bytes, at + 24),
    entries: numberAt(bytes, at + 32),
    root: bytes.readBigInt64LE(at + 40) === -1n ? -1 : numberAt(bytes, at + 40),
  };
}

/** 64 bits as a number, which is inexact only where it is absurd. */
export const numberAt = (bytes: Buffer, at: number): number =>
  bytes.readUInt32LE(at) + bytes.readUInt32LE(at + 4) * 2 ** 32;
