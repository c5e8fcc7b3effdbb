// All that comes into a store from a caller is checked here, once for all kinds.
import { InvalidArgumentError, RecipeMismatchError } from '../errors.ts';
import { RECIPES } from '../fingerprint/built-in.ts';
import { checkFingerprint } from '../fingerprint/fingerprint.ts';
import { Fingerprinter } from '../fingerprint/fingerprinter.ts';
import type { Recipe } from '../fingerprint/recipe.ts';
import { recipeId } from '../fingerprint/recipe-id.ts';
import { kindOf } from '../io/records.ts';
import { isJson } from './json.ts';
import type { Settings } from './settings.ts';
import type { Json, NewDocument, SearchOptions, StoredDocument, TextOrFingerprint } from './store.ts';

/** The longest id, in bytes of UTF-8. */
const LONGEST_ID = 1024;
/** The longest meta, in bytes of JSON in UTF-8. */
const LONGEST_META = 65_536;
/** The latest time of a `Date`; the earliest is its negative. */
const LATEST = 8.64e15;

/** A document that has been checked. */
export interface Entry {
  readonly id: string;
  readonly fingerprint: bigint | null;
  readonly time: number;
  /** As JSON. */
  readonly meta: string | undefined;
}

/** A search that has been checked. */
export interface Query {
  readonly fingerprint: bigint | null;
  readonly maxDistance: number;
  /** Infinity if there is none. */
  readonly limit: number;
}

/** Makes entries of documents, and fingerprints of texts. */
export class Intake {
  readonly #settings: Settings;
  readonly #recipe: string | Recipe | undefined;
  #fingerprinter: Fingerprinter | undefined;

  /** @param recipe that of the settings; undefined for a built-in one, or if no texts will come */
  constructor(settings: Settings, recipe: string | Recipe | undefined) {
    this.#settings = settings;
    this.#recipe = recipe;
  }

  /**
   * @throws {InvalidArgumentError} if it is no document
   * @throws {RecipeMismatchError} if it has a text, and the store's recipe is neither built in nor given
   */
  entry(document: NewDocument): Entry {
    if (typeof document !== 'object' || document === null) {
      throw new InvalidArgumentError(`A document is { id, text } or { id, fingerprint }, not ${kindOf(document)}.`);
    }
    const { id, time = Date.now(), meta } = document;
    checkId(id);
    checkTime(time);
    return { id, fingerprint: this.fingerprint(document), time, meta: meta === undefined ? undefined : metaJson(meta) };
  }

  /** @throws {InvalidArgumentError} if one of them is no document; the message says which */
  entries(documents: readonly NewDocument[]): Entry[] {
    if (!Array.isArray(documents)) {
      throw new InvalidArgumentError(`Documents are an array, not ${kindOf(documents)}.`);
    }
    return documents.map((document, i) => {
      try {
        return this.entry(document);
      } catch (error) {
        if (!(error instanceof InvalidArgumentError)) throw error;
        throw new InvalidArgumentError(`Document ${i}: ${error.message}`, { cause: error });
      }
    });
  }

