import Tokenizer from '@streamparser/json/tokenizer.js';
import TokenType from '@streamparser/json/utils/types/tokenType.js';
import { kindOf } from '../../kind-of.ts';
import { nameOf } from '../bytes/input-bytes.ts';
import { isTooLong, LONGEST, markLength } from '../bytes/lines.ts';
import { readAt } from '../bytes/open-file.ts';
import type { Stored } from '../bytes/storage.ts';
import { StoredRecords } from '../bytes/stored-records.ts';
import { changed, InputError } from '../errors.ts';
import { type Fields, type Found, MalformedRecord, NOT_UTF8, readRecord } from '../records.ts';
import type { Reading, Source } from '../source.ts';
import { LineRecords } from './line-records.ts';

const CHUNK = 1024 * 1024;

/** What begins and ends objects and arrays. */
const OPENING: ReadonlySet<TokenType> = new Set([TokenType.LEFT_BRACE, TokenType.LEFT_BRACKET]);
const CLOSING: ReadonlySet<TokenType> = new Set([TokenType.RIGHT_BRACE, TokenType.RIGHT_BRACKET]);

/** Opens a JSON array of objects; a file of that name in which objects follow one another, a line each, is JSONL. */
export async function openJson(reading: Reading): Promise<Source> {
  const stored = behindMark(await reading.storage.keepText(reading.path, reading.charset));
  const begin = beginning(stored);
  if (!begin.startsWith('{')) return new JsonArray(stored, reading);
  // Such as a package.json: as JSONL, each of its lines would be a malformed record.
  if (/^.*[{[,][ \t\r]*\n/.test(begin)) {
    const [, array] = /"([A-Za-z_]\w*)"\s*:\s*\[\s*\{/.exec(begin) ?? [];
    const hint = array === undefined ? '' : `; of its "${array}", jq -c '.${array}[]' makes some`;
    throw notAnArray(reading.path, 'its first object goes on behind its first line', hint);
  }
  return new LineRecords('jsonl', stored, reading);
}

/** The tokenizer does not count a byte order mark. */
function behindMark(stored: Stored): Stored {
  return { ...stored, start: stored.start + markLength(readAt(stored.file, stored.start, 3)) };
}

/** The first chunk that is not empty, from its first sign on. */
function beginning({ file, start, end }: Stored): string {
  for (let at = start; at < end; at += CHUNK) {
    const text = readAt(file, at, Math.min(CHUNK, end - at))
      .toString()
      .trimStart();
    if (text !== '') return text;
  }
  return '';
}

const notAnArray = (path: string, reason: string, hint = ''): InputError =>
  new InputError(
    `Cannot read ${nameOf(path)} as JSON: ${reason}. An array of objects is wanted, or JSONL (--format jsonl)${hint}.`,
  );

class JsonArray implements Source {
  readonly format = 'json';
  readonly path: string;
  readonly #fields: Fields;
  readonly #stored: Stored;
  readonly #reading: Reading;
  readonly #records: StoredRecords;

  constructor(stored: Stored, reading: Reading) {
    this.path = reading.path;
    this.#fields = reading.fields;
    this.#stored = stored;
    this.#reading = reading;
    this.#records = new StoredRecords(stored);
  }

  get share(): number {
    return this.#records.share;
  }

  *read(): Generator<Found> {
    let number = 0;
    for (const { start, end, scalar } of elements(this.#stored)) {
      const place = `${this.path}:${++number}`;
      try {
        if (scalar !== undefined) throw new MalformedRecord(`not a JSON object but ${scalar}`);
        if (end - start > LONGEST) throw new MalformedRecord(isTooLong);
        const { id = place, text } = readRecord(readAt(this.#stored.file, start, end - start), this.#fields);
        this.#records.add(start, end - start);
        yield { id, text };
      } catch (error) {
        if (!(error instanceof MalformedRecord)) throw error;
        this.#reading.reject(place, error.message);
      }
    }
  }

  text(index: number): string | Uint8Array {
    try {
      return readRecord(this.raw(index), this.#fields).text;
    } catch (error) {
      throw error instanceof MalformedRecord ? changed(this.path) : error;
    }
  }

  raw(index: number): Buffer {
    return this.#records.bytes(index);
  }

  /** Line ends stand between the tokens of JSON only, never in its strings. */
  json(index: number): Buffer {
    const lines = this.raw(index)
      .toString()
      .split(/[\r\n]/);
    return Buffer.from(
      lines
        .map((line) => line.trim())
        .filter((line) => line !== '')
        .join(' '),
    );
  }
}

/** A piece of a file that holds an element of the array. */
interface Extent {
  readonly start: number;
  readonly end: number;
  /** What it is, if it is neither object nor array. */
  readonly scalar?: string;
}

/** Where the elements of an array are. */
function* elements(stored: Stored): Generator<Extent> {
  const finder = new ElementFinder(stored.path);
  for (let at = stored.start; at < stored.end; at += CHUNK) {
    finder.write(readAt(stored.file, at, Math.min(CHUNK, stored.end - at)));
    for (const one of finder.take()) yield { ...one, start: stored.start + one.start, end: stored.start + one.end };
  }
  finder.finish();
}

/** The tokenizer says where in a chunk a sign stands, where in the file, and in which of its states it was. */
const inOurWords = (said: string): string =>
  said.replace(
    /^Unexpected "(.+)" at .*\(absolute position "(\d+)"\).*$/s,
    (_, sign, byte) => `${JSON.stringify(sign)} is not expected at byte ${byte}`,
  );

/** Follows the tokens of an array to tell where its elements begin and end. */
class ElementFinder {
  readonly #path: string;
  readonly #tokenizer = new Tokenizer();
  #found: Extent[] = [];
  #depth = 0;
  #written = 0;
  /** Where the element that is being read began; undefined between elements. */
  #start: number | undefined;
  #state: 'before' | 'element or end' | 'element' | 'comma or end' | 'behind' = 'before';

  constructor(path: string) {
    this.#path = path;
    this.#tokenizer.onToken = ({ token, value, offset }) => this.#take(token, value, offset);
    this.#tokenizer.onError = (error) => {
      // What was found wrong with its tokens comes back from it.
      if (error instanceof InputError) throw error;
      // What cannot be decoded is an error of another kind than what cannot be JSON.
      this.#fail(error instanceof TypeError ? `it is ${NOT_UTF8}` : inOurWords(error.message));
    };
  }

  write(bytes: Buffer): void {
    this.#written += bytes.length;
    this.#tokenizer.write(bytes);
  }

  /** The elements that have ended since. */
  take(): Extent[] {
    const found = this.#found;
    this.#found = [];
    return found;
  }

  finish(): void {
    if (this.#state === 'before') this.#fail('there is no array in it');
    if (this.#state !== 'behind') this.#fail(`the array does not end; the file does, after ${this.#written} bytes`);
  }

  #take(token: TokenType, value: unknown, offset: number): void {
    if (this.#depth > 1) this.#follow(token, offset);
    else if (this.#state === 'before') this.#begin(token);
    else if (this.#state === 'behind') this.#fail(`something follows the array at byte ${offset}`);
    else if (CLOSING.has(token)) this.#close(offset);
    else if ((token === TokenType.COMMA) !== (this.#state === 'comma or end'))
      this.#fail(`a comma is ${token === TokenType.COMMA ? 'too much' : 'missing'} at byte ${offset}`);
    else if (token === TokenType.COMMA) this.#state = 'element';
    else this.#open(token, value, offset);
  }

  #begin(token: TokenType): void {
    if (token !== TokenType.LEFT_BRACKET) this.#fail('it is not an array of objects');
    this.#depth = 1;
    this.#state = 'element or end';
  }

  #close(offset: number): void {
    if (this.#state === 'element') this.#fail(`a comma is too much before byte ${offset}`);
    this.#state = 'behind';
    this.#depth = 0;
  }

  #open(token: TokenType, value: unknown, offset: number): void {
    this.#state = 'comma or end';
    if (OPENING.has(token)) {
      this.#start = offset;
      this.#depth = 2;
    } else this.#found.push({ start: offset, end: offset, scalar: kindOf(value) });
  }

  #follow(token: TokenType, offset: number): void {
    if (OPENING.has(token)) this.#depth++;
    if (!CLOSING.has(token)) return;
    this.#depth--;
    if (this.#depth === 1) this.#found.push({ start: this.#start!, end: offset + 1 });
  }

  #fail(reason: string): never {
    throw notAnArray(this.#path, reason);
  }
}
