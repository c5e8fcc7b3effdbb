// The two pages with which a data file begins. A transaction that is done writes one of them, in turn: `MDB_meta` in mdb.c.
import { isDeepStrictEqual } from 'node:util';
import { type DataFile, numberAt, PAGE_HEAD, transactionOf } from './data-file.ts';

/** The kind of the page. */
const META = 8;
const MAGIC = 0xbeefc0de;
const DATA_VERSION = 2;
const META_BYTES = 160;
const MOST_READINGS = 100;
/** What pages have where nothing says how large they are. */
export const USUAL_PAGE = 4096;
/** What processors of 64 bits can address. */
const LARGEST_MAP = 2 ** 47;
/** Of which transaction the pages of a copy are. */
const COPIED = 1;

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

/** The newest meta page, or what is wrong with them. */
export function lastMeta(file: DataFile): Meta | string {
  const [a, b] = metasOf(file);
  if (typeof a === 'string') return a;
  if (typeof b === 'string') return b;
  // Of a copy, one has never been written.
  const isCopy = Math.min(a.transaction, b.transaction) === 0;
  if (!isCopy && Math.abs(a.transaction - b.transaction) > 1) {
    return `its two last transactions are ${a.transaction} and ${b.transaction}`;
  }
  return wrongNumber(file, a) ?? wrongNumber(file, b) ?? newest(a, b);
}

/** The newest meta page that can be read: what it leads to was there after the last transaction, or the one before. */
export function readableMeta(file: DataFile): Meta | undefined {
  const metas = metasOf(file).filter((meta) => typeof meta !== 'string');
  return metas.length === 0 ? undefined : metas.reduce(newest);
}

const newest = (a: Meta, b: Meta): Meta => (a.transaction > b.transaction ? a : b);

type Metas = readonly [Meta | string, Meta | string];

/** Both as they were at one time, even while transactions end: to read them takes far less time than these. */
function metasOf(file: DataFile): Metas {
  let metas = readMetas(file);
  for (let left = MOST_READINGS; left > 0; left--) {
    const before = metas;
    metas = readMetas(file);
    if (isDeepStrictEqual(metas, before)) break;
  }
  return metas;
}

function readMetas(file: DataFile): Metas {
  const first = file.bytesAt(0, USUAL_PAGE, META_BYTES);
  const said = first.length < META_BYTES ? 0 : first.readUInt32LE(PAGE_HEAD + 24);
  const pageSize = said >= 512 && said <= 65_536 && (said & (said - 1)) === 0 ? said : USUAL_PAGE;
  return [parseMeta(first, 0, pageSize), parseMeta(file.bytesAt(1, pageSize, META_BYTES), 1, pageSize)];
}

/**
 * By one bit a number can become that of the transaction before last, or of the next: then the other page would count as the
 * newest, or this one, and the last transaction be undone. But each transaction begins one of the trees, or both, anew.
 */
function wrongNumber(file: DataFile, { free, main, pageSize, transaction }: Meta): string | undefined {
  const roots = [free.root, main.root].filter((root) => root !== -1);
  const heads = roots
    .map((root) => file.bytesAt(root, pageSize, PAGE_HEAD))
    .filter(({ length }) => length === PAGE_HEAD);
  const begun = Math.max(COPIED, ...heads.map(transactionOf));
  if (begun === COPIED || Math.abs(begun - transaction) !== 2) return undefined;
  return `what is said to be of transaction ${transaction} is of ${begun}`;
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
