import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { DEFAULT_RECIPE, RECIPES } from '../../fingerprint/built-in.ts';
import type { Recipe } from '../../fingerprint/recipe.ts';
import { checkSameRecipe, idOfRecipe } from '../../fingerprint/recipe-id.ts';
import { builtInBehind, toRecipe } from '../../fingerprint/recipes.ts';
import { naming, readIdfModel, readRecipe } from '../../io/side-files/recipe-file.ts';
import { matching, WrongUsageError } from './usage.ts';
import { yanyiwuNamed } from './yanyiwu.ts';

export interface RecipeOptions {
  readonly recipe?: string;
  readonly idf?: string;
}

/** `--recipe`, for every command that makes fingerprints. */
export function addRecipeOption(command: Command, absent = `(default: "${DEFAULT_RECIPE}")`): Command {
  return command.option(
    '--recipe <recipe>',
    `how text becomes features: a name (see hammingbird recipes) or a file of JSON ${absent}`,
  );
}

/** `--recipe` and `--idf`. */
export function addRecipeOptions(command: Command, absent?: string): Command {
  return addRecipeOption(command, absent).option(
    '--idf <model>',
    'weigh rare features more: a model by hammingbird idf',
  );
}

/** The recipe that the options ask for; without one, that of the idf model, and without that `absent`. */
export async function chosenRecipe(options: RecipeOptions, absent = DEFAULT_RECIPE): Promise<Recipe> {
  const { recipe, idf } = options;
  const model = idf === undefined ? undefined : await readIdfModel(idf);
  const name = recipe ?? (model && builtInBehind(model.recipe))?.name ?? absent;
  const chosen = (await knownRecipe(name)) ?? (await readRecipe(fileNamed(name)));
  return model === undefined
    ? chosen
    : naming(idf!, () => matching(options, () => toRecipe({ ...chosen, idf: model } as Recipe)));
}

/** Whether the options say what recipe there is to be. */
export const isRecipeGiven = ({ recipe, idf }: RecipeOptions): boolean => (recipe ?? idf) !== undefined;

/**
 * The recipe that stored fingerprints have, which has to be given if its name says nothing here.
 *
 * @param id what stands for it; undefined if there are no fingerprints, which do not say it: then the options do
 * @param where what has the fingerprints, for messages
 * @throws {WrongUsageError} if it is not known and not given, or another one is
 * @throws {RecipeMismatchError} if it is of another version than the one here
 */
export async function recipeBehind(id: string | undefined, where: string, options: RecipeOptions): Promise<Recipe> {
  if (id === undefined) return chosenRecipe(options);
  const recipe = options.recipe ?? id.replace(/\/.*/, '');
  // With a digest it is somebody's own, though it may be called as a preset is.
  if (options.recipe === undefined && (id.includes('#') || (await knownRecipe(recipe)) === undefined)) {
    throw new WrongUsageError(
      `${where} was made by the recipe ${id}. Give it with --recipe FILE.json, and its idf model, if any, with --idf.`,
    );
  }
  const chosen = await chosenRecipe({ ...options, recipe });
  if (options.idf === undefined && id.startsWith(`${idOfRecipe(chosen)}+idf-`)) {
    throw new WrongUsageError(`${where} was made with an idf model, by the recipe ${id}. Give the model with --idf.`);
  }
  matching(options, () => checkSameRecipe(idOfRecipe(chosen), id, where));
  return chosen;
}

/** The recipe or preset that has a name of its own. Presets are loaded when they are asked for. */
export async function knownRecipe(name: string): Promise<Recipe | undefined> {
  const recipe = RECIPES.find((one) => one.name === name);
  if (recipe !== undefined || name.endsWith('.json')) return recipe;
  const { presetNamed } = await import('../../presets/index.ts');
  return (await yanyiwuNamed(name)) ?? presetNamed(name);
}

/** What is no recipe's name and looks like no file's either is a mistake. */
function fileNamed(name: string): string {
  if (name.endsWith('.json') || existsSync(name)) return name;
  throw new WrongUsageError(
    `There is no recipe ${JSON.stringify(name)}; there are ${RECIPES.map((one) => one.name).join(', ')}, ` +
      'and the presets that hammingbird recipes lists. For a recipe of your own give its file: --recipe mine.json.',
  );
}
