import { type Command, Option } from 'commander';
import { Fingerprinter, type Inspection } from '../fingerprint/fingerprinter.ts';
import { askingAhead } from '../io/ahead.ts';
import type { ReadDocument } from '../io/collection.ts';
import type { Id } from '../io/id.ts';
import { counted } from '../numbers.ts';
import {
  addCorpusOptions,
  type CorpusOptions,
  documentsOf,
  openTexts,
  reportRejects,
  stringsOption,
} from './options/corpus-options.ts';
import { addRecipeOptions, type RecipeOptions, recipeBehind } from './options/recipe-options.ts';
import { isStore, withoutUser } from './options/store-place.ts';
import { WrongUsageError } from './options/usage.ts';
import { numberBetween, wholeDistance } from './options/values.ts';
import { type Found, type Searched, searchedFile, searchedStore } from './searched.ts';
import { Progress } from './terminal/progress.ts';
import { inOneLine } from './terminal/rejects.ts';
import { writing } from './terminal/writing.ts';

interface SearchOptions extends RecipeOptions, CorpusOptions {
  readonly strings?: boolean;
  readonly store?: string;
  readonly distance?: number;
  readonly nearest?: number;
  readonly json?: boolean;
}

const HELP = `
Texts are fingerprinted by the recipe of the file or store. A recipe of your own and an idf model are not in it:
give them again; whether they are the same is checked. Texts without features match nothing, and in an empty
file nothing is found.

Output: for each text its matches, nearest first, with their distance in bits. With --json a line per match:
  {"query":"new.txt","id":"a","distance":2}

Examples:
  hammingbird search fingerprints.jsonl new.txt
  hammingbird search fingerprints.jsonl --strings 'the cat sat on the mat' --nearest 5
  hammingbird search fingerprints.jsonl today.jsonl --distance 8 --json > matches.jsonl
  hammingbird search --store seen-pages new.txt
  hammingbird search mine.jsonl new/ --recipe mine.json --idf model.json`;

/** Longer texts are cut where they stand for themselves. */
const LONGEST_SHOWN = 72;

export function addSearch(program: Command): void {
  const command = program
    .command('search')
    .summary('find texts in a file of fingerprints')
    .description('Finds which documents of a fingerprint file, or of a store, are near some texts.')
    .usage('[options] <fingerprints> <text...>\n       hammingbird search [options] --store <where> <text...>')
    .argument('<input...>', 'what hammingbird fingerprint or store export wrote, and inputs as for hammingbird dedupe')
    .option('--store <where>', 'look into a store instead: a folder or an address (hammingbird store --help)')
    .addOption(stringsOption('the texts are the arguments themselves'))
    .addOption(
      new Option(
        '--distance <bits>',
        'what differs in at most this many bits, 0 to 16 (default: 3, or that of the store)',
      ).argParser(wholeDistance),
    )
    .addOption(
      new Option('--nearest <count>', 'this many nearest ones instead, whatever their distance')
        .argParser(numberBetween(1, 2 ** 32 - 1, 'whole'))
        .conflicts('distance'),
    )
    .option('--json', 'a line of JSON per match');
  addRecipeOptions(addCorpusOptions(command), '(default: that of the file)').addHelpText('after', HELP).action(search);
}

async function search(inputs: string[], options: SearchOptions): Promise<void> {
  const { store } = options;
  if (store === undefined) checkFile(inputs[0]!, inputs.length - 1);
  const progress = new Progress();
  const [path, given] = store === undefined ? [inputs[0]!, inputs.slice(1)] : ['', inputs];
  const searched = await (store === undefined ? searchedFile(path, options, progress) : searchedStore(store, options));
  try {
    await searchAll(searched, given, options, progress);
  } finally {
    await searched.close();
  }
}

/** @throws {WrongUsageError} if it is no file of fingerprints, or there is no text to look for in it */
function checkFile(path: string, texts: number): void {
  if (isStore(path)) {
    throw new WrongUsageError(`${withoutUser(path)} is a store, not a file of fingerprints. Name it with --store.`);
  }
  if (texts === 0)
    throw new WrongUsageError(
      "missing required argument 'text'. Name a file of texts as well, or give the text itself with --strings.",
    );
}

async function searchAll(
  searched: Searched,
  inputs: readonly string[],
  options: SearchOptions,
  progress: Progress,
): Promise<void> {
  const recipe = await recipeBehind(searched.recipe, searched.name, options);
  const fingerprinter = new Fingerprinter({ recipe });
  const texts = openTexts(inputs, options);
  const lines = options.json ? asJson : asText;
  try {
    await writing('-', async (output) => {
      const queries = inspected(documentsOf(texts, progress), fingerprinter);
      const near = async ({ query }: Query) => (query.features === 0 ? [] : searched.near(query));
      for await (const { item, answer } of askingAhead(queries, near)) {
        for (const line of lines(texts.ids.at(item.number), item.query, await answer, searched)) output.writeLine(line);
      }
      reportRejects(texts, inputs);
    });
  } finally {
    progress.clear();
    texts.close();
  }
}

interface Query {
  readonly number: number;
  readonly query: Inspection;
}

async function* inspected(documents: AsyncIterable<ReadDocument>, fingerprinter: Fingerprinter): AsyncGenerator<Query> {
  for await (const { number, text } of documents) yield { number, query: fingerprinter.inspect(text) };
}

function asJson(query: Id, _: Inspection, matches: readonly Found[]): string[] {
  return matches.map(({ id, distance, time, meta }) => JSON.stringify({ query, id, distance, time, meta }));
}

function asText(query: Id, inspection: Inspection, matches: readonly Found[], searched: Searched): string[] {
  const { features, tooShort } = inspection;
  const line = (bits: number | string, what: string) => `${String(bits).padStart(4)}  ${what}`;
  const heading =
    tooShort && features > 0 ? `${named(query)}   (${counted(features, 'feature')}: says little)` : named(query);
  if (features === 0) return [heading, line('', 'no features, so it matches nothing')];
  if (matches.length > 0) return [heading, ...matches.map(({ id, distance }) => line(distance, inOneLine(id)))];
  const nearest = searched.nearest(inspection);
  const missed = nearest ? `; the nearest is ${nearest.distance} bits away: ${inOneLine(nearest.id)}` : '';
  return [heading, line('', `nothing within ${counted(searched.distance, 'bit')}${missed}`)];
}

function named(query: Id): string {
  const text = inOneLine(query);
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN - 1)}…` : text;
}
