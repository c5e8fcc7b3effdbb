import type { Command } from 'commander';
import { DEDUPE_RECIPE } from '../dedupe/defaults.ts';
import type { Database } from '../engines/duckdb/database.ts';
import { FEWEST_FEATURES, Fingerprinter } from '../fingerprint/fingerprinter.ts';
import { Corpus } from '../io/corpus.ts';
import { watchFile } from '../io/outputs/watch-file.ts';
import { recordWriter } from '../io/writers/record-writer.ts';
import { thousands } from '../numbers.ts';
import { dedupeAgainstStore } from './dedupe/against-store.ts';
import { candidacy } from './dedupe/candidate-options.ts';
import { addResumeOption, type Checkpoint, openCheckpoint } from './dedupe/checkpoint.ts';
import { addContainOptions, type Containments, checkContainUsage, findContained } from './dedupe/contain.ts';
import { addDecisionOptions, decideAll, type Outcome, type Wishes, wayTo } from './dedupe/decision.ts';
import { Documents } from './dedupe/documents.ts';
import { addEngineOptions, checkEngine, openDatabase } from './dedupe/engine-options.ts';
import { DEDUPE_HELP } from './dedupe/help.ts';
import { checkNothingLost, keptIn, onlyWritable, watchReplaced } from './dedupe/kept-output.ts';
import {
  addOutputOptions,
  addPairOptions,
  addReferenceOptions,
  checkUsage,
  type DedupeOptions,
} from './dedupe/options.ts';
import { Outputs } from './dedupe/outputs.ts';
import { countOfIndex, openReference, openUpdate, textsOfReference } from './dedupe/reference.ts';
import { Window } from './dedupe/window.ts';
import { writeDecisions, writePairs } from './dedupe/write-decisions.ts';
import { addCorpusOptions, openCorpus, reportRejects } from './options/corpus-options.ts';
import { addRecipeOptions, chosenRecipe } from './options/recipe-options.ts';
import { isStore } from './options/store-place.ts';
import { addWorkersOption } from './options/workers-option.ts';
import { onInterruptAbandon } from './terminal/interrupt.ts';
import { Progress } from './terminal/progress.ts';
import { groupRows, malformedRow, oneTextRows, readRow, tooShortRow } from './terminal/summary.ts';
import { type Row, table } from './terminal/table.ts';
import { VERSION } from './version.ts';

export function addDedupe(program: Command): void {
  const command = program
    .command('dedupe')
    .summary('keep one of each group of near-duplicates')
    .description('Finds near-duplicates in a corpus and keeps one of each group, the first by default.')
    .argument('<input...>', 'files, folders, patterns, or - for standard input');
  addCorpusOptions(command.optionsGroup('What is read:'));
  addPairOptions(command.optionsGroup('Which documents are near-duplicates:'));
  addRecipeOptions(command, `(default: "${DEDUPE_RECIPE}")`);
  addDecisionOptions(command.optionsGroup('Which of them is kept:'));
  addReferenceOptions(command.optionsGroup('What was there before:'));
  addContainOptions(command.optionsGroup('Texts within texts:'));
  addOutputOptions(command.optionsGroup('What is written:'));
  addEngineOptions(addResumeOption(addWorkersOption(command.optionsGroup('How it runs:'))));
  command.helpOption('-h, --help', 'display help for command').addHelpText('after', DEDUPE_HELP).action(dedupe);
}

async function dedupe(inputs: string[], options: DedupeOptions, command: Command): Promise<void> {
  if (options.against !== undefined && isStore(options.against)) return dedupeAgainstStore(inputs, options, command);
  checkUsage(inputs, options);
  checkContainUsage(options);
  checkEngine(options);
  if (options.engine === 'spark') return (await import('./dedupe/spark.ts')).dedupeInSpark(inputs, options, command);
  return dedupeHere(inputs, options);
}

/** What was found out about documents. */
interface Result {
  readonly documents: Documents;
  readonly outcome: Outcome;
  readonly containments: Containments;
}

