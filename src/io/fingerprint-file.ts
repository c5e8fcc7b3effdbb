import { fromHex, toHex } from '../fingerprint/fingerprint.ts';
import { checkSameRecipe } from '../fingerprint/recipe-id.ts';
import type { Reject } from './corpus.ts';
import { isTooLong, readLines, withoutMark } from './lines.ts';
import { Storage } from './storage.ts';

/** The fingerprint of a document, as a file keeps it. */
export interface FingerprintRecord {
  readonly id: string | number;
  readonly fingerprint: bigint;
  /** How many features it rests on; with none it resembles nothing. */
  readonly features: number;
  readonly tooShort: boolean;
  /** The identity of the recipe, in every line, so that files can be cut, shuffled and joined. */
  readonly recipe: string;
}

/** A record as a line of JSONL, without newline: `{"id":"a","fingerprint":"00c0…","features":7,"recipe":"words/1"}`. */
export function fingerprintLine({ id, fingerprint, features, tooShort, recipe }: FingerprintRecord): string {
  return JSON.stringify({ id, fingerprint: toHex(fingerprint), features, ...(tooShort && { tooShort }), recipe });
}

/** A file of such lines, all by one recipe. */
export class FingerprintFile {
  /** A path, or `-` for standard input. */
  readonly path: string;
  /** Lines that are no records. */
  readonly rejects: Reject[] = [];
  /** The recipe of the records read so far. */
  recipe: string | undefined;

  constructor(path: string) {
    this.path = path;
  }

  /**
   * All records, in their order.
   *
   * @throws {InputError} if the file cannot be read
   * @throws {RecipeMismatchError} if a line is by another recipe than those before
   */
  async *read(): AsyncGenerator<FingerprintRecord> {
    const storage = new Storage();
    try {
      for (const { bytes, number } of readLines(await storage.keepText(this.path, undefined))) {
        const record = this.#parse(bytes, `${this.path}:${number}`);
        if (record !== undefined) yield record;
      }
    } finally {
      storage.close();
    }
  }

  #parse(bytes: Buffer | undefined, place: string): FingerprintRecord | undefined {
    const line = bytes && withoutMark(bytes);
    if (line?.trim() === '') return undefined;
    const record = line === undefined ? isTooLong : parsed(line);
    if (typeof record === 'string') {
      this.rejects.push({ place, reason: record });
      return undefined;
    }
    this.recipe ??= record.recipe;
    checkSameRecipe(this.recipe, record.recipe, place);
    return record;
  }
}

/** The record in a line, or why there is none. */
function parsed(line: string): FingerprintRecord | string {
  let json: Record<string, unknown>;
  try {
    json = Object(JSON.parse(line));
  } catch (error) {
    return `not JSON: ${(error as Error).message}`;
  }
  const { id, fingerprint, features, tooShort, recipe } = json;
  if (typeof id !== 'string' && typeof id !== 'number') return 'no field "id" with a string or a number';
  if (typeof recipe !== 'string') return 'no field "recipe" with the recipe that made the fingerprint';
  if (!Number.isInteger(features) || (features as number) < 0) return 'no field "features" with a whole number from 0';
  if (typeof fingerprint !== 'string' || !/^[0-9a-f]{16}$/i.test(fingerprint)) {
    return 'no field "fingerprint" with 16 hexadecimal digits';
  }
  const known = { id, recipe, features: features as number, tooShort: tooShort === true };
  return { ...known, fingerprint: fromHex(fingerprint) };
}
