// How things lie in the table: the first byte of a key says what it is. Records come last, in the order in which they
// were inserted, so that LMDB fills their pages.
import type { Entry } from '../intake.ts';

export const KEYS = { description: 0, state: 1, id: 2, removal: 3, record: 4 } as const;

export const DESCRIPTION = Buffer.of(KEYS.description);
export const STATE = Buffer.of(KEYS.state);

/** Of an id, in the order of its bytes. */
export const idKey = (id: string): Buffer => Buffer.concat([Buffer.of(KEYS.id), Buffer.from(id)]);
export const idOfKey = (key: Buffer): string => key.toString('utf8', 1);

/** Of the number of a document: one of 32 bits, never given twice. */
export function recordKey(number: number): Buffer {
  const key = Buffer.of(KEYS.record, 0, 0, 0, 0);
  key.writeUInt32BE(number, 1);
  return key;
}
export const numberOfKey = (key: Buffer): number => key.readUInt32BE(1);

/** Of the place of a removal in their order. */
export function removalKey(place: number): Buffer {
  const key = Buffer.alloc(7);
  key[0] = KEYS.removal;
  key.writeUIntBE(place, 1, 6);
  return key;
}

/** What a key, which may be damaged, leads to. */
export function nameOf(key: Buffer): string {
  if (key[0] === KEYS.record && key.length === 5) return `document number ${numberOfKey(key)}`;
  if (key[0] === KEYS.id) return `what is stored about ${JSON.stringify(idOfKey(key))}`;
  return key[0] === KEYS.removal ? 'a removal' : 'what the store says of itself';
}

/** The first key behind one. */
export const behind = (key: Buffer): Buffer => Buffer.concat([key, Buffer.of(0)]);

/** The first key behind all of a sort. */
export const endOf = (sort: number): Buffer => Buffer.of(sort + 1);

export function numberBytes(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(number);
  return bytes;
}

const HAS_FINGERPRINT = 1;
const HAS_META = 2;
/** Fingerprint, time, flags, length of the id. */
const HEAD = 8 + 8 + 1 + 2;

/** A document as bytes: the head, the id and meta. */
export function recordBytes({ id, fingerprint, time, meta }: Entry): Buffer {
  const head = Buffer.alloc(HEAD);
  const idBytes = Buffer.from(id);
  head.writeBigUInt64LE(fingerprint ?? 0n);
  head.writeDoubleLE(time, 8);
  head[16] = (fingerprint === null ? 0 : HAS_FINGERPRINT) | (meta === undefined ? 0 : HAS_META);
  head.writeUInt16LE(idBytes.length, 17);
  return Buffer.concat([head, idBytes, Buffer.from(meta ?? '')]);
}

/** The document that bytes stand for, whose checksum was right. */
export function entryOf(bytes: Buffer): Entry {
  const flags = bytes[16]!;
  const metaAt = HEAD + bytes.readUInt16LE(17);
  return {
    id: bytes.toString('utf8', HEAD, metaAt),
    fingerprint: fingerprintOf(bytes),
    time: bytes.readDoubleLE(8),
    meta: (flags & HAS_META) === 0 ? undefined : bytes.toString('utf8', metaAt),
  };
}

/** The fingerprint alone: most of what an index wants. */
export const fingerprintOf = (bytes: Buffer): bigint | null =>
  (bytes[16]! & HAS_FINGERPRINT) === 0 ? null : bytes.readBigUInt64LE();

/** What changes with every transaction. */
export interface State {
  readonly documents: number;
  /** The number that the next document gets. */
  readonly nextNumber: number;
  /** Removals are listed from here on, for those who follow; older ones have been forgotten. */
  readonly firstRemoval: number;
  readonly nextRemoval: number;
  /** What stands for the process that writes. Another one's transactions fail. */
  readonly writer: string;
  /** Another folder may have taken the place of this one: hammingbird.json knows. */
  readonly hasMoved: boolean;
}

export const FIRST_STATE: State = {
  documents: 0,
  nextNumber: 0,
  firstRemoval: 0,
  nextRemoval: 0,
  writer: '',
  hasMoved: false,
};

export const jsonBytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

/** What is known by its seal to be JSON that we wrote. */
export const parsed = <T>(bytes: Buffer): T => JSON.parse(bytes.toString()) as T;
