import { HammingbirdError } from '../errors.ts';
import { fromHex, toHex } from '../fingerprint/fingerprint.ts';
import { checkSameRecipe } from '../fingerprint/recipe-id.ts';
import type { Reject } from '../io/collection.ts';
import { asWritten, isRounded } from '../io/exact-json.ts';
import { SideFile } from '../io/side-file.ts';
import { checkId, checkMeta, checkTime } from './check.ts';
import type { NewDocument, StoredDocument } from './store.ts';

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
  /** The recipe of the lines read so far. */
  recipe: string | undefined;
  readonly #file: SideFile<Exported>;

  /** @param path a path, or `-` for standard input */
  constructor(path: string) {
    this.#file = new SideFile(path, parsed, withExactId);
  }

  get path(): string {
    return this.#file.path;
  }

  /** Lines that are no documents. */
  get rejects(): readonly Reject[] {
    return this.#file.rejects;
  }

  /**
   * All documents, in their order.
   *
   * @throws {InputError} if the file cannot be read
   * @throws {RecipeMismatchError} if a line is by another recipe than those before
   */
  async *read(): AsyncGenerator<NewDocument, void, undefined> {
    for await (const { record, place } of this.#file.read()) {
      this.recipe ??= record.recipe;
      checkSameRecipe(this.recipe, record.recipe, place);
      yield record.document;
    }
  }
}

interface Exported {
  readonly document: NewDocument;
  readonly recipe: string;
}

/** The document in a line, or why there is none. */
function parsed(json: Record<string, unknown>): Exported | string {
  const { recipe, time, meta, features } = json;
  const id = typeof json.id === 'number' ? String(json.id) : json.id;
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

/** What JSON says, with an id that would be rounded as it is written. Other numbers stay: meta is given back as it was exported. */
function withExactId(line: string): unknown {
  const json: unknown = JSON.parse(line);
  const { id } = Object(json) as Record<string, unknown>;
  return isRounded(id) ? { ...Object(json), id: asWritten(line, 'id', id) } : json;
}
