import { RecipeMismatchError } from '../errors.ts';
import { RECIPES } from './built-in.ts';
import { digest } from './digest.ts';
import {
  type FeatureRecipe,
  isFeatureRecipe,
  isPreset,
  normalisationOf,
  type Recipe,
  type TextRecipe,
} from './recipe.ts';

/** The id of a recipe that has been checked; `recipeId` of `recipes.ts` says what it is. */
export function idOfRecipe(recipe: Recipe): string {
  const id = `${recipe.name}/${recipe.version}`;
  if (isPreset(recipe)) return id;
  if (isFeatureRecipe(recipe)) return `${id}#${digest(givenSettingsOf(recipe))}`;
  const known = RECIPES.some(({ name }) => name === recipe.name);
  return `${id}${known ? '' : `#${digest(settingsOf(recipe))}`}${recipe.idf ? `+idf-${recipe.idf.digest}` : ''}`;
}

/** Raised when any text is cut into other words or characters, for recipes that do not raise their own versions then. */
const TOKENISER = 2;
/** Raised when other n-grams of the same words are compared, for recipes with `compared`. */
const COMPARISON = 2;

/** All that decides about fingerprints and what is compared, but idf, in one order, so that two ways to write a recipe down are the same. */
export function settingsOf(recipe: TextRecipe): string {
  const { words, characters, bytes, compared, segmenter, weights, ties } = recipe;
  const sorted = [words, characters, bytes].map((sizes) => [...new Set(sizes)].sort((a, b) => a - b));
  const by = segmenter && [segmenter.name, segmenter.version];
  const all = [TOKENISER, sorted, normalisationOf(recipe), by ?? null, weights ?? 'log-tf', ties ?? 'parity'];
  return JSON.stringify(compared ? [...all, COMPARISON, compared.toSorted((a, b) => a - b)] : all);
}

/** All that decides about fingerprints of features that are given, but the function that gives them. */
const givenSettingsOf = ({ weights = 'explicit', ties = 'parity' }: FeatureRecipe): string =>
  JSON.stringify(['given', weights, ties]);

/**
 * Throws if fingerprints of two recipes are about to be compared.
 *
 * @param where what holds the fingerprints of the recipe `there`, for the message
 * @throws {RecipeMismatchError} naming both
 */
export function checkSameRecipe(here: string, there: string, where: string): void {
  if (here === there) return;
  throw new RecipeMismatchError(
    `${where} was made by the recipe ${there}, and cannot be compared with fingerprints by ${here}. ` +
      'Make its fingerprints again from the texts, or use that recipe.',
  );
}
