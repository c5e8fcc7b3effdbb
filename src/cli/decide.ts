import { type Command, Option } from 'commander';
import { group } from '../dedupe/group.ts';
import type { Verdicts } from '../dedupe/verdicts.ts';
import { InputError } from '../io/errors.ts';
import { pairsFile } from '../io/side-files/pairs-file.ts';
import { thousands } from '../numbers.ts';
import { because, leadsOthers } from './dedupe/because.ts';
import { addDecisionOptions, type DecisionOptions, groupsOption } from './dedupe/decision.ts';
import { Documents } from './dedupe/documents.ts';
import { needsRecords, preferences, type Records } from './dedupe/keep.ts';
import { Outputs } from './dedupe/outputs.ts';
import { PairLines } from './dedupe/pair-lines.ts';
import { numbered, type SavedPairs } from './dedupe/saved-pairs.ts';
import {
  addCorpusOptions,
  type CorpusOptions,
  documentsOf,
  openCorpus,
  READING,
  reportRejects,
} from './options/corpus-options.ts';
import { flagOf, givenOptions, WrongUsageError } from './options/usage.ts';
import { jsonlFile, numberBetween } from './options/values.ts';
import { onInterruptAbandon } from './terminal/interrupt.ts';
import { inTurns, Progress } from './terminal/progress.ts';
import { rejectLines } from './terminal/rejects.ts';
import { groupRows } from './terminal/summary.ts';
import { table } from './terminal/table.ts';
import { ToldTurns } from './terminal/told-turns.ts';

interface DecideOptions extends DecisionOptions, CorpusOptions {
  readonly corpus?: string[];
  readonly threshold: number;
  readonly output: string;
  readonly groups?: string;
}

const HELP = `
Nothing is fingerprinted or compared again, so this takes far less time. A threshold below that of the run finds no more than
the run did. A pair that stands there twice, as where files of several runs were joined, counts once, with the higher similarity.

With --corpus, the corpus of that run, it decides on all documents, and as that run would have, but for similarities beyond
the four digits in the file; --keep longest, shortest, max:FIELD and min:FIELD need it. Without, it knows the documents only
as far as pairs tell: of two that no pair puts in order, the one that is named first counts as the earlier one.
Of references it knows only what pairs tell, too: those of the same id count as one, and by --rule components a group with
several references may be named by another of them.

Output: for each document a line, in order; "reference", and "via" for a neighbour in a chain, where they apply:
  {"id":"b","duplicate_of":"a","group":"a","distance":4,"similarity":0.9236}
  {"id":"a","duplicate_of":null,"group":"a"}

Examples:
  hammingbird dedupe corpus.jsonl --threshold 0.6 --pairs pairs.jsonl -o unique.jsonl
  hammingbird decide pairs.jsonl --threshold 0.8 > verdicts.jsonl
  hammingbird decide pairs.jsonl --rule complete --groups groups.jsonl -o verdicts.jsonl
  hammingbird decide pairs.jsonl --corpus corpus.jsonl --keep max:published > verdicts.jsonl`;

export function addDecide(program: Command): void {
  const command = program
    .command('decide')
    .summary('decide again on the pairs of a saved run')
    .description('Applies another threshold, rule or policy of keeping to the pairs that a run of dedupe wrote.')
    .argument('<pairs>', 'a file that hammingbird dedupe --pairs wrote, or - for standard input')
    .option('-o, --output <file>', 'what becomes of each document', jsonlFile, '-')
    .addOption(groupsOption())
    .addOption(
      new Option('--threshold <share>', 'only pairs with at least this exact similarity, 0 to 1')
        .argParser(numberBetween(0, 1, 'any'))
        .default(0, 'that of the run'),
    )
    .option('--corpus <input...>', 'the documents of the run, read as hammingbird dedupe does');
  addCorpusOptions(addDecisionOptions(command)).addHelpText('after', HELP).action(decide);
}

async function decide(path: string, options: DecideOptions, command: Command): Promise<void> {
  const needing = givenOptions(command).find(
    (name) => READING.includes(name) || (name === 'keep' && needsRecords(options.keep)),
  );
  if (options.corpus === undefined && needing !== undefined) {
    throw new WrongUsageError(
      `This ${flagOf(needing)} needs the records: name them with --corpus, such as --corpus corpus.jsonl.`,
    );
  }
  const progress = new Progress();
  const outputs = new Outputs({ kept: options.output, groups: options.groups });
  const watch = onInterruptAbandon(outputs);
  const documents = options.corpus === undefined ? undefined : new Documents(openCorpus(options.corpus, options));
  try {
    const lines = await readPairs(path, progress);
    if (documents) await readCorpus(documents, options.corpus!, progress);
    progress.say(() => `deciding on ${thousands(lines.length)} pairs`);
    const saved = numbered(lines, documents?.corpus.ids, options.threshold);
    const { pairs, references } = saved;
    const preferred = await preferences(recordsOf(saved, documents), options.keep, pairs, progress);
    const verdicts = group(pairs, { rule: options.rule, order: preferred.order, references });
    await writeVerdicts(saved, verdicts, outputs, progress);
    outputs.commit();
    progress.clear();
    const heading = ['pairs', thousands(pairs.length), lowest(lines)] as const;
    process.stderr.write(table([heading, ...groupRows(verdicts, references, saved.id), ...preferred.rows(verdicts)]));
  } finally {
    progress.clear();
    outputs.abandon();
    watch.settle();
    documents?.close();
  }
}

async function readPairs(path: string, progress: Progress): Promise<PairLines> {
  const file = pairsFile(path);
  const lines = new PairLines();
  const read = inTurns(file.read(), progress, () => `reading: ${thousands(lines.length)} pairs`);
  for await (const { record } of read) lines.add(record);
  process.stderr.write(rejectLines(file.rejects));
  if (lines.length === 0 && file.rejects.length > 0) {
    throw new InputError(`There is no pair in ${path}. Make some with hammingbird dedupe --pairs.`);
  }
  return lines;
}

/** Learns the ids and places of all documents. */
async function readCorpus({ corpus }: Documents, inputs: readonly string[], progress: Progress): Promise<void> {
  for await (const _ of documentsOf(corpus, progress));
  reportRejects(corpus, inputs);
}

/** What is in the records by the numbers of saved pairs, of which references come first. */
function recordsOf({ count, references }: SavedPairs, documents: Documents | undefined): Records {
  return {
    count,
    references,
    text: (document) => documents!.text(document - references),
    field: (document, name) => documents!.field(document - references, name),
  };
}

function lowest({ length, leastSimilarity }: PairLines): string {
  return length === 0 ? '' : `of ${thousands(length)}, the least similar of which have ${leastSimilarity}`;
}

async function writeVerdicts(
  { count, references, id: idOf }: SavedPairs,
  verdicts: Verdicts,
  outputs: Outputs,
  progress: Progress,
): Promise<void> {
  const leads = leadsOthers(verdicts);
  const turns = new ToldTurns(progress, 'writing', count);
  for (let document = references; document < count; document++) {
    const leader = verdicts.leaders[document]!;
    const [id, group] = [idOf(document), idOf(leader)];
    const why = leader === document ? undefined : because(verdicts, document, idOf, references);
    outputs.kept.writeLine(Buffer.from(JSON.stringify({ id, duplicate_of: null, group, ...why })));
    if (why !== undefined || leads[document])
      outputs.group({ id, group, ...(leader < references && { reference: true }) });
    if (turns.isOver) await turns.tell(document);
  }
}
