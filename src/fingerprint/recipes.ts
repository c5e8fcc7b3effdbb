import { InvalidArgumentError } from '../errors.ts';
import { RECIPES } from './built-in.ts';
import { checkRecipe } from './check-recipe.ts';
import type { Recipe, TextRecipe } from './recipe.ts';
import { checkSameRecipe, recipeId } from './recipe-id.ts';

/**
 * The recipe of that name, or the recipe itself, checked.
 *
 * @throws {InvalidArgumentError} if there is no such recipe, or it cannot be followed
 * @throws {RecipeMismatchError} if its idf model is that of another recipe
 */
export function toRecipe(recipe: string | Recipe): Recipe {
  if (typeof recipe === 'string') return recipeNamed(recipe);
  checkRecipe(recipe);
  if (RECIPES.includes(recipe as TextRecipe)) return recipe;
  if ('idf' in recipe && recipe.idf !== undefined) {
    const { idf, ...plain } = recipe;
    checkSameRecipe(recipeId(plain), idf.recipe, 'The idf model');
    return recipe;
  }
  if (RECIPES.some(({ name }) => name === recipe.name)) {
    throw new InvalidArgumentError(
      `${JSON.stringify(recipe.name)} is a built-in recipe. Give yours another name, or use that one by its name.`,
    );
  }
  return recipe;
}

function recipeNamed(name: string): TextRecipe {
  const recipe = RECIPES.find((one) => one.name === name);
  if (recipe) return recipe;
  throw new InvalidArgumentError(
    `There is no recipe ${JSON.stringify(name)}; there are ${RECIPES.map((one) => one.name).join(', ')}.`,
  );
}
