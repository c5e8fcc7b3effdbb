import type { Command } from 'commander';
import { RECIPES } from '../fingerprint/built-in.ts';
import { isPreset, type Recipe } from '../fingerprint/recipe.ts';
import { idOfRecipe } from '../fingerprint/recipe-id.ts';
import { chosenRecipe } from './options/recipe-options.ts';
import { WrongUsageError } from './options/usage.ts';
import { explained } from './recipe-text.ts';
import { inColumns } from './terminal/table.ts';
import { print } from './terminal/writing.ts';

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
    .action(async (name: string | undefined, options: RecipesOptions) => {
      if (name === undefined) print(options.json ? asJson(RECIPES) : await listed());
      else {
        const recipe = await chosenRecipe({ recipe: name });
        print(options.json ? asJson(editable(recipe)) : explained(recipe));
      }
    });
}

async function listed(): Promise<string> {
  const { PRESETS } = await import('../presets/index.ts');
  const recipes = RECIPES.map((recipe) => ({ name: idOfRecipe(recipe), about: recipe.about ?? '' }));
  return [
    'Recipes, by name and version:',
    ...described(recipes),
    '',
    'Presets, which make the very fingerprints of other libraries:',
    ...described(PRESETS),
    '',
    'hammingbird recipes NAME explains one.',
    '',
  ].join('\n');
}

const described = (rows: readonly { name: string; about: string }[]): string[] =>
  inColumns(
    rows.map(({ name, about }) => ['', name, about]),
    2,
  );

function editable(recipe: Recipe): Recipe {
  if (!isPreset(recipe)) return recipe;
  throw new WrongUsageError(`The preset ${recipe.name} is code, with nothing to edit. Use it by its name.`);
}

function asJson(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
