// All that comes into a store from a caller is checked here, once for all kinds, and its texts become fingerprints.
import { InvalidArgumentError, RecipeMismatchError } from '../errors.ts';
import { Fingerprinter } from '../fingerprint/fingerprinter.ts';
import type { Recipe } from '../fingerprint/recipe.ts';
import { checkSameRecipe } from '../fingerprint/recipe-id.ts';
import { builtInBehind, recipeId } from '../fingerprint/recipes.ts';
import type { Text } from '../fingerprint/text.ts';
import { isWhole } from '../ranges.ts';
import { kindOf, shown } from '../shown.ts';
import { checkDocument, checkSearchOptions, checkTextOrFingerprint } from './check.ts';
import type { Settings } from './settings.ts';
import type { Json, NewDocument, SearchOptions, StoredDocument, TextOrFingerprint } from './store.ts';

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
  readonly fingerprint: bigint;
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
   * @throws {RecipeMismatchError} if it has a text, and the store's recipe is neither built in, in this version, nor given
   */
  entry(document: NewDocument): Entry {
    checkDocument(document);
    const { id, time = Date.now(), meta } = document;
    // JSON of undefined is undefined.
    return { id, fingerprint: this.#fingerprint(document), time, meta: JSON.stringify(meta) };
  }

  /** @throws {InvalidArgumentError} if one of them is no document; the message says which */
  entries(documents: readonly NewDocument[]): Entry[] {
    if (!Array.isArray(documents)) {
      throw new InvalidArgumentError(`Documents are an array, not ${kindOf(documents)}.`);
    }
    // Not map(), which passes over holes.
    return Array.from(documents, (document, i) => {
      try {
        return this.entry(document);
      } catch (error) {
        if (!(error instanceof InvalidArgumentError)) throw error;
        throw new InvalidArgumentError(`Document ${i}: ${error.message}`, { cause: error });
      }
    });
  }

  /**
   * Undefined for a text without features, which resembles nothing.
   *
   * @throws {InvalidArgumentError} if it is none, there is no such option, or one is out of range
   */
  query(query: TextOrFingerprint, options: SearchOptions = {}): Query | undefined {
    checkSearchOptions(options);
    const { maxDistance = this.#settings.maxDistance, limit } = options;
    if (!isWhole(maxDistance, 0, this.#settings.maxDistance)) {
      throw new InvalidArgumentError(
        `maxDistance must be a whole number from 0 to ${this.#settings.maxDistance}, for which this store was made, ` +
          `not ${shown(maxDistance)}.`,
      );
    }
    if (limit !== undefined && !isWhole(limit, 0)) {
      throw new InvalidArgumentError(`limit must be a whole number of at least 0, not ${shown(limit)}.`);
    }
    checkTextOrFingerprint(query);
    const fingerprint = this.#fingerprint(query);
    return fingerprint === null ? undefined : { fingerprint, maxDistance, limit: limit ?? Number.POSITIVE_INFINITY };
  }

  /** The fingerprint of a checked document or query: null without features. */
  #fingerprint(given: TextOrFingerprint): bigint | null {
    const { text, fingerprint } = given as { text?: Text; fingerprint: bigint | null };
    if (text === undefined) return fingerprint;
    this.#fingerprinter ??= new Fingerprinter({ recipe: this.#knownRecipe() });
    const inspection = this.#fingerprinter.inspect(text);
    return inspection.features === 0 ? null : inspection.fingerprint;
  }

  #knownRecipe(): string | Recipe {
    const { recipeId: id } = this.#settings;
    const recipe = this.#recipe ?? builtInBehind(id);
    if (recipe !== undefined) {
      checkSameRecipe(recipeId(recipe), id, 'This store');
      return recipe;
    }
    throw new RecipeMismatchError(
      `This store has fingerprints of the recipe ${id}, which is not built in. Open it with { recipe }, or serve it with --recipe, to give it texts.`,
    );
  }
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
