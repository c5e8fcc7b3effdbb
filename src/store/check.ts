// What a caller may give to a store, whatever its kind. Clients of a service, which run in browsers, too, check by it before
// they send anything.
import { InvalidArgumentError } from '../errors.ts';
import { checkFingerprint } from '../fingerprint/fingerprint.ts';
import { checkText } from '../fingerprint/text.ts';
import { thousands } from '../numbers.ts';
import { checkOptions } from '../options.ts';
import { isWhole } from '../ranges.ts';
import { kindOf, shown } from '../shown.ts';
import { encoder } from '../utf8.ts';
import type { Json, NewDocument, SearchOptions, TextOrFingerprint } from './store.ts';

/** The longest id, in bytes of UTF-8. */
const LONGEST_ID = 1024;
/** The longest meta, in bytes of JSON in UTF-8. */
const LONGEST_META = 65_536;
/** The latest time of a `Date`; the earliest is its negative. */
const LATEST = 8.64e15;

/** @throws {InvalidArgumentError} unless it can be stored */
export function checkDocument(document: unknown): asserts document is NewDocument {
  if (typeof document !== 'object' || document === null) {
    throw new InvalidArgumentError(`A document is { id, text } or { id, fingerprint }, not ${kindOf(document)}.`);
  }
  const { id, time, meta } = document as Partial<NewDocument>;
  checkId(id);
  if (time !== undefined) checkTime(time);
  if (meta !== undefined) checkMeta(meta);
  checkTextOrFingerprint(document);
}

/** @throws {InvalidArgumentError} unless it can be searched for */
export function checkTextOrFingerprint(given: unknown): asserts given is TextOrFingerprint {
  const { text, fingerprint } = (given ?? {}) as { text?: unknown; fingerprint?: unknown };
  if ((text === undefined) === (fingerprint === undefined)) {
    throw new InvalidArgumentError('Give a text or a fingerprint: one of them, and not both.');
  }
  if (text !== undefined) checkText(text);
  else if (fingerprint !== null) checkFingerprint(fingerprint);
}

/** @throws {InvalidArgumentError} unless these are the options of a search, or none */
export function checkSearchOptions(options: SearchOptions = {}): void {
  checkOptions(options, { maxDistance: true, limit: true });
}

/** @throws {InvalidArgumentError} unless it can name a document in a store */
export function checkId(id: unknown): asserts id is string {
  if (typeof id !== 'string') throw new InvalidArgumentError(`The id of a document is a string, not ${kindOf(id)}.`);
  if (!id.isWellFormed()) {
    throw new InvalidArgumentError(`An id has no lone surrogates, unlike ${JSON.stringify(id.slice(0, 80))}.`);
  }
  if (id !== '' && fits(id, LONGEST_ID)) return;
  throw new InvalidArgumentError(
    `An id has 1 to ${thousands(LONGEST_ID)} bytes of UTF-8, not ${bytesOf(id)}. Use a digest of it.`,
  );
}

/** @throws {InvalidArgumentError} unless it is a time in milliseconds */
export function checkTime(time: unknown): asserts time is number {
  if (isWhole(time, -LATEST, LATEST)) return;
  throw new InvalidArgumentError(`A time is a whole number of milliseconds since 1970, not ${shown(time)}.`);
}

/**
 * The time before which documents expire, in milliseconds since 1970.
 *
 * @throws {InvalidArgumentError} unless it is a number of them, or a date
 */
export function expiryOf(before: number | Date): number {
  // Not instanceof, which does not know the dates of other realms.
  const isDate = Object.prototype.toString.call(before) === '[object Date]';
  const time = isDate ? (before as Date).getTime() : before;
  checkTime(time);
  return time;
}

/** Nothing that people write is as deep, and what reads JSON has bounds of its own. */
const DEEPEST = 100;

/** @throws {InvalidArgumentError} unless it can be kept with a document */
export function checkMeta(meta: unknown): asserts meta is Json {
  if (!isJson(meta)) {
    throw new InvalidArgumentError(
      `meta must be what JSON can say: null, booleans, finite numbers, strings, and arrays and objects, up to ${DEEPEST} in one another.`,
    );
  }
  const json = JSON.stringify(meta);
  if (fits(json, LONGEST_META)) return;
  throw new InvalidArgumentError(
    `meta has up to ${thousands(LONGEST_META)} bytes of JSON, not ${bytesOf(json)}. Keep it elsewhere, under the id.`,
  );
}

/** Whether JSON says a value, and gives it back as it was. */
function isJson(value: unknown, depth = 0): boolean {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || depth === DEEPEST) return false;
  // Not every(), which passes over holes.
  if (Array.isArray(value)) return value.findIndex((one) => !isJson(one, depth + 1)) < 0;
  const prototype = Object.getPrototypeOf(value);
  // That of all objects, which other realms have of their own.
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) return false;
  return Object.values(value).every((one) => isJson(one, depth + 1));
}

/** Whether it has at most so many bytes of UTF-8. A unit of UTF-16 is up to three, so short ones need not be encoded. */
const fits = (text: string, most: number): boolean => 3 * text.length <= most || bytesOf(text) <= most;

const bytesOf = (text: string): number => encoder.encode(text).length;