/** In the threads of this process, or in its database. */
async function dedupeHere(inputs: string[], options: DedupeOptions): Promise<void> {
  const started = performance.now();
  const recipe = await chosenRecipe(options, DEDUPE_RECIPE);
  const fingerprinter = new Fingerprinter({ recipe });
  const progress = new Progress();
  const expected = { inputs: [...textsOfReference(options), ...inputs], others: () => countOfIndex(options) };
  const planned = await candidacy(options, recipe, expected, options, progress);
  const checks = [watchReplaced(inputs, options), watchFile(options.update ? options.against : undefined)];
  const documents = openDocuments(inputs, options, fingerprinter, planned.repeats);
  const outputs = openOutputs(options);
  let database: Database | undefined;
  let checkpoint: Checkpoint | undefined;
  const watch = onInterruptAbandon(outputs);
  const window = options.window === undefined ? undefined : new Window(options.window, options.time!);
  try {
    database = await openDatabase(options);
    const wishes: Wishes = {
      fingerprinter,
      ...planned,
      rule: options.rule,
      keep: options.keep,
      window,
      wantsPairs: outputs.wantsPairs,
      workers: options.workers,
      database,
    };
    const engine = { version: VERSION, recipe: fingerprinter.recipeId, ...planned, way: wayTo(wishes) };
    checkpoint = await openCheckpoint(inputs, options, engine);
    // An earlier run may have been killed before it had a checkpoint.
    if (checkpoint) outputs.removeLeft();
    const outcome = await decideAll(documents, wishes, checkpoint?.journal, progress);
    const compared = { fingerprinter, mayPair: window?.mayPair };
    const containments = await findContained(documents, outcome.decisions, options, compared, progress);
    const result = { documents, outcome, containments };
    progress.clear();
    reportAllRejects(documents, inputs, options);
    process.stderr.write(window?.lines() ?? '');
    if (!options.dryRun) {
      checkNothingLost(documents.corpus, options);
      if (outputs.wantsReport) outputs.report(await reportPage(result, wishes));
      await writeAll(result, { ...options, ...wishes }, outputs, progress);
      outputs.commit(() => {
        for (const check of checks) check();
        // What takes the place of an input could not on Windows, where nothing replaces a file that is open.
        documents.close();
      });
    }
    checkpoint?.finish();
    progress.clear();
    process.stderr.write(summarise(result, started));
  } finally {
    progress.clear();
    outputs.abandon();
    watch.settle();
    checkpoint?.close();
    database?.close();
    documents.close();
  }
}

function openDocuments(
  inputs: string[],
  options: DedupeOptions,
  fingerprinter: Fingerprinter,
  repeats: number,
): Documents {
  const reference = openReference(options, { fingerprinter, repeats });
  const corpus = openCorpus(inputs, options, {
    onOrigin: onlyWritable(options),
    reference: reference instanceof Corpus ? reference : undefined,
  });
  return new Documents(corpus, reference);
}

function openOutputs({ dryRun, output, annotate, update, against, ...files }: DedupeOptions): Outputs {
  const { removed, pairs, groups, report, contained } = files;
  const paths = {
    kept: output,
    removed,
    pairs,
    groups,
    report,
    contained,
    annotated: annotate,
    updated: update ? against : undefined,
  };
  return new Outputs(dryRun ? {} : paths);
}

function reportAllRejects({ corpus, reference }: Documents, inputs: string[], { against }: DedupeOptions): void {
  if (reference instanceof Corpus) reportRejects(reference, [against!]);
  reportRejects(corpus, inputs);
}

async function reportPage({ documents, outcome, containments }: Result, wishes: Wishes): Promise<Buffer> {
  const { report } = await import('../report/report.ts');
  const { references } = documents;
  const source = {
    references,
    id: (i: number) => documents.id(i),
    text: (i: number) => (documents.hasText(i) ? documents.text(i) : undefined),
  };
  const contained = containments.isWanted ? containments : undefined;
  return Buffer.from(
    await report({ corpus: documents.corpus, source, decisions: outcome.decisions, contained, ...wishes }),
  );
}

async function writeAll(
  { documents, outcome, containments }: Result,
  options: Omit<DedupeOptions, 'window'> & Wishes,
  outputs: Outputs,
  progress: Progress,
): Promise<void> {
  const { decisions, pairs } = outcome;
  const kept = await recordWriter(documents.corpus, keptIn(options), outputs.kept);
  const update = outputs.updated && openUpdate(options.against!, documents, options, outputs.updated);
  if (outputs.wantsPairs && pairs !== undefined) await writePairs(documents, pairs, outputs, progress);
  await writeDecisions(documents, kept, decisions, containments, { outputs, update }, progress);
}

/** The run of dedupe in a few lines. */
function summarise({ documents, outcome, containments }: Result, started: number): string {
  const { corpus, reference, references } = documents;
  const { decisions, rows } = outcome;
  const { features } = decisions;
  const all: Row[] = [
    readRow(corpus, started),
    ...(reference ? [] : oneTextRows(corpus)),
    ...(reference ? [['reference', thousands(references), 'documents that win, and are not written'] as const] : []),
    ...groupRows(decisions, references, (document) => documents.id(document), containments.removed.size),
    tooShortRow(
      features.subarray(references).reduce((sum, count) => sum + Number(count < FEWEST_FEATURES), 0),
      'by default a duplicate only with the same words',
    ),
    malformedRow(corpus),
    ...containments.rows,
    ...rows,
  ];
  const repeated = corpus.ids.length - corpus.ids.countDifferent();
  if (repeated > 0)
    all.push(['repeated ids', thousands(repeated), 'pairs and groups cannot tell these documents apart']);
  return table(all);
}
