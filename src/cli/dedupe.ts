import { existsSync, statSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { DEDUPE_RECIPE } from '../dedupe/defaults.ts';
import { Fingerprinter } from '../fingerprint/fingerprinter.ts';
import type { Corpus } from '../io/corpus.ts';
import { formatOf } from '../io/formats.ts';
import { checkAppendable, copyLines } from '../io/reference-file.ts';
import { OUTPUT_FORMATS, type OutputFormat, recordWriter } from '../io/writers/record-writer.ts';
import { dedupeAgainstStore, isStore } from './against-store.ts';
import { addCandidateOptions, type CandidateOptions, candidacy } from './candidate-options.ts';
import { addDecisionOptions, type DecisionOptions, decideAll, type Outcome, type Wishes } from './decision.ts';
import { Documents } from './documents.ts';
import { onInterruptAbandon } from './interrupt.ts';
import { periodOption } from './options.ts';
import { Outputs } from './outputs.ts';
import { Progress } from './progress.ts';
import { addRecipeOptions, chosenRecipe, type RecipeOptions } from './recipe-options.ts';
import { summarise } from './summary.ts';
import { addCorpusOptions, type CorpusOptions, openCorpus, reportRejects } from './texts.ts';
import { WrongUsageError } from './usage.ts';
import { Window } from './window.ts';
import { addWorkersOption, type WorkersOption } from './workers-option.ts';
import { writeDecisions, writePairs } from './write-decisions.ts';

interface DedupeOptions extends RecipeOptions, CorpusOptions, DecisionOptions, CandidateOptions, WorkersOption {
  readonly outputFormat?: OutputFormat;
  readonly output: string;
  readonly removed?: string;
  readonly pairs?: string;
  readonly groups?: string;
  readonly report?: string;
  readonly annotate?: string;
  readonly dryRun?: boolean;
  readonly window?: number;
  readonly time?: string;
  readonly against?: string;
  readonly update?: boolean;
}

const HELP = `
Input: JSONL (.jsonl, .ndjson), a JSON array (.json), CSV and TSV with a header, Parquet, WARC, plain lines
(--format lines), text and HTML files; folders, in which each file is read by its name, and patterns in quotes;
- for standard input. gzip and Zstandard data is decompressed. A file's name tells its format: without a
known one it is a text, and what comes through a pipe is JSONL. Several inputs are one corpus, in their order.
Of HTML the main content counts, without navigation and imprint. Text is UTF-8, or what its byte order mark,
HTML or HTTP says, or --charset.

Each document gets five independent fingerprints, and is compared with those before it of which one is at
most --distance bits away; if their features have an exact similarity of at least --threshold, it is removed
and named with the one that is kept: the first of its group, or that which --keep says; the preferred one of
max:FIELD and min:FIELD has the greatest or least number or ISO date there; if that is missing, others are kept.

Groups are made by --rule leader: in order of preference each document joins the most similar kept one before it;
components: whatever pairs connect, so that members need not resemble the kept one (a removed record then says «via»
which neighbour it was compared with); complete: documents that all resemble each other.

With --against, the documents of a reference win over all others: what duplicates one is removed and says
"reference": true. --update adds what was kept to it, in the same run. Where many documents have the same features, those
after the 16th have one pair each, with the first of them, marked "same": true.

All cores work, or so many as --workers says; that changes nothing of the result.

The reference may also be a store, which has no texts: a folder (one that is to be made ends with a slash) or an
address (hammingbird store --help). Then fingerprints alone decide: by the recipe and within the distance of the store,
3 bits unless it was made with another, against stored documents and those kept before. --update stores what is kept.

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
  hammingbird dedupe corpus.jsonl --keep max:published --rule complete --annotate annotated.jsonl -o unique.jsonl
  hammingbird dedupe today.jsonl --against seen.jsonl --update -o new.jsonl
  hammingbird dedupe today.jsonl --against seen-pages/ --update -o new.jsonl
  hammingbird dedupe news.jsonl --window 14d --time published --dry-run
  hammingbird dedupe 'site/**/*.html' --html full --charset windows-1252 > pages.jsonl
  curl -s https://example.org/corpus.jsonl.zst | hammingbird dedupe - -o unique.jsonl

Exit status: 0 done; 1 failed, and no file was written; 2 wrong usage; 130 interrupted.`;

export function addDedupe(program: Command): void {
  const command = program
    .command('dedupe')
    .summary('keep one of each group of near-duplicates')
    .description('Finds near-duplicates in a corpus and keeps one of each group, the first by default.')
    .argument('<input...>', 'files, folders, patterns, or - for standard input');
  addCorpusOptions(command);
  addOutputOptions(command);
  addWorkersOption(command);
  addRecipeOptions(addDecisionOptions(addPairOptions(command)), `(default: "${DEDUPE_RECIPE}")`)
    .addHelpText('after', HELP)
    .action(dedupe);
}

function addOutputOptions(command: Command): Command {
  return command
    .option('-o, --output <file>', 'the kept records', '-')
    .addOption(
      new Option('--output-format <format>', 'the format of the kept records (default: as they came)').choices(
        OUTPUT_FORMATS,
      ),
    )
    .option('--removed <file>', 'the removed records, with what each duplicates')
    .option('--pairs <file>', 'all near-duplicate pairs: {"a", "b", "distance", "similarity"} a line')
    .option('--groups <file>', 'groups of two or more: {"id", "group"} a line; the group is named by its kept document')
    .addOption(
      new Option(
        '--report <file>',
        'a page of HTML to look at: numbers, the largest groups, the least similar pairs',
      ).conflicts('against'),
    )
    .option('--annotate <file>', 'all records, with "duplicate_of" (null if kept) and "group"')
    .option('--dry-run', 'write nothing but the summary');
}

/** Which documents are pairs. */
function addPairOptions(command: Command): Command {
  return addCandidateOptions(command)
    .addOption(
      new Option('--window <period>', 'only documents within so long of each other: 36h, 14d, 2w').argParser(
        periodOption,
      ),
    )
    .option('--time <field>', 'the field with the time, for --window: an ISO date or a Unix time')
    .option('--against <reference>', 'compare with these documents, too; they win, and are not written')
    .option('--update', 'add the kept records to the reference, a file of JSONL');
}

async function dedupe(inputs: string[], options: DedupeOptions, command: Command): Promise<void> {
  if (options.against !== undefined && isStore(options.against)) return dedupeAgainstStore(inputs, options, command);
  const started = performance.now();
  checkUsage(options);
  const { against, update = false } = options;
  const recipe = await chosenRecipe(options, DEDUPE_RECIPE);
  const fingerprinter = new Fingerprinter({ recipe });
  if (update) checkAppendable(against!, options.charset);
  const reference = against === undefined || isNew(options) ? undefined : openReference(against, options);
  const documents = new Documents(openCorpus(inputs, options), reference);
  const { corpus } = documents;
  const progress = new Progress();
  const outputs = openOutputs(options);
  const watch = onInterruptAbandon(outputs);
  const window = options.window === undefined ? undefined : new Window(options.window, options.time!);
  try {
    const wishes: Wishes = {
      fingerprinter,
      ...(await candidacy(options, recipe, [...(reference ? [against!] : []), ...inputs], options, progress)),
      rule: options.rule,
      keep: options.keep,
      window,
      wantsPairs: outputs.wantsPairs,
      workers: options.workers,
    };
    const outcome = await decideAll(documents, wishes, progress);
    if (reference) reportRejects(reference, [against!]);
    reportRejects(corpus, inputs);
    process.stderr.write(window?.lines() ?? '');
    if (!options.dryRun) {
      if (outputs.report) outputs.report.write(await reportPage(documents, outcome, wishes));
      await writeAll(documents, outcome, options, outputs, progress);
    }
    process.stderr.write(summarise(documents, outcome, started));
  } finally {
    progress.clear();
    outputs.abandon();
    watch.settle();
    documents.close();
  }
}

/** Options that say nothing without one another. */
function checkUsage({ window, time, update, against }: DedupeOptions): void {
  if (window !== undefined && time === undefined) {
    throw new WrongUsageError('--window needs to know the time of each document: name its field with --time FIELD.');
  }
  if (time !== undefined && window === undefined) {
    throw new WrongUsageError('--time is for --window: say within how long, such as --window 14d.');
  }
  if (update && against === undefined) {
    throw new WrongUsageError('--update adds to a reference: name it with --against reference.jsonl.');
  }
}

/** A reference that is to be kept up to date may begin with this run. */
function isNew({ update, against }: DedupeOptions): boolean {
  return update === true && (!existsSync(against!) || statSync(against!).size === 0);
}

/** A reference is of the format that its name tells, or of that of the input. */
function openReference(path: string, { format, ...options }: DedupeOptions): Corpus {
  return openCorpus([path], formatOf(path) === undefined && format !== undefined ? { ...options, format } : options);
}

function openOutputs({ dryRun, output, annotate, update, against, ...files }: DedupeOptions): Outputs {
  const { removed, pairs, groups, report } = files;
  const paths = {
    kept: output,
    removed,
    pairs,
    groups,
    report,
    annotated: annotate,
    updated: update ? against : undefined,
  };
  return new Outputs(dryRun ? {} : paths);
}

async function reportPage(documents: Documents, { decisions }: Outcome, wishes: Wishes): Promise<Buffer> {
  const { report } = await import('../report/report.ts');
  const source = { id: (i: number) => documents.id(i), text: (i: number) => documents.text(i) };
  return Buffer.from(await report({ corpus: documents.corpus, source, decisions, ...wishes }));
}

async function writeAll(
  documents: Documents,
  { decisions, pairs }: Outcome,
  options: DedupeOptions,
  outputs: Outputs,
  progress: Progress,
): Promise<void> {
  const format = { path: options.output, format: options.outputFormat };
  const kept = await recordWriter(documents.corpus, format, outputs.kept);
  if (outputs.updated !== undefined) copyLines(options.against!, outputs.updated);
  if (outputs.wantsPairs && pairs !== undefined) writePairs(documents, pairs, outputs);
  await writeDecisions(documents, kept, decisions, outputs, progress);
  outputs.commit();
}
