import { type Command, Option } from 'commander';
import { type Decisions, decide } from '../dedupe/decide.ts';
import { DEFAULT_DISTANCE, DEFAULT_THRESHOLD } from '../dedupe/defaults.ts';
import { Turns } from '../dedupe/turns.ts';
import { Fingerprinter } from '../fingerprint/fingerprinter.ts';
import type { Corpus } from '../io/corpus.ts';
import { onInterruptAbandon } from './interrupt.ts';
import { fourDigits, thousands } from './numbers.ts';
import { numberBetween } from './options.ts';
import { Outputs } from './outputs.ts';
import { Progress } from './progress.ts';
import { type Fingerprinted, fingerprintAll } from './read.ts';
import { addRecipeOptions, chosenRecipe, type RecipeOptions } from './recipe-options.ts';
import { summarise } from './summary.ts';
import { addCorpusOptions, type CorpusOptions, openCorpus, reportRejects } from './texts.ts';

interface DedupeOptions extends RecipeOptions, CorpusOptions {
  readonly output: string;
  readonly removed?: string;
  readonly pairs?: string;
  readonly groups?: string;
  readonly distance: number;
  readonly threshold: number;
}

const HELP = `
Input: JSONL (.jsonl, .ndjson, or - for standard input), an object a line; a folder, each text file below
it a document with its path as id; or single text files. Several inputs are one corpus, in their order.

Each document gets three independent fingerprints, and is compared with those before it of which one is at
most --distance bits away; if their features have an exact similarity of at least --threshold, it is removed
and named with the one that is kept: the first of its group.

Kept records are written as they came, in order; documents from text files as {"id", "text"}. Files appear
whole or not at all. Malformed lines and unreadable files are counted and listed, and stop nothing.

Examples:
  hammingbird dedupe corpus.jsonl -o unique.jsonl --removed removed.jsonl
  hammingbird dedupe news/ --groups groups.jsonl > kept.jsonl
  hammingbird dedupe crawl.jsonl --id url --text body --threshold 0.9 -o unique.jsonl
  zcat corpus.jsonl.gz | hammingbird dedupe - -o unique.jsonl --pairs pairs.jsonl

Exit status: 0 done; 1 failed, and no file was written; 2 wrong usage; 130 interrupted.`;

export function addDedupe(program: Command): void {
  const command = program
    .command('dedupe')
    .summary('keep one of each group of near-duplicates')
    .description('Finds near-duplicates in a corpus and keeps the first of each group.')
    .argument('<input...>', 'JSONL files, folders of text files, text files, or - for standard input');
  addCorpusOptions(command)
    .option('-o, --output <file>', 'the kept records', '-')
    .option('--removed <file>', 'the removed records, with what each duplicates')
    .option('--pairs <file>', 'all near-duplicate pairs: {"a", "b", "distance", "similarity"} a line')
    .option('--groups <file>', 'groups of two or more: {"id", "group"} a line; the group is named by its kept document')
    .addOption(
      new Option(
        '--distance <bits>',
        'compare documents one of whose fingerprints differs in at most so many bits, 0 to 16',
      )
        .argParser(numberBetween(0, 16, 'whole'))
        .default(DEFAULT_DISTANCE),
    )
    .addOption(
      new Option('--threshold <share>', 'the least exact similarity (Jaccard) of near-duplicates, 0 to 1')
        .argParser(numberBetween(0, 1, 'any'))
        .default(DEFAULT_THRESHOLD),
    );
  addRecipeOptions(command).addHelpText('after', HELP).action(dedupe);
}

async function dedupe(inputs: string[], options: DedupeOptions): Promise<void> {
  const started = performance.now();
  const fingerprinter = new Fingerprinter({ recipe: chosenRecipe(options) });
  const corpus = openCorpus(inputs, options);
  const progress = new Progress();
  const outputs = new Outputs({
    kept: options.output,
    removed: options.removed,
    pairs: options.pairs,
    groups: options.groups,
  });
  const watch = onInterruptAbandon(outputs);
  try {
    const documents = await fingerprintAll(corpus, fingerprinter, progress);
    reportRejects(corpus, inputs);
    const decisions = await decideAll(corpus, documents, fingerprinter, options, outputs, progress);
    await writeDecisions(corpus, decisions, outputs, progress);
    outputs.commit();
    process.stderr.write(summarise(corpus, documents, decisions, started));
  } finally {
    progress.clear();
    outputs.abandon();
    watch.settle();
    corpus.close();
  }
}

function decideAll(
  corpus: Corpus,
  { fingerprints, featureless }: Fingerprinted,
  fingerprinter: Fingerprinter,
  { distance, threshold }: DedupeOptions,
  outputs: Outputs,
  progress: Progress,
): Promise<Decisions> {
  const { pairs } = outputs;
  const count = featureless.length;
  return decide(
    { fingerprints, featureless, textOf: (document) => corpus.text(document) },
    {
      fingerprinter,
      maxDistance: distance,
      threshold,
      onProgress: (decided) =>
        progress.say(
          () =>
            `deciding: ${thousands(decided)} of ${thousands(count)} documents (${Math.floor((100 * decided) / count)} %)`,
        ),
      ...(pairs && {
        onPair: ({ a, b, distance, similarity }) =>
          pairs.writeLine(
            JSON.stringify({ a: corpus.ids[a], b: corpus.ids[b], distance, similarity: fourDigits(similarity) }),
          ),
      }),
    },
  );
}

/** Writes what was decided. */
async function writeDecisions(
  corpus: Corpus,
  decisions: Decisions,
  outputs: Outputs,
  progress: Progress,
): Promise<void> {
  const { leaders, distances, similarities } = decisions;
  const count = leaders.length;
  const grouped = new Uint8Array(count);
  const turns = new Turns();
  for (const [document, leader] of leaders.entries()) if (leader !== document) grouped[leader] = 1;
  for (let document = 0; document < count; document++) {
    const leader = leaders[document]!;
    if (leader === document) outputs.keep(corpus.record(document));
    else {
      outputs.remove(() => corpus.record(document), {
        duplicate_of: corpus.ids[leader]!,
        distance: distances[document]!,
        similarity: fourDigits(similarities[document]!),
      });
    }
    if (leader !== document || grouped[document]) outputs.group(corpus.ids[document]!, corpus.ids[leader]!);
    if (!turns.isOver) continue;
    progress.say(() => `writing: ${thousands(document)} of ${thousands(count)} documents`);
    await turns.give();
  }
}
