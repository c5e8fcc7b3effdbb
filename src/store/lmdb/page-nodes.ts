import { BRANCH, type DataFile, LEAF, numberAt, OVERFLOW, PAGE_HEAD } from './data-file.ts';

const NODE_HEAD = 8;
/** The flag of a node whose value lies on pages of its own. */
export const BIG = 1;
/** No value of ours has more bytes. */
const LARGEST = 2 ** 17;
/** What such a node has instead: their first, a transaction, how many. */
const BIG_BYTES = 24;

/** Where the nodes of a page lie, or what is wrong with it. */
export function offsetsOf(bytes: Buffer, number: number, kind: number, pageSize: number): number[] | string {
  if (bytes.length < pageSize) return 'is cut off';
  if (numberAt(bytes, 0) !== number) return `says that it is page ${numberAt(bytes, 0)}`;
  const flags = bytes.readUInt16LE(18);
  if (flags !== kind) return `is of the kind ${flags}, and should be of ${kind}`;
  const lower = bytes.readUInt16LE(20);
  const upper = bytes.readUInt16LE(22);
  if (lower === 0 || lower % 2 !== 0 || lower > upper || upper > pageSize - PAGE_HEAD)
    return `says that it is free from ${lower} to ${upper}`;
  const offsets: number[] = [];
  // LMDB moves nodes by their lengths: one that is too long would be written over others. If they lie side by side, the
  // squares of where they end and begin cancel out, in whatever order they come.
  let rest = pageSize * pageSize - (PAGE_HEAD + upper) * (PAGE_HEAD + upper);
  for (let place = PAGE_HEAD; place < PAGE_HEAD + lower; place += 2) {
    const at = PAGE_HEAD + bytes.readUInt16LE(place);
    const end = nodeEnd(bytes, at, kind);
    if (end > pageSize) return 'has a node that is not in it';
    rest -= end * end - at * at;
    offsets.push(at);
  }
  return rest === 0 ? offsets : 'has nodes that do not lie side by side';
}

/** Where the next node begins; beyond the page if it cannot be. */
function nodeEnd(bytes: Buffer, at: number, kind: number): number {
  if (at + NODE_HEAD > bytes.length) return Number.POSITIVE_INFINITY;
  const keyLength = bytes.readUInt16LE(at + 6);
  const isBig = (bytes.readUInt16LE(at + 4) & BIG) !== 0;
  const length = NODE_HEAD + keyLength + (kind === BRANCH ? 0 : isBig ? BIG_BYTES : valueLength(bytes, at));
  return at + length + (length % 2);
}

export const keyAt = (bytes: Buffer, at: number): Buffer =>
  bytes.subarray(at + NODE_HEAD, at + NODE_HEAD + bytes.readUInt16LE(at + 6));

export const valueLength = (bytes: Buffer, at: number): number =>
  bytes.readUInt16LE(at) + bytes.readUInt16LE(at + 2) * 2 ** 16;

export const overflowPages = (length: number, pageSize: number): number =>
  Math.floor((PAGE_HEAD - 1 + length) / pageSize) + 1;

/** A value that lies on pages of its own, behind the head of the first; undefined if they are not. */
export function overflowBytes(file: DataFile, page: number, pageSize: number, length: number): Buffer | undefined {
  const bytes = file.bytesAt(page, pageSize, PAGE_HEAD + length);
  const fits =
    bytes.length === PAGE_HEAD + length && numberAt(bytes, 0) === page && bytes.readUInt16LE(18) === OVERFLOW;
  return fits ? bytes : undefined;
}

/** Of the head of a value's pages, how many they are. */
export const pageCountOf = (bytes: Buffer): number => bytes.readUInt32LE(20);

/** Of a node with a value on pages of its own, the first of them, and how many there should be. */
export function overflowOf(bytes: Buffer, at: number): { page: number; count: number } {
  const place = at + NODE_HEAD + bytes.readUInt16LE(at + 6);
  return { page: numberAt(bytes, place), count: numberAt(bytes, place + 16) };
}

/** The value of a node that has it. */
export function valueAt(bytes: Buffer, at: number): Buffer {
  const start = at + NODE_HEAD + bytes.readUInt16LE(at + 6);
  return bytes.subarray(start, start + valueLength(bytes, at));
}

/** The page that a node of a branch leads to. */
export const childAt = (bytes: Buffer, at: number): number =>
  bytes.readUInt16LE(at) + bytes.readUInt16LE(at + 2) * 2 ** 16 + bytes.readUInt16LE(at + 4) * 2 ** 32;

/** The pairs of what may be a leaf, or a damaged one: those nodes that lie in it. */
export function* pairsIn(
  file: DataFile,
  bytes: Buffer,
  pageSize: number,
): Generator<[Buffer, Buffer], void, undefined> {
  const nodes = Math.min(bytes.readUInt16LE(20), pageSize - PAGE_HEAD) >>> 1;
  for (let i = 0; i < nodes; i++) {
    const at = PAGE_HEAD + bytes.readUInt16LE(PAGE_HEAD + 2 * i);
    if (nodeEnd(bytes, at, LEAF) > bytes.length) continue;
    if (valueLength(bytes, at) > LARGEST) continue;
    const isBig = (bytes.readUInt16LE(at + 4) & BIG) !== 0;
    const value = isBig
      ? overflowBytes(file, overflowOf(bytes, at).page, pageSize, valueLength(bytes, at))?.subarray(PAGE_HEAD)
      : valueAt(bytes, at);
    if (value) yield [keyAt(bytes, at), value];
  }
}
