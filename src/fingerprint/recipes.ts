import { InvalidArgumentError, RecipeMismatchError } from '../errors.ts';
import { shown } from '../shown.ts';
import { RECIPES } from './built-in.ts';
import { checkRecipe } from './check-recipe.ts';
import { type Idf, isFeatureRecipe, isPreset, type Recipe, type TextRecipe } from './recipe.ts';
import { idOfRecipe, settingsOf } from './recipe-id.ts';

/**
 * The recipe of that name, or the recipe itself, checked.
 *
 * @throws {InvalidArgumentError} if there is no such recipe, or it cannot be followed
 * @throws {RecipeMismatchError} if its idf model is that of another recipe
 */
export function toRecipe(recipe: string | Recipe): Recipe {
  if (typeof recipe === 'string') return recipeNamed(recipe);
  checkRecipe(recipe);
  checkName(recipe);
  if ('idf' in recipe && recipe.idf !== undefined) checkIdf(recipe, recipe.idf);
  return recipe;
}

/**
 * What stands for a recipe beside everything that is stored: its name and version, `words-bigrams/2`; of one that is
 * neither built in nor a preset, also a digest of its settings, `mine/3#5e1c…`; and that of its idf model.
 *
 * @param recipe as for `Fingerprinter`
 * @throws {InvalidArgumentError} if there is no such recipe, or it cannot be followed
 * @throws {RecipeMismatchError} if its idf model is that of another recipe
 * @example recipeId('words') // 'words/2'
 */
export function recipeId(recipe: string | Recipe): string {
  return idOfRecipe(toRecipe(recipe));
}

/** The built-in recipe of the name that a recipe's id has, whose id may be another: that of an older version, or with idf. */
export function builtInBehind(id: string): TextRecipe | undefined {
  return RECIPES.find(({ name }) => id.startsWith(`${name}/`));
}

/** A built-in name is for the recipe that has it, however it is written down. */
function checkName(recipe: Recipe): void {
  const builtIn = RECIPES.find(({ name }) => name === recipe.name);
  if (builtIn === undefined) return;
  const isText = !isPreset(recipe) && !isFeatureRecipe(recipe);
  if (isText && recipe.version === builtIn.version && settingsOf(recipe) === settingsOf(builtIn)) return;
  throw new InvalidArgumentError(
    `${JSON.stringify(recipe.name)} is a built-in recipe with other settings or another version. ` +
      'Give yours another name, or use that one by its name.',
  );
}

function checkIdf({ idf: _, ...plain }: TextRecipe, idf: Idf): void {
  const id = idOfRecipe(plain);
  if (id === idf.recipe) return;
  throw new RecipeMismatchError(
    `The idf model was trained for the recipe ${idf.recipe}, and cannot weigh the features of ${id}. ` +
      'Train one for this, or use that recipe.',
  );
}

function recipeNamed(name: string): TextRecipe {
  const recipe = RECIPES.find((one) => one.name === name);
  if (recipe) return recipe;
  throw new InvalidArgumentError(
    `There is no recipe ${shown(name)}; there are ${RECIPES.map((one) => one.name).join(', ')}.`,
  );
}
