import { isUtf8 } from 'node:buffer';
import type { ParquetParsers } from 'hyparquet';
import { decoder } from '../../utf8.ts';
import { isJson } from '../records.ts';

/** Bytes that are no UTF-8 stay bytes, whatever the file says. */
const stringOf = (bytes: Uint8Array | undefined): string | Uint8Array | undefined =>
  bytes && isUtf8(bytes) ? decoder.decode(bytes) : bytes;

/** JSON as it is stored, in one line: parsed, its numbers would be rounded, and keys that come twice be lost. */
class JsonText {
  readonly text: string;

  constructor(text: string) {
    // Not within strings, which have none.
    this.text = text.replace(/[\r\n]+/g, ' ');
  }
}

/** What is no JSON is text, whatever the file says. */
function jsonFrom(bytes: Uint8Array | undefined): JsonText | string | Uint8Array | undefined {
  const text = stringOf(bytes);
  return typeof text === 'string' && isJson(text) ? new JsonText(text) : text;
}

export const PARSERS: Partial<ParquetParsers> = {
  stringFromBytes: stringOf,
  jsonFromBytes: jsonFrom,
  timestampFromMicroseconds: (count) => momentOf(count, 3),
  timestampFromNanoseconds: (count) => momentOf(count, 6),
};

/** A time in so many digits more than the milliseconds that a Date has; a string where it needs them. */
function momentOf(count: bigint, digits: number): Date | string {
  const unit = 10n ** BigInt(digits);
  const rest = ((count % unit) + unit) % unit;
  const date = new Date(Number((count - rest) / unit));
  if (rest === 0n || Number.isNaN(date.getTime())) return date;
  const more = String(rest).padStart(digits, '0').replace(/000$/, '');
  return `${date.toISOString().slice(0, -1)}${more}Z`;
}

/** A value of Parquet that is not made of others, as JSON can say it: times in ISO 8601, bytes in base64, integers beyond 2⁵³ as strings. */
export function plainOf(value: unknown): unknown {
  if (value === undefined) return null;
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
}

/** Any value of Parquet as JSON. */
export function jsonOf(value: unknown): string {
  if (value instanceof JsonText) return value.text;
  if (Array.isArray(value)) return `[${value.map(jsonOf).join()}]`;
  const plain = plainOf(value);
  if (typeof plain !== 'object' || plain === null) return JSON.stringify(plain);
  return objectOf(Object.entries(plain));
}

/** An object of JSON, with its fields in their order. */
export const objectOf = (fields: readonly (readonly [name: string, value: unknown])[]): string =>
  `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${jsonOf(value)}`).join()}}`;

/** A decimal from its digits as they are stored: a number, or a string if it has more digits than a number keeps. */
export function decimalOf(stored: unknown, scale: number): number | string {
  const all = integerOf(stored as number | bigint | string | Uint8Array);
  const digits = String(all < 0n ? -all : all).padStart(scale + 1, '0');
  const point = digits.length - scale;
  const text = `${all < 0n ? '-' : ''}${digits.slice(0, point)}${scale > 0 ? '.' : ''}${digits.slice(point)}`;
  return digits.length <= KEPT_DIGITS ? Number(text) : text;
}

/** An interval, whose months, days and milliseconds are stored, in ISO 8601. */
export function durationOf(stored: Uint8Array): string {
  const { buffer, byteOffset, byteLength } = stored;
  const view = new DataView(buffer, byteOffset, byteLength);
  const [months, days, milliseconds] = [0, 4, 8].map((at) => view.getUint32(at, true)) as [number, number, number];
  return `P${months}M${days}DT${milliseconds / 1000}S`;
}

const KEPT_DIGITS = 15;

/** Bytes are those of an integer with a sign, the highest first; they were taken for a string if they could be one. */
function integerOf(stored: number | bigint | string | Uint8Array): bigint {
  if (typeof stored === 'number' || typeof stored === 'bigint') return BigInt(stored);
  const bytes = Buffer.from(stored as Uint8Array);
  return BigInt.asIntN(8 * bytes.length, BigInt(`0x0${bytes.toString('hex')}`));
}
