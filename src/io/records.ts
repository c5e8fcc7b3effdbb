import { isUtf8 } from 'node:buffer';
import { kindOf } from '../shown.ts';
import { withoutMark } from './bytes/lines.ts';
import { asWritten, isRounded } from './exact-json.ts';
import { type Id, isId } from './id.ts';
import { allIn, fieldNames, fieldOf, fieldThroughLists, hasField, isObject } from './nested.ts';

/** A document as it is found. */
export interface Found {
  readonly id: Id;
  readonly text: string | Uint8Array;
  /** Fields of text that were asked for and that its record does not have; none, where nothing is said. */
  readonly lacks?: Lacks | undefined;
}

export type Names = readonly string[];

/** Tells which fields of text a record lacks. To look for them takes as long as to take them, and is seldom needed. */
export type Lacks = () => Names;

/** The fields that neither of two has, if one is known already. */
export function lackedByBoth(before: Names | undefined, lacks: Lacks | undefined): Names {
  if (before?.length === 0) return before;
  const names = lacks?.() ?? [];
  return before?.filter((name) => names.includes(name)) ?? names;
}

/**
 * Which fields hold the id and the text; `meta.url` is a field within another. Without a name for the id, `id` is used where
 * it has a value, or else the record's place.
 */
export interface Fields {
  readonly id?: string;
  /** One or several; the texts of several are joined, a line each, and so are those in lists. */
  readonly text: Names;
}

/** Fields from the names a user gives: `text` may be several with commas between. */
export function fieldsNamed(id: string | undefined, text: string): Fields {
  const names = text.split(',').map((name) => name.trim());
  return id === undefined ? { text: names } : { id, text: names };
}

/** Why something is not a record with the fields asked for. */
export class MalformedRecord extends Error {}

export const NOT_UTF8 =
  'not UTF-8; name its encoding with --charset, such as windows-1252, or another one than is named there';

/** @throws {MalformedRecord} unless these are the bytes of a text */
export function checkText(bytes: Uint8Array): void {
  // As Git and grep tell: text has no NUL among its first 8,000 bytes.
  if (bytes.subarray(0, 8000).includes(0)) throw new MalformedRecord('not text: there are NUL bytes in it');
  if (!isUtf8(bytes)) throw new MalformedRecord(NOT_UTF8);
}

/**
 * Whether a text or a record that was decoded from these bytes lost some of them. Then it is in another encoding, and what is
 * left of it may be no more than its figures: texts and ids that share those would be the same, and what is written is not
 * what was read.
 */
export function isGarbled(text: string, bytes: () => Buffer): boolean {
  return text.includes('\ufffd') && !isUtf8(bytes());
}

/** The text of several fields in one. */
export const joinTexts = (texts: readonly string[]): string => texts.join('\n');

/** The strings of what stands for a text: it is one, or a list of such, or nothing. Undefined if it is anything else. */
export function stringsIn(value: unknown): string[] | undefined {
  const all = allIn(Array.isArray(value) ? value : [value]).filter((one) => one !== null && one !== undefined);
  return all.every((one) => typeof one === 'string') ? all : undefined;
}

/** A record that may have no id of its own. */
export interface ParsedRecord<T extends string | Uint8Array = string | Uint8Array> {
  readonly id: Id | undefined;
  readonly text: T;
  /** As in `Found`. */
  readonly lacks?: Lacks | undefined;
}

/** Makes bytes of characters below 256, one of each. */
export type ToBytes = (characters: string) => Uint8Array;

/** New ones. */
export const bytesOf: ToBytes = (characters) => Buffer.from(characters, 'latin1');

const MARK = 0xef;
const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

/**
 * Reads a record of JSON in UTF-8.
 *
 * What JSON is made of is ASCII. So each byte is taken for a character, which spares decoding, and the text that comes
 * out is in UTF-8 again: a third of the time. Where that would not do, it is decoded: where characters are written as
 * \uXXXX, where it is not UTF-8, and where it is malformed, to say how.
 *
 * @param toBytes makes bytes of the text
 * @throws {MalformedRecord} if it is none with these fields
 */
export function readRecord(bytes: Buffer, fields: Fields, toBytes: ToBytes = bytesOf): ParsedRecord {
  const plain = bytes.toString('latin1');
  const isPlain =
    bytes[0] !== MARK && !plain.includes('\\u') && isAscii([fields.id, ...fields.text].join('')) && isUtf8(bytes);
  return (isPlain && plainRecord(plain, fields, toBytes)) || decodedRecord(bytes, fields);
}

function plainRecord(json: string, fields: Fields, toBytes: ToBytes): ParsedRecord | undefined {
  try {
    const { id, text, lacks } = parseRecord(json, fields);
    const decoded = typeof id === 'string' && !isAscii(id) ? Buffer.from(id, 'latin1').toString() : id;
    return { id: decoded, text: toBytes(text), lacks };
  } catch (error) {
    // What is ASCII would be the same when it is decoded.
    if (error instanceof MalformedRecord && !isAscii(json)) return undefined;
    throw error;
  }
}

