import type { Command } from 'commander';
import { RECIPES } from '../fingerprint/built-in.ts';
import { isPreset, type Recipe } from '../fingerprint/recipe.ts';
import { recipeId } from '../fingerprint/recipe-id.ts';
import { chosenRecipe } from './recipe-options.ts';
import { explained } from './recipe-text.ts';
import { WrongUsageError } from './usage.ts';

interface RecipesOptions {
  readonly json?: boolean;
}

const HELP = `
Examples:
  hammingbird recipes
  hammingbird recipes words-bigrams
  hammingbird recipes words-bigrams --json > mine.json     # then edit it, and give it another name
  hammingbird dedupe corpus.jsonl --recipe mine.json -o unique.jsonl
  hammingbird recipes mine.json`;

export function addRecipes(program: Command): void {
  program
    .command('recipes')
    .summary('how text becomes features: what there is, explained')
    .description('Lists the recipes that --recipe takes by name, or explains one.')
    .argument('[recipe]', 'a name, or a file of JSON')
    .option('--json', 'as JSON; a recipe so printed can be edited and given as --recipe FILE.json')
    .addHelpText('after', HELP)
    .action((name: string | undefined, options: RecipesOptions) => {
      if (name === undefined) process.stdout.write(options.json ? asJson(RECIPES) : listed());
      else {
        const recipe = chosenRecipe({ recipe: name });
        process.stdout.write(options.json ? asJson(editable(recipe)) : explained(recipe));
      }
    });
}

function listed(): string {
  const width = Math.max(...RECIPES.map((recipe) => recipeId(recipe).length));
  const lines = RECIPES.map((recipe) => `  ${recipeId(recipe).padEnd(width)}  ${recipe.about}`);
  return ['Recipes, by name and version:', ...lines, '', 'hammingbird recipes NAME explains one.', ''].join('\n');
}

function editable(recipe: Recipe): Recipe {
  if (!isPreset(recipe)) return recipe;
  throw new WrongUsageError(`The preset ${recipe.name} is code, with nothing to edit. Use it by its name.`);
}

function asJson(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