  /** @throws {InvalidArgumentError} if it is none, or an option out of range */
  query(query: TextOrFingerprint, { maxDistance = this.#settings.maxDistance, limit }: SearchOptions = {}): Query {
    if (!Number.isInteger(maxDistance) || maxDistance < 0 || maxDistance > this.#settings.maxDistance) {
      throw new InvalidArgumentError(
        `maxDistance must be a whole number from 0 to ${this.#settings.maxDistance}, for which this store was made, ` +
          `not ${String(maxDistance)}.`,
      );
    }
    if (limit !== undefined && (!Number.isInteger(limit) || limit < 0)) {
      throw new InvalidArgumentError(`limit must be a whole number of at least 0, not ${String(limit)}.`);
    }
    return { fingerprint: this.fingerprint(query), maxDistance, limit: limit ?? Number.POSITIVE_INFINITY };
  }

  /** The fingerprint of a document or a query: null without features. */
  fingerprint(given: TextOrFingerprint): bigint | null {
    const { text, fingerprint } = (given ?? {}) as { text?: unknown; fingerprint?: unknown };
    if ((text === undefined) === (fingerprint === undefined)) {
      throw new InvalidArgumentError('Give a text or a fingerprint: one of them, and not both.');
    }
    if (text !== undefined) return this.#fingerprintOf(text as string);
    if (fingerprint !== null) checkFingerprint(fingerprint);
    return fingerprint;
  }

  #fingerprintOf(text: string): bigint | null {
    this.#fingerprinter ??= new Fingerprinter({ recipe: this.#knownRecipe() });
    const inspection = this.#fingerprinter.inspect(text);
    return inspection.features === 0 ? null : inspection.fingerprint;
  }

  #knownRecipe(): string | Recipe {
    const { recipeId: id } = this.#settings;
    const recipe = this.#recipe ?? RECIPES.find((builtIn) => recipeId(builtIn) === id);
    if (recipe !== undefined) return recipe;
    throw new RecipeMismatchError(
      `This store has fingerprints of the recipe ${id}, which is not built in. Open it with { recipe } to give it texts.`,
    );
  }
}

/** @throws {InvalidArgumentError} unless it can name a document in a store */
export function checkId(id: unknown): asserts id is string {
  if (typeof id !== 'string') throw new InvalidArgumentError(`The id of a document is a string, not ${kindOf(id)}.`);
  if (!id.isWellFormed()) {
    throw new InvalidArgumentError(`An id has no lone surrogates, unlike ${JSON.stringify(id.slice(0, 80))}.`);
  }
  const bytes = id.length > LONGEST_ID ? id.length : Buffer.byteLength(id);
  if (bytes >= 1 && bytes <= LONGEST_ID) return;
  throw new InvalidArgumentError(
    `An id has 1 to ${LONGEST_ID.toLocaleString('en')} bytes of UTF-8, not ${bytes}. Use a digest of it.`,
  );
}

/** @throws {InvalidArgumentError} unless it is a time in milliseconds */
export function checkTime(time: unknown): asserts time is number {
  if (Number.isInteger(time) && Math.abs(time as number) <= LATEST) return;
  throw new InvalidArgumentError(`A time is a whole number of milliseconds since 1970, not ${String(time)}.`);
}

/** The time before which documents expire. */
export function expiryOf(before: number | Date): number {
  const time = before instanceof Date ? before.getTime() : before;
  checkTime(time);
  return time;
}

/** @throws {InvalidArgumentError} unless it can be kept with a document */
export function checkMeta(meta: unknown): asserts meta is Json {
  metaJson(meta);
}

function metaJson(meta: unknown): string {
  if (!isJson(meta)) {
    throw new InvalidArgumentError(
      'meta must be what JSON can say: null, booleans, finite numbers, strings, arrays, objects.',
    );
  }
  const json = JSON.stringify(meta);
  if (Buffer.byteLength(json) <= LONGEST_META) return json;
  throw new InvalidArgumentError(
    `meta has up to ${LONGEST_META.toLocaleString('en')} bytes of JSON, not ${Buffer.byteLength(json)}. Keep it elsewhere, under the id.`,
  );
}

/** A document as callers get it. */
export function toDocument({ id, fingerprint, time, meta }: Entry): StoredDocument {
  return { id, fingerprint, time, ...(meta === undefined ? {} : { meta: JSON.parse(meta) as Json }) };
}

/** The order of ids: that of their bytes in UTF-8, which is that of their code points. */
export function compareIds(a: string, b: string): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    // Surrogates stand for code points above all other units.
    if (x !== y) return isSurrogate(x) === isSurrogate(y) ? x - y : isSurrogate(x) ? 1 : -1;
  }
  return a.length - b.length;
}

const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff;
