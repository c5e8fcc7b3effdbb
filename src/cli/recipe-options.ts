import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { DEFAULT_RECIPE, RECIPES } from '../fingerprint/built-in.ts';
import type { Recipe } from '../fingerprint/recipe.ts';
import { toRecipe } from '../fingerprint/recipes.ts';
import { naming, readIdfModel, readRecipe } from '../io/recipe-file.ts';
import { WrongUsageError } from './usage.ts';

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

/** The recipe that the options ask for. */
export function chosenRecipe({ recipe = DEFAULT_RECIPE, idf }: RecipeOptions): Recipe {
  const chosen = knownRecipe(recipe) ?? readRecipe(fileNamed(recipe));
  if (idf === undefined) return chosen;
  return naming(idf, () => toRecipe({ ...chosen, idf: readIdfModel(idf) } as Recipe));
}

/** The recipe that has a name of its own. */
export function knownRecipe(name: string): Recipe | undefined {
  return RECIPES.find((one) => one.name === name);
}

/** What is no recipe's name and looks like no file's either is a mistake. */
function fileNamed(name: string): string {
  if (name.endsWith('.json') || existsSync(name)) return name;
  throw new WrongUsageError(
    `There is no recipe ${JSON.stringify(name)}; there are ${RECIPES.map((one) => one.name).join(', ')}. ` +
      'For a recipe of your own give its file: --recipe mine.json.',
  );
}
