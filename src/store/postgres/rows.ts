// Documents as rows, and back.
import { isUtf8 } from 'node:buffer';
import { CorruptDataError } from '../../errors.ts';
import { isTypedArray } from '../../typed-arrays.ts';
import { checkTime } from '../check.ts';
import { type Entry, toDocument } from '../intake.ts';
import type { StoredDocument, StoredMatch } from '../store.ts';
import type { Row } from './connection.ts';
import { fromSigned, toSigned } from './near.ts';

/** An id as it is stored. */
export const bytesOf = (id: string): Buffer => Buffer.from(id);
const signed = (fingerprint: bigint | null): bigint | null => (fingerprint === null ? null : toSigned(fingerprint));

export const idOf = (row: Row): string => row.id.toString('utf8');

/** An id, fingerprint, time and meta as the values of a statement. */
export function valuesOf({ id, fingerprint, time, meta }: Entry): unknown[] {
  return [bytesOf(id), signed(fingerprint), time, meta ?? null];
}

/** The same of many, as an array each. */
export function columnsOf(entries: readonly Entry[]): unknown[] {
  return [
    entries.map(({ id }) => bytesOf(id)),
    entries.map(({ fingerprint }) => signed(fingerprint)),
    entries.map(({ time }) => time),
    entries.map(({ meta }) => meta ?? null),
  ];
}

/**
 * @param schema in which it is
 * @throws {CorruptDataError} if somebody else has changed it
 */
export function documentOf(row: Row, schema: string): StoredDocument {
  const { id, fingerprint, meta } = row;
  try {
    if (!isTypedArray('Uint8Array', id)) throw new Error('It has no id.');
    if (!isUtf8(id)) throw new Error('Its id is no UTF-8.');
    if (typeof fingerprint !== 'bigint' && fingerprint !== null) throw new Error('Its fingerprint is none.');
    const time = typeof row.time === 'bigint' ? Number(row.time) : row.time;
    checkTime(time);
    const print = fingerprint === null ? null : fromSigned(fingerprint);
    return toDocument({ id: idOf(row), fingerprint: print, time, meta: meta ?? undefined });
  } catch (cause) {
    throw noDocument(row, schema, cause);
  }
}

/** What a row is that is no document. */
export function noDocument(row: Row, schema: string, cause: unknown): CorruptDataError {
  const hasId = isTypedArray('Uint8Array', row.id);
  const which = hasId ? `The row of ${JSON.stringify(idOf(row))}` : `A row whose id is ${row.id}`;
  const reason = cause instanceof SyntaxError ? 'Its meta is no JSON.' : (cause as Error).message;
  return new CorruptDataError(
    `${which} in ${schema}.document is no document, and somebody else has changed it: ${reason} ` +
      'Delete it (psql), and insert it again.',
    { cause },
  );
}

export function matchOf(row: Row, schema: string): StoredMatch {
  return { ...documentOf(row, schema), fingerprint: fromSigned(row.fingerprint), distance: row.distance };
}