function decodedRecord(bytes: Buffer, fields: Fields): ParsedRecord {
  const json = withoutMark(bytes);
  const record = parseRecord(json, fields);
  if (isGarbled(json, () => bytes)) throw new MalformedRecord(NOT_UTF8);
  return record;
}

const NO_LINE_EACH = '; objects that have no line each are read in a file that ends in .json, or with --format json';

/** Whether an object may have this line for itself: in others it goes on, since JSON cannot end like that, or another follows. */
export const isForItself = (line: string): boolean =>
  !/[{[,:][ \t\r]*$/.test(line) && (!/\}[ \t]*\{/.test(line) || isJson(line));

/** What Python writes for numbers that JSON has not. */
const NOT_A_NUMBER = /[:,[]\s*(NaN|-?Infinity)\b/;

/** What would make it a record, as far as that can be told of JSON that cannot be parsed. */
function remedyOf(json: string): string {
  if (!isForItself(json)) return NO_LINE_EACH;
  const [, number] = NOT_A_NUMBER.exec(json) ?? [];
  return number === undefined ? '' : `; JSON has no ${number}: write null in its place`;
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * What to say of a field of text that no document has: it is more likely mistyped than meant, and documents that differ in
 * what was meant are not the same.
 *
 * @param where such as ` of corpus.jsonl`
 * @param others what fields there are, if that is known
 */
export const lackedField = (name: string, where = '', others = ''): string =>
  `No document${where} has a field "${name}"${others}; name one with --text.`;

/** Reads a record of JSON. */
export function parseRecord(json: string, fields: Fields): ParsedRecord<string> {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw new MalformedRecord(`not JSON: ${(error as Error).message}${remedyOf(json)}`);
  }
  if (!isObject(value)) throw new MalformedRecord(`not a JSON object but ${kindOf(value)}`);
  const [id, names] = [idIn(value, fields.id, json), fields.text];
  const text = names.length === 1 ? fieldOf(value, names[0]!) : undefined;
  if (typeof text === 'string') return { id, text };
  return { id, text: severalTexts(value, names), lacks: () => names.filter((name) => !hasField(value, name)) };
}

/** Some of several fields may be missing or null, but not all. */
function severalTexts(record: Record<string, unknown>, names: Names): string {
  const values = names.map((name) => fieldThroughLists(record, name) ?? null);
  const texts = values.map(stringsIn);
  const wrong = values.some((value) => value !== null) ? texts.indexOf(undefined) : 0;
  if (wrong >= 0) throw new MalformedRecord(complaint(record, names[wrong]!, 'text', 'a string'));
  return joinTexts((texts as string[][]).flat());
}

/** A number that would be rounded is taken as a string, as it is from Parquet. */
function idIn(record: Record<string, unknown>, name: string | undefined, json: string): Id | undefined {
  const id = fieldOf(record, name ?? 'id');
  if (isRounded(id)) return largeId(id, name ?? 'id', json);
  // As in tables, where a cell cannot be missing.
  if (name === undefined && (id === undefined || id === null || id === '')) return undefined;
  if (isId(id)) return id;
  throw new MalformedRecord(complaint(record, name ?? 'id', 'id', 'a string or a number'));
}

function largeId(id: number, name: string, json: string): string {
  if (Number.isFinite(id)) return asWritten(json, name);
  throw new MalformedRecord(`field "${name}" is a number beyond all bounds; write ids like that as strings`);
}

function complaint(record: Record<string, unknown>, field: string, option: string, wanted: string): string {
  const value = option === 'text' ? fieldThroughLists(record, field) : fieldOf(record, field);
  if (value === undefined) return `no field "${field}" (${listed(fieldNames(record))}); name it with --${option}`;
  const within = fieldNames({ [field]: value });
  const others = within[0] === field ? '' : ` (${listed(within)}); name one with --${option}`;
  return `field "${field}" is ${kindOf(value)}, not ${wanted}${others}`;
}

/** Characters of a name that are shown: where a header is missing, the first row stands for the names, with its text. */
const SHOWN = 80;

/** What turns the direction of all that stands behind it (Unicode Standard Annex #9, 2). */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** The names there are, in a few words. */
export function listed(names: Names): string {
  const short = (name: string) => (name.length > SHOWN ? `${name.slice(0, SHOWN)}…` : name);
  const upright = (name: string) =>
    name.replace(TURNING, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const some = names.slice(0, 8).map(short).map(upright).join(', ');
  return some === '' ? 'there is none' : `there are: ${some}${names.length > 8 ? ', …' : ''}`;
}
