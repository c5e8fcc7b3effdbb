import { checkSameRecipe } from '../../fingerprint/recipe-id.ts';
import { kindOf } from '../../shown.ts';
import { Turns } from '../../turns.ts';
import { isTooLong, readLines, withoutMark } from '../bytes/lines.ts';
import { Storage } from '../bytes/storage.ts';
import { parseExactly } from '../exact-json.ts';
import { isObject } from '../nested.ts';
import { RejectList } from '../reject-list.ts';

/** What a line of JSON says, or why it is not what it should be. */
export type Parse<T extends object> = (json: Record<string, unknown>) => T | string;

/**
 * A file that goes with a corpus, an object of JSON a line: fingerprints, pairs, labels, what a store exports. Lines that are
 * none are listed, and empty ones passed over.
 */
export class SideFile<T extends object> {
  /** A path, or `-` for standard input. */
  readonly path: string;
  /** Lines that are no records. */
  readonly rejects = new RejectList();
  readonly #parse: Parse<T>;
  readonly #readJson: (line: string) => unknown;

  constructor(path: string, parse: Parse<T>, readJson = parseExactly) {
    this.path = path;
    this.#parse = parse;
    this.#readJson = readJson;
  }

  /**
   * All records, in their order, and where each of them is.
   *
   * @throws {InputError} if the file cannot be read
   */
  async *read(): AsyncGenerator<{ readonly record: T; readonly place: string }> {
    const storage = new Storage();
    const turns = new Turns();
    try {
      for (const { bytes, number } of readLines(await storage.keepText(this.path, undefined))) {
        const place = `${this.path}:${number}`;
        const record = bytes === undefined ? isTooLong : this.#parsed(withoutMark(bytes));
        if (typeof record === 'object') {
          yield { record, place };
          continue;
        }
        if (record !== undefined) this.rejects.add({ place, reason: record });
        // Nobody else gives them while all is passed over, as where the file is another than was meant.
        if (turns.isOver) await turns.give();
      }
    } finally {
      storage.close();
    }
  }

  /** Undefined if the line is blank. */
  #parsed(line: string): T | string | undefined {
    if (line.trim() === '') return undefined;
    let json: unknown;
    try {
      json = this.#readJson(line);
    } catch (error) {
      return `not JSON: ${(error as Error).message}`;
    }
    return isObject(json) ? this.#parse(json) : `not a JSON object but ${kindOf(json)}`;
  }
}

/** One in which every line names the recipe of its fingerprint. */
export class FingerprintsFile<T extends { readonly recipe: string }> extends SideFile<T> {
  /** That of the lines read so far, or of what was read before. */
  recipe: string | undefined;

  /** @throws {RecipeMismatchError} also if a line is by another recipe than those before */
  override async *read(): AsyncGenerator<{ readonly record: T; readonly place: string }> {
    for await (const line of super.read()) {
      this.recipe ??= line.record.recipe;
      checkSameRecipe(this.recipe, line.record.recipe, line.place);
      yield line;
    }
  }
}
