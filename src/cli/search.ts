import { type Command, Option } from 'commander';
import { Fingerprinter, type Inspection } from '../fingerprint/fingerprinter.ts';
import { checkSameRecipe } from '../fingerprint/recipe-id.ts';
import { counted } from '../numbers.ts';
import type { Match } from '../search/matches.ts';
import { numberBetween } from './options.ts';
import { Progress } from './progress.ts';
import { addRecipeOptions, chosenRecipe, knownRecipe, type RecipeOptions } from './recipe-options.ts';
import { readStored, type Stored } from './stored.ts';
import { addCorpusOptions, type CorpusOptions, documentsOf, givenTexts, openCorpus, reportRejects } from './texts.ts';
import { WrongUsageError } from './usage.ts';
import { writing } from './writing.ts';

interface SearchOptions extends RecipeOptions, CorpusOptions {
  readonly strings?: boolean;
  readonly distance: number;
  readonly nearest?: number;
  readonly json?: boolean;
}

const HELP = `
Texts are fingerprinted by the recipe of the file. A recipe of your own and an idf model are not in the file:
give them again; whether they are the same is checked. Texts without features match nothing.

Output: for each text its matches, nearest first, with their distance in bits. With --json a line a match:
  {"query":"new.txt","id":"a","distance":2}

Examples:
  hammingbird search fingerprints.jsonl new.txt
  hammingbird search fingerprints.jsonl --strings 'the cat sat on the mat' --nearest 5
  hammingbird search fingerprints.jsonl today.jsonl --distance 8 --json > matches.jsonl
  hammingbird search mine.jsonl new/ --recipe mine.json --idf model.json`;

/** Longer texts are cut where they stand for themselves. */
const LONGEST_SHOWN = 72;

export function addSearch(program: Command): void {
  const command = program
    .command('search')
    .summary('find texts in a file of fingerprints')
    .description('Finds which documents of a fingerprint file are near some texts.')
    .argument('<fingerprints>', 'a file that hammingbird fingerprint wrote')
    .argument('<text...>', 'inputs as of hammingbird dedupe; with --strings, texts')
    .option('--strings', 'the arguments are the texts themselves')
    .addOption(
      new Option('--distance <bits>', 'what differs in at most so many bits, 0 to 16')
        .argParser(numberBetween(0, 16, 'whole'))
        .default(3),
    )
    .addOption(
      new Option('--nearest <count>', 'so many nearest ones instead, whatever their distance')
        .argParser(numberBetween(1, 2 ** 32 - 1, 'whole'))
        .conflicts('distance'),
    )
    .option('--json', 'a line of JSON a match');
  addRecipeOptions(addCorpusOptions(command), '(default: that of the file)').addHelpText('after', HELP).action(search);
}

async function search(path: string, inputs: string[], options: SearchOptions): Promise<void> {
  const progress = new Progress();
  const stored = await readStored(path, options.distance, progress);
  const fingerprinter = await fingerprinterOf(stored, path, options);
  const texts = options.strings ? givenTexts(inputs) : openCorpus(inputs, options);
  const shown = options.json ? asJson : asText;
  try {
    await writing('-', async (output) => {
      for await (const { number, text } of documentsOf(texts, progress)) {
        const query = fingerprinter.inspect(text);
        for (const line of shown(texts.ids[number]!, query, near(stored, query, options), stored, options)) {
          output.writeLine(line);
        }
      }
      reportRejects(texts, inputs);
    });
  } finally {
    progress.clear();
    texts.close();
  }
}

/** By the recipe of the file, which has to be given if its name says nothing here. */
async function fingerprinterOf({ recipe: id }: Stored, path: string, options: RecipeOptions): Promise<Fingerprinter> {
  const recipe = options.recipe ?? id.replace(/\/.*/, '');
  if (options.recipe === undefined && (await knownRecipe(recipe)) === undefined) {
    throw new WrongUsageError(
      `${path} was made by the recipe ${id}. Give it with --recipe FILE.json, and its idf model, if any, with --idf.`,
    );
  }
  const fingerprinter = new Fingerprinter({ recipe: await chosenRecipe({ ...options, recipe }) });
  checkSameRecipe(fingerprinter.recipeId, id, path);
  return fingerprinter;
}

function near({ index }: Stored, { fingerprint, features }: Inspection, { nearest }: SearchOptions): Match[] {
  if (features === 0) return [];
  return nearest === undefined ? index.search(fingerprint) : index.nearest(fingerprint, nearest);
}

function asJson(query: string | number, _: Inspection, matches: readonly Match[], { ids }: Stored): string[] {
  return matches.map(({ id, distance }) => JSON.stringify({ query, id: ids[id], distance }));
}

function asText(
  query: string | number,
  { fingerprint, features, tooShort }: Inspection,
  matches: readonly Match[],
  { ids, index }: Stored,
  { distance }: SearchOptions,
): string[] {
  const line = (bits: number | string, what: string | number) => `${String(bits).padStart(4)}  ${what}`;
  const heading =
    tooShort && features > 0 ? `${named(query)}   (${counted(features, 'feature')}: says little)` : named(query);
  if (features === 0) return [heading, line('', 'no features, so it matches nothing')];
  if (matches.length > 0) return [heading, ...matches.map((match) => line(match.distance, ids[match.id]!))];
  const [nearest] = index.nearest(fingerprint);
  const missed = nearest ? `; the nearest is ${nearest.distance} bits away: ${ids[nearest.id]}` : '';
  return [heading, line('', `nothing within ${counted(distance, 'bit')}${missed}`)];
}

function named(query: string | number): string {
  const text = String(query).replace(/\s+/g, ' ');
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN - 1)}…` : text;
}
