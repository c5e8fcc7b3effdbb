import { type Command, Option } from 'commander';
import { Decider, type Decisions, type Pair } from '../dedupe/decide.ts';
import { DEFAULT_DISTANCE, DEFAULT_THRESHOLD, REPEATS } from '../dedupe/defaults.ts';
import { Turns } from '../dedupe/turns.ts';
import { Fingerprinter } from '../fingerprint/fingerprinter.ts';
import { isPreset } from '../fingerprint/recipe.ts';
import type { Corpus } from '../io/corpus.ts';
import type { OutputFile } from '../io/output-file.ts';
import { OUTPUT_FORMATS, type OutputFormat, recordWriter } from '../io/writers/record-writer.ts';
import type { RecordWriter } from '../io/writers/sink.ts';
import { onInterruptAbandon } from './interrupt.ts';
import { fourDigits, thousands } from './numbers.ts';
import { numberBetween } from './options.ts';
import { Outputs } from './outputs.ts';
import { Progress } from './progress.ts';
import { decideAll } from './read.ts';
import { addRecipeOptions, chosenRecipe, type RecipeOptions } from './recipe-options.ts';
import { summarise } from './summary.ts';
import { addCorpusOptions, type CorpusOptions, openCorpus, reportRejects } from './texts.ts';

interface DedupeOptions extends RecipeOptions, CorpusOptions {
  readonly outputFormat?: OutputFormat;
  readonly output: string;
  readonly removed?: string;
  readonly pairs?: string;
  readonly groups?: string;
  readonly report?: string;
  readonly distance: number;
  readonly threshold: number;
}

const HELP = `
Input: JSONL (.jsonl, .ndjson), a JSON array (.json), CSV and TSV with a header, Parquet, WARC, plain lines
(--format lines), text and HTML files; folders, in which each file is read by its name, and patterns in quotes;
- for standard input. gzip and Zstandard data is decompressed. A file's name tells its format: without a
known one it is a text, and what comes through a pipe is JSONL. Several inputs are one corpus, in their order.
Of HTML the main content counts, without navigation and imprint. Text is UTF-8, or what its byte order mark,
HTML or HTTP says, or --charset.

Each document gets three independent fingerprints, and is compared with those before it of which one is at
most --distance bits away; if their features have an exact similarity of at least --threshold, it is removed
and named with the one that is kept: the first of its group.

Kept records are written as they came, in order: lines of JSONL, rows under their header, elements of an array,
rows of Parquet; documents from text, HTML and WARC files as JSONL {"id", "text"}, with path or address as id.
Removed records are JSONL. Files appear whole or not at all. Malformed records and unreadable files below a folder
are counted and listed, and stop nothing; a file that is named and cannot be read is an error.

Examples:
  hammingbird dedupe corpus.jsonl -o unique.jsonl --removed removed.jsonl
  hammingbird dedupe news/ --groups groups.jsonl > kept.jsonl
  hammingbird dedupe corpus.jsonl -o unique.jsonl --report report.html
  hammingbird dedupe crawl.jsonl --id url --text body --threshold 0.9 -o unique.jsonl
  hammingbird dedupe table.csv.gz --text title,body -o unique.csv
  hammingbird dedupe 'shards/*.parquet' --id doc_id -o unique.parquet --removed removed.jsonl
  hammingbird dedupe crawl.warc.gz -o pages.jsonl
  hammingbird dedupe 'site/**/*.html' --html full --charset windows-1252 > pages.jsonl
  curl -s https://example.org/corpus.jsonl.zst | hammingbird dedupe - -o unique.jsonl

Exit status: 0 done; 1 failed, and no file was written; 2 wrong usage; 130 interrupted.`;

export function addDedupe(program: Command): void {
  const command = program
    .command('dedupe')
    .summary('keep one of each group of near-duplicates')
    .description('Finds near-duplicates in a corpus and keeps the first of each group.')
    .argument('<input...>', 'files, folders, patterns, or - for standard input');
  addCorpusOptions(command)
    .option('-o, --output <file>', 'the kept records', '-')
    .addOption(
      new Option('--output-format <format>', 'the format of the kept records (default: as they came)').choices(
        OUTPUT_FORMATS,
      ),
    )
    .option('--removed <file>', 'the removed records, with what each duplicates')
    .option('--pairs <file>', 'all near-duplicate pairs: {"a", "b", "distance", "similarity"} a line')
    .option('--groups <file>', 'groups of two or more: {"id", "group"} a line; the group is named by its kept document')
    .option('--report <file>', 'a page of HTML to look at: numbers, the largest groups, the least similar pairs')
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
  const fingerprinter = new Fingerprinter({ recipe: await chosenRecipe(options) });
  const corpus = openCorpus(inputs, options);
  const progress = new Progress();
  const outputs = new Outputs({
    kept: options.output,
    removed: options.removed,
    pairs: options.pairs,
    groups: options.groups,
    report: options.report,
  });
  const { pairs } = outputs;
  const decider = new Decider({
    fingerprinter,
    repeats: isPreset(fingerprinter.recipe) ? 1 : REPEATS,
    maxDistance: options.distance,
    threshold: options.threshold,
    textOf: (document) => corpus.text(document),
    onPair: pairs && ((pair) => writePair(pairs, corpus, pair)),
  });
  const watch = onInterruptAbandon(outputs);
  try {
    await decideAll(corpus, decider, progress);
    reportRejects(corpus, inputs);
    const kept = await recordWriter(corpus, { path: options.output, format: options.outputFormat }, outputs.kept);
    const decisions = decider.decisions();
    await writeDecisions(corpus, kept, decisions, outputs, progress);
    if (outputs.report) {
      const { report } = await import('../report/report.ts');
      const source = { id: (i: number) => corpus.ids[i]!, text: (i: number) => corpus.text(i) };
      const { distance: maxDistance, threshold } = options;
      const page = await report({ corpus, source, decisions, fingerprinter, maxDistance, threshold });
      outputs.report.write(Buffer.from(page));
    }
    outputs.commit();
    process.stderr.write(summarise(corpus, decisions, started));
  } finally {
    progress.clear();
    outputs.abandon();
    watch.settle();
    decider.dispose();
    corpus.close();
  }
}

/** Writes a near-duplicate pair as soon as it is found. */
function writePair(pairs: OutputFile, { ids }: Corpus, { a, b, distance, similarity }: Pair): void {
  pairs.writeLine(JSON.stringify({ a: ids[a], b: ids[b], distance, similarity: fourDigits(similarity) }));
}

/** Writes what was decided. */
async function writeDecisions(
  corpus: Corpus,
  kept: RecordWriter,
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
    if (leader === document) await kept.write(document);
    else {
      await outputs.remove(() => corpus.record(document), {
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
  await kept.finish();
}
