import { text } from 'node:stream/consumers';
import { HammingbirdError } from '../../errors.ts';
import { FORMAT as IDF_FORMAT } from '../../fingerprint/idf-json.ts';
import { IdfModel } from '../../fingerprint/idf-model.ts';
import type { Recipe } from '../../fingerprint/recipe.ts';
import { toRecipe } from '../../fingerprint/recipes.ts';
import { textBytes } from '../bytes/input-bytes.ts';
import { InputError } from '../errors.ts';

/**
 * The recipe in a file of JSON: `{"name": "shingles", "version": 1, "characters": [5]}`. An idf model may stand in it
 * as it is saved.
 *
 * @throws {InputError} if the file cannot be read, is not JSON or is an idf model
 * @throws {HammingbirdError} as `toRecipe` and `IdfModel.from` throw, with the file's name
 */
export async function readRecipe(path: string): Promise<Recipe> {
  const json = (await readJson(path)) as { format?: unknown; idf?: unknown } | null;
  if (json?.format === IDF_FORMAT) throw new InputError(`${path} is an idf model and no recipe: name it with --idf.`);
  return naming(path, () => {
    const recipe = json?.idf === undefined ? json : { ...json, idf: IdfModel.from(json.idf) };
    return toRecipe(recipe as Recipe);
  });
}

/**
 * The idf model that `hammingbird idf` wrote.
 *
 * @throws {InputError} if the file cannot be read or is not JSON
 * @throws {CorruptDataError} if it is no such model, or was changed since
 */
export async function readIdfModel(path: string): Promise<IdfModel> {
  const json = await readJson(path);
  return naming(path, () => IdfModel.from(json));
}

/** Errors say which file they are about. */
export function naming<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof HammingbirdError && !error.message.includes(path)) error.message = `${path}: ${error.message}`;
    throw error;
  }
}

async function readJson(path: string): Promise<unknown> {
  // Some editors and shells begin what they save with a byte order mark, or save it as UTF-16.
  const json = await text(textBytes(path, undefined));
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new InputError(`${path} is not JSON: ${(error as Error).message}.`);
  }
}
