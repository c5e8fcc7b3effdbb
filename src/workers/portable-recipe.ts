import { InvalidArgumentError } from '../errors.ts';
import { RECIPES } from '../fingerprint/built-in.ts';
import type { IdfJson } from '../fingerprint/idf-json.ts';
import { IdfModel } from '../fingerprint/idf-model.ts';
import { isFeatureRecipe, isPreset, type Recipe, type TextRecipe } from '../fingerprint/recipe.ts';
import { idOfRecipe } from '../fingerprint/recipe-id.ts';

/** What may be copied; of the rest, an `idf` has a form of its own. */
type PlainRecipe = Omit<TextRecipe, 'idf' | 'segmenter' | 'features' | 'fingerprint'>;

/** A recipe that a message can carry. */
export type PortableRecipe = string | (PlainRecipe & { readonly idf?: IdfJson });

/** @throws {InvalidArgumentError} if there is a function in it: those cannot be sent */
export function toPortable(recipe: Recipe): PortableRecipe {
  if (isPreset(recipe) || isFeatureRecipe(recipe)) return refuse(recipe, 'is a function');
  if (recipe.segmenter) return refuse(recipe, 'has a segmenter');
  if (RECIPES.includes(recipe)) return recipe.name;
  // Field by field, since those of a class instance may be inherited.
  const { name, version, about, words, characters, bytes, compared, normalisation, weights, ties, idf } = recipe;
  const fields = { name, version, about, words, characters, bytes, compared, normalisation, weights, ties };
  const copy = plain(fields satisfies Record<keyof PlainRecipe, unknown>);
  return idf ? { ...copy, idf: idf.toJSON() } : copy;
}

export function fromPortable(recipe: PortableRecipe): string | Recipe {
  if (typeof recipe === 'string') return recipe;
  const { idf, ...rest } = recipe;
  return idf ? { ...rest, idf: IdfModel.from(idf) } : rest;
}

/** A copy of numbers, strings and lists of them; messages carry no proxies, such as frameworks make of what they watch. */
export function plain<T>(value: T): T {
  return JSON.parse(JSON.stringify(value));
}

function refuse(recipe: Recipe, why: string): never {
  throw new InvalidArgumentError(
    `The recipe ${idOfRecipe(recipe)} ${why}, and no worker can be sent functions. ` +
      'Say workers: 0 to make the fingerprints in this thread.',
  );
}
