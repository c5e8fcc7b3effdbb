// What is written of a document, as text.
import { randomBytes } from 'node:crypto';
import { CorruptDataError } from '../../errors.ts';
import { checkTime } from '../check.ts';
import type { Entry } from '../intake.ts';
import type { Json, StoredDocument } from '../store.ts';

/** A document's record. */
export interface StoredRecord {
  /** Ties postings to the record: a posting with any other mark is a remainder, and counts for nothing. */
  readonly mark: string;
  readonly document: StoredDocument;
}

/** What a bucket has of a document. */
export interface Posting {
  readonly mark: string;
  readonly fingerprint: bigint;
  readonly id: string;
}

/** 64 random bits: no two of one document will ever be the same. */
export const newMark = (): string => randomBytes(8).toString('base64url');

/** Begins with `["` and the mark, by which scripts know it. */
export function recordText(mark: string, { fingerprint, time, meta }: Entry): string {
  const print = fingerprint === null ? 'null' : `"${printText(fingerprint)}"`;
  return `["${mark}",${print},${time}${meta === undefined ? '' : `,${meta}`}]`;
}

/** @throws {CorruptDataError} if somebody else has changed it */
export function readRecord(id: string, text: string): StoredRecord {
  try {
    if (!HEAD.test(text)) throw new Error('no mark, fingerprint and time');
    const [mark, print, time, meta, ...more] = JSON.parse(text) as [string, string | null, number, Json?, ...Json[]];
    if (more.length > 0) throw new Error('more than it was written with');
    checkTime(time);
    const fingerprint = print === null ? null : readPrint(print);
    return { mark, document: { id, fingerprint, time, ...(meta === undefined ? {} : { meta }) } };
  } catch (cause) {
    throw new CorruptDataError(
      `The record of ${JSON.stringify(id)} has been changed by somebody else, and cannot be read. ` +
        'Delete its key (redis-cli), compact the store, and insert it again.',
      { cause },
    );
  }
}

export function postingText({ fingerprint, id }: { fingerprint: bigint; id: string }): string {
  return printText(fingerprint) + id;
}

export function readPosting(mark: string, text: string): Posting {
  return { mark, fingerprint: readPrint(text.slice(0, PRINT_LENGTH)), id: text.slice(PRINT_LENGTH) };
}

const PRINT_LENGTH = 11;
/** What a record begins with, to the letter: scripts find its mark by where it stands. */
const HEAD = /^\["[\w-]{11}",(?:null|"[\w-]{11}"),-?\d+[,\]]/;
const bytes = Buffer.alloc(8);

function printText(fingerprint: bigint): string {
  bytes.writeBigUInt64BE(fingerprint);
  return bytes.toString('base64url');
}

function readPrint(text: string): bigint {
  bytes.write(text, 'base64url');
  return bytes.readBigUInt64BE();
}
