import Tokenizer from '@streamparser/json/tokenizer.js';
import TokenType from '@streamparser/json/utils/types/tokenType.js';
import { kindOf } from '../../shown.ts';
import { nameOf } from '../bytes/input-bytes.ts';
import type { Stored } from '../bytes/storage.ts';
import { chunksOf } from '../bytes/stored-chunks.ts';
import { InputError } from '../errors.ts';
import { NOT_UTF8 } from '../records.ts';

/** Bytes that are read at once. */
export const CHUNK = 1024 * 1024;

/** What begins and ends objects and arrays. */
const OPENING: ReadonlySet<TokenType> = new Set([TokenType.LEFT_BRACE, TokenType.LEFT_BRACKET]);
const CLOSING: ReadonlySet<TokenType> = new Set([TokenType.RIGHT_BRACE, TokenType.RIGHT_BRACKET]);

/** A piece of a file that holds an element. */
interface Extent {
  readonly start: number;
  readonly end: number;
  /** What it is, if it is neither object nor array. */
  readonly scalar?: string;
}

/**
 * Where in a file the elements of an array are, or objects that stand one after another.
 *
 * @throws {InputError} if there is anything else in it
 */
export function* elements(stored: Stored): Generator<Extent> {
  const finder = new ElementFinder(stored.path);
  for (const bytes of chunksOf(stored, CHUNK)) {
    try {
      finder.write(bytes);
    } finally {
      // Those before what is wrong count.
      for (const one of finder.take()) yield { ...one, start: stored.start + one.start, end: stored.start + one.end };
    }
  }
  finder.finish();
}

/** The tokenizer says where in a chunk a sign stands, where in the file, and in which of its states it was. */
const inOurWords = (said: string): string =>
  said
    .replace(
      /^Unexpected "(.+)" at .*\(absolute position "(\d+)"\).*$/s,
      (_, sign, byte) => `${JSON.stringify(sign)} is not expected at byte ${byte}`,
    )
    .replace(/^Tokenizer ended .*$/s, 'its last word is cut off');

const notElements = (path: string, reason: string): InputError =>
  new InputError(
    `Cannot read ${nameOf(path)} as JSON: ${reason}. An array of objects is wanted, or objects one after another.`,
  );

/** Follows tokens to tell where elements begin and end. */
class ElementFinder {
  readonly #path: string;
  readonly #tokenizer = new Tokenizer();
  #found: Extent[] = [];
  #written = 0;
  /** Objects and arrays that are open, from that of an element on. */
  #depth = 0;
  /** Where the element began that is being read, or was read last. */
  #start = 0;
  #state: 'before' | 'element or end' | 'element' | 'comma or end' | 'behind' | 'objects' = 'before';

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
    const isOpen = this.#state === 'objects' ? this.#depth > 0 : this.#state !== 'behind';
    const what = this.#state === 'objects' ? 'last object' : 'array';
    if (isOpen) this.#fail(`the ${what} does not end; the file does, after ${this.#written} bytes`);
    // A number or a word that nothing follows is told only now.
    this.#tokenizer.end();
  }

  #take(token: TokenType, value: unknown, offset: number): void {
    if (this.#depth > 0) this.#follow(token, offset);
    else if (this.#state === 'before') this.#begin(token, offset);
    else if (this.#state === 'objects') this.#openObject(token, offset);
    else if (this.#state === 'behind') this.#fail(`something follows the array at byte ${offset}`);
    else if (CLOSING.has(token)) this.#close(offset);
    else if ((token === TokenType.COMMA) !== (this.#state === 'comma or end'))
      this.#fail(`a comma is ${token === TokenType.COMMA ? 'too much' : 'missing'} at byte ${offset}`);
    else if (token === TokenType.COMMA) this.#state = 'element';
    else this.#openElement(token, value, offset);
  }

  #begin(token: TokenType, offset: number): void {
    if (token === TokenType.LEFT_BRACKET) {
      this.#state = 'element or end';
      return;
    }
    if (token !== TokenType.LEFT_BRACE) this.#fail('it is not an array of objects');
    this.#state = 'objects';
    this.#openObject(token, offset);
  }

  #openObject(token: TokenType, offset: number): void {
    if (token !== TokenType.LEFT_BRACE) this.#fail(`what follows an object at byte ${offset} is no other`);
    this.#start = offset;
    this.#depth = 1;
  }

  #openElement(token: TokenType, value: unknown, offset: number): void {
    this.#state = 'comma or end';
    if (OPENING.has(token)) {
      this.#start = offset;
      this.#depth = 1;
    } else this.#found.push({ start: offset, end: offset, scalar: kindOf(value) });
  }

  #close(offset: number): void {
    if (this.#state === 'element') this.#fail(`a comma is too much before byte ${offset}`);
    this.#state = 'behind';
  }

  #follow(token: TokenType, offset: number): void {
    if (OPENING.has(token)) this.#depth++;
    if (!CLOSING.has(token)) return;
    this.#depth--;
    if (this.#depth === 0) this.#found.push({ start: this.#start, end: offset + 1 });
  }

  #fail(reason: string): never {
    throw notElements(this.#path, reason);
  }
}
