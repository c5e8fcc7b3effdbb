import { isUtf8 } from 'node:buffer';
import type { ParquetParsers } from 'hyparquet';
import { decoder } from '../../utf8.ts';

/** Bytes that are no UTF-8 stay bytes, whatever the file says. */
const stringOf = (bytes: Uint8Array | undefined): string | Uint8Array | undefined =>
  bytes && isUtf8(bytes) ? decoder.decode(bytes) : bytes;

export const PARSERS: Partial<ParquetParsers> = { stringFromBytes: stringOf };

/** A value of Parquet as JSON can say it: dates in ISO 8601, bytes in base64, integers beyond 2⁵³ as strings. */
export function jsonOf(value: unknown): unknown {
  if (value === undefined) return null;
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map(jsonOf);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, jsonOf(one)]));
}
