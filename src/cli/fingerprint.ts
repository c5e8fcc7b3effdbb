import type { Command } from 'commander';
import { Fingerprinter } from '../fingerprint/fingerprinter.ts';
import { fingerprintLine } from '../io/side-files/fingerprint-file.ts';
import {
  addCorpusOptions,
  type CorpusOptions,
  documentsOf,
  openTexts,
  reportRejects,
  stringsOption,
} from './options/corpus-options.ts';
import { addRecipeOptions, chosenRecipe, type RecipeOptions } from './options/recipe-options.ts';
import { jsonlFile } from './options/values.ts';
import { Progress } from './terminal/progress.ts';
import { malformedRow, readRow, tooShortRow } from './terminal/summary.ts';
import { table } from './terminal/table.ts';
import { writing } from './terminal/writing.ts';

interface FingerprintOptions extends RecipeOptions, CorpusOptions {
  readonly strings?: boolean;
  readonly output: string;
}

const HELP = `
A line per document, in the order of the input; "tooShort": true where there are so few features that the
fingerprint says little:
  {"id":"a","fingerprint":"bff3cd8a201e681a","features":93,"recipe":"words-bigrams/2"}
Every line names its recipe, so that such files may be cut, shuffled and joined, and mixing is noticed.

Examples:
  hammingbird fingerprint corpus.jsonl -o fingerprints.jsonl
  hammingbird fingerprint news/ --recipe character-4-grams > fingerprints.jsonl
  hammingbird fingerprint --strings 'the cat sat on the mat' 'the cat sat on a mat'`;

export function addFingerprint(program: Command): void {
  const command = program
    .command('fingerprint')
    .summary('the fingerprints of a corpus, to keep and to search')
    .description('Writes the 64-bit fingerprint of each document of a corpus.')
    .argument('<input...>', 'inputs as for hammingbird dedupe; with --strings, texts')
    .addOption(stringsOption('the arguments are the texts themselves, and their ids'))
    .option('-o, --output <file>', 'the fingerprints', jsonlFile, '-');
  addRecipeOptions(addCorpusOptions(command)).addHelpText('after', HELP).action(fingerprint);
}

async function fingerprint(inputs: string[], options: FingerprintOptions): Promise<void> {
  const started = performance.now();
  const fingerprinter = new Fingerprinter({ recipe: await chosenRecipe(options) });
  const texts = openTexts(inputs, options);
  const progress = new Progress();
  let short = 0;
  try {
    await writing(options.output, async (output) => {
      for await (const { number, text } of documentsOf(texts, progress)) {
        const inspection = fingerprinter.inspect(text);
        output.writeLine(fingerprintLine({ id: texts.ids.at(number), recipe: fingerprinter.recipeId, ...inspection }));
        if (inspection.tooShort) short++;
      }
      reportRejects(texts, inputs);
    });
    if (options.strings) return;
    const rows = [readRow(texts, started), tooShortRow(short, 'marked, for they say little'), malformedRow(texts)];
    process.stderr.write(table([...rows, ['recipe', '', fingerprinter.recipeId]]));
  } finally {
    progress.clear();
    texts.close();
  }
}
