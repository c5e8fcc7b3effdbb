import { type Command, Option } from 'commander';
import { InvalidArgumentError } from '../errors.ts';
import { IdfTrainer } from '../fingerprint/idf-model.ts';
import type { TextRecipe } from '../fingerprint/recipe.ts';
import { idOfRecipe } from '../fingerprint/recipe-id.ts';
import { bytesInWords, counted, thousands } from '../numbers.ts';
import {
  addCorpusOptions,
  type CorpusOptions,
  checkNotEmpty,
  documentsOf,
  openCorpus,
  reportRejects,
} from './options/corpus-options.ts';
import { addRecipeOption, chosenRecipe } from './options/recipe-options.ts';
import { WrongUsageError } from './options/usage.ts';
import { numberBetween } from './options/values.ts';
import { Progress } from './terminal/progress.ts';
import { malformedRow, oneTextRows, readRow } from './terminal/summary.ts';
import { type Row, table } from './terminal/table.ts';
import { writing } from './terminal/writing.ts';

interface IdfOptions extends CorpusOptions {
  readonly recipe?: string;
  readonly output: string;
  readonly leastDocuments: number;
}

const HELP = `
The model is for the recipe that it is trained for, and part of that recipe's identity: fingerprints with it
and without it, or with another one, cannot be compared.

Examples:
  hammingbird idf corpus.jsonl -o model.json
  hammingbird dedupe corpus.jsonl --idf model.json -o unique.jsonl
  hammingbird idf news/ --recipe words --least-documents 3 -o words.json
  hammingbird fingerprint news/ --recipe words --idf words.json -o fingerprints.jsonl`;

export function addIdf(program: Command): void {
  const command = program
    .command('idf')
    .summary('learn from a corpus which features are rare and weigh more')
    .description('Counts in how many documents of a corpus each feature occurs, as a model for --idf.')
    .argument('<input...>', 'inputs as for hammingbird dedupe')
    .requiredOption('-o, --output <file>', 'the model; - for standard output (required)')
    .addOption(
      new Option('--least-documents <count>', 'features of fewer documents are forgotten, and count as unknown')
        .argParser(numberBetween(1, 2 ** 32 - 1, 'whole'))
        .default(2),
    );
  addRecipeOption(addCorpusOptions(command)).addHelpText('after', HELP).action(train);
}

function trainerOf(recipe: TextRecipe, { recipe: name, leastDocuments }: IdfOptions): IdfTrainer {
  try {
    return new IdfTrainer({ recipe, leastDocuments });
  } catch (error) {
    throw error instanceof InvalidArgumentError ? new WrongUsageError(`--recipe ${name}: ${error.message}`) : error;
  }
}

async function train(inputs: string[], options: IdfOptions): Promise<void> {
  const started = performance.now();
  // The trainer refuses what is no recipe of texts.
  const recipe = (await chosenRecipe(options)) as TextRecipe;
  const trainer = trainerOf(recipe, options);
  const corpus = openCorpus(inputs, options);
  const progress = new Progress();
  try {
    const { model, bytes } = await writing(options.output, async (output) => {
      for await (const { text } of documentsOf(corpus, progress)) trainer.add(text);
      reportRejects(corpus, inputs);
      checkNotEmpty(corpus, inputs);
      const model = trainer.finish();
      const json = JSON.stringify(model);
      output.writeLine(json);
      return { model, bytes: json.length };
    });
    const kept = `of at least ${counted(options.leastDocuments, 'document')}; the model has ${bytesInWords(bytes)}`;
    process.stderr.write(
      table([
        readRow(corpus, started),
        ...oneTextRows(corpus),
        ['features', thousands(model.size), kept],
        ...undercountRows(trainer),
        malformedRow(corpus),
        ['recipe', '', idOfRecipe({ ...recipe, idf: model })],
      ]),
    );
  } finally {
    progress.clear();
    corpus.close();
  }
}

/** Says so where there were more features than are counted at once. */
function undercountRows({ undercount }: IdfTrainer): Row[] {
  if (undercount === 0) return [];
  return [
    ['undercount', thousands(undercount), 'at most: there were so many features that the rarest had to be forgotten'],
  ];
}
