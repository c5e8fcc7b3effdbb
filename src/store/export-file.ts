import { HammingbirdError } from '../errors.ts';
import { fromHex, toHex } from '../fingerprint/fingerprint.ts';
import { checkSameRecipe } from '../fingerprint/recipe-id.ts';
import { asWritten, isRounded } from '../io/exact-json.ts';
import { isTooLong, readLines, withoutMark } from '../io/lines.ts';
import { Storage } from '../io/storage.ts';
import { checkId, checkMeta, checkTime } from './check.ts';
import type { NewDocument, StoredDocument } from './store.ts';

/** A line that was passed over, and why. */
interface Reject {
  readonly place: string;
  readonly reason: string;
}

/**
 * A stored document as a line of JSONL, without newline, with the recipe of the store, so that such files can be joined:
 * `{"id":"a","fingerprint":"00c0…","time":1767225600000,"meta":{…},"recipe":"words-bigrams/2"}`. The fingerprint of a text
 * without features is null.
 */
export function exportLine({ id, fingerprint, time, meta }: StoredDocument, recipe: string): string {
  const hex = fingerprint === null ? null : toHex(fingerprint);
  return JSON.stringify({ id, fingerprint: hex, time, meta, recipe });
}

/** A file of such lines, or of those that `hammingbird fingerprint` writes, all by one recipe. */
export class ExportFile {
  /** A path, or `-` for standard input. */
  readonly path: string;
  /** Lines that are no documents. */
  readonly rejects: Reject[] = [];
  /** The recipe of the lines read so far. */
  recipe: string | undefined;

  constructor(path: string) {
    this.path = path;
  }

  /**
   * All documents, in their order.
   *
   * @throws {InputError} if the file cannot be read
   * @throws {RecipeMismatchError} if a line is by another recipe than those before
   */
  async *read(): AsyncGenerator<NewDocument, void, undefined> {
    const storage = new Storage();
    try {
      for (const { bytes, number } of readLines(await storage.keepText(this.path, undefined))) {
        const line = bytes && withoutMark(bytes);
        if (line?.trim() === '') continue;
        const document = this.#document(line, `${this.path}:${number}`);
        if (document) yield document;
      }
    } finally {
      storage.close();
    }
  }

  #document(line: string | undefined, place: string): NewDocument | undefined {
    const parsed = line === undefined ? isTooLong : parse(line);
    if (typeof parsed === 'string') {
      this.rejects.push({ place, reason: parsed });
      return undefined;
    }
    this.recipe ??= parsed.recipe;
    checkSameRecipe(this.recipe, parsed.recipe, place);
    return parsed.document;
  }
}

/** The document in a line, or why there is none. */
function parse(line: string): { document: NewDocument; recipe: string } | string {
  let json: Record<string, unknown>;
  try {
    json = Object(JSON.parse(line)) as Record<string, unknown>;
  } catch (error) {
    return `not JSON: ${(error as Error).message}`;
  }
  const { recipe, time, meta, features } = json;
  const id = typeof json.id === 'number' ? digitsOf(json.id, line) : json.id;
  const hex = features === 0 ? null : json.fingerprint;
  if (typeof recipe !== 'string') return 'no field "recipe" with the recipe that made the fingerprint';
  if (hex !== null && (typeof hex !== 'string' || !/^[0-9a-f]{16}$/i.test(hex))) {
    return 'no field "fingerprint" with 16 hexadecimal digits, or null';
  }
  try {
    checkId(id);
    if (time !== undefined) checkTime(time);
    if (meta !== undefined) checkMeta(meta);
  } catch (error) {
    if (error instanceof HammingbirdError) return error.message;
    throw error;
  }
  const fingerprint = hex === null ? null : fromHex(hex);
  const given = { ...(time === undefined ? {} : { time }), ...(meta === undefined ? {} : { meta }) };
  return { document: { id, fingerprint, ...given }, recipe };
}

/** Of the number in the field `id`. Other numbers stay what they are: meta is given back as it was exported. */
const digitsOf = (id: number, line: string): string => (isRounded(id) ? asWritten(line, 'id', id) : String(id));
