// Documents as rows, and back.
import { type Entry, toDocument } from '../intake.ts';
import type { StoredDocument, StoredMatch } from '../store.ts';
import type { Row } from './connection.ts';
import { fromSigned, toSigned } from './near.ts';

/** An id as it is stored. */
export const bytesOf = (id: string): Buffer => Buffer.from(id);
const signed = (fingerprint: bigint | null): bigint | null => (fingerprint === null ? null : toSigned(fingerprint));

export const idOf = (row: Row): string => row.id.toString('utf8');
export const fingerprintOf = ({ fingerprint }: Row): bigint | null =>
  fingerprint === null ? null : fromSigned(fingerprint);

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

export function documentOf(row: Row): StoredDocument {
  return toDocument({
    id: idOf(row),
    fingerprint: fingerprintOf(row),
    time: Number(row.time),
    meta: row.meta ?? undefined,
  });
}

export function matchOf(row: Row): StoredMatch {
  return { ...documentOf(row), fingerprint: fromSigned(row.fingerprint), distance: row.distance };
}
