import { type Command, Option } from 'commander';
import { calibrate } from '../dedupe/calibrate/calibrate.ts';
import type { Calibration } from '../dedupe/calibrate/calibration.ts';
import type { Label } from '../dedupe/calibrate/labels.ts';
import { DEFAULTS } from '../dedupe/calibrate/options.ts';
import { DEDUPE_RECIPE } from '../dedupe/defaults.ts';
import type { Document } from '../dedupe/document.ts';
import { InputError } from '../io/errors.ts';
import type { OutputFile } from '../io/outputs/output-file.ts';
import { RejectList } from '../io/reject-list.ts';
import { type LabelRecord, labelsFile } from '../io/side-files/labels-file.ts';
import { counted, thousands } from '../numbers.ts';
import type { CalibrationRun } from '../report/calibration.ts';
import { calibrationText } from './calibration-text.ts';
import {
  addCorpusOptions,
  type CorpusOptions,
  checkNotEmpty,
  documentsOf,
  openCorpus,
  reportRejects,
  type Texts,
} from './options/corpus-options.ts';
import { addRecipeOptions, chosenRecipe, type RecipeOptions } from './options/recipe-options.ts';
import { WrongUsageError } from './options/usage.ts';
import { numberBetween } from './options/values.ts';
import { Progress } from './terminal/progress.ts';
import { rejectLines } from './terminal/rejects.ts';
import { commandLine } from './terminal/shell.ts';
import { print, writing } from './terminal/writing.ts';

interface CalibrateOptions extends CorpusOptions, RecipeOptions {
  readonly labels?: string;
  readonly unlisted?: 'different' | 'ignored';
  readonly same?: number;
  readonly different?: number;
  readonly sample: number;
  readonly seed: number;
  readonly output?: string;
  readonly json?: boolean;
}

const HELP = `
For every --distance and --threshold that dedupe takes, it tells the share of duplicates that would be found (recall) and the
share of what is found that is right (precision), with 95 % intervals, and recommends settings. The defaults are kept unless
others do better on more pairs than chance explains.

With --labels, a line of JSON per pair: {"a":"x","b":"y"} are duplicates, with "duplicate":false they are not, and with
"duplicate":null they count for nothing. If no label says false, all pairs that are not listed are taken for different;
otherwise they are ignored; --unlisted decides. Labels that name unknown documents, and those that contradict each
other, which count for nothing, are listed.

Without labels the truth is what you call the same: how many of the words of two texts, both counted, have no counterpart
in the other text in the same order. Up to --same (0.1) two texts are the same, from --different (0.25) on they are
different, and between they count for nothing; so does the same text in another order. By that it judges
- copies of your documents in which words were dropped, replaced, inserted, swapped and mistyped, sentences moved and
  headings added, with changes of every size up to 0.4;
- pairs of your documents that fingerprints find as they are, at most 100 a document.
What that cannot tell: whether a small change matters to you (a price, a «not»), how often your data are edited which way,
and what duplicates look like that are further than 16 bits apart. Only labels tell. Precision speaks of the pairs judged,
many of which were made to be hard; in your corpus it is rather higher.

Intervals (Wilson) take pairs for independent; those of one group are not, so they are rather too narrow.

Examples:
  hammingbird calibrate corpus.jsonl
  hammingbird calibrate corpus.jsonl --labels labels.jsonl --output calibration.html
  hammingbird calibrate news/ --same 0.05
  hammingbird calibrate corpus.jsonl --labels duplicates.jsonl --unlisted different --json > calibration.json

Exit status: 0 done; 1 failed; 2 wrong usage; 130 interrupted.`;

export function addCalibrate(program: Command): void {
  const command = program
    .command('calibrate')
    .summary('which --distance and --threshold suit a corpus')
    .description('Measures recall and precision of dedupe on a corpus, and recommends settings.')
    .argument('<input...>', 'inputs as for hammingbird dedupe')
    .option('--labels <file>', 'known pairs: {"a", "b"} on each line, with "duplicate": false if they are none')
    .addOption(
      new Option('--unlisted <truth>', 'what pairs without a label are').choices(['different', 'ignored'] as const),
    )
    .addOption(
      shareOption(
        '--same <share>',
        'texts are the same if at most this share of their words differs',
        `${DEFAULTS.same}`,
      ),
    )
    .addOption(
      shareOption(
        '--different <share>',
        'texts are different if at least this share of their words differs',
        `${DEFAULTS.different}, or --same if that is more`,
      ),
    )
    .addOption(
      new Option(
        '--sample <count>',
        'look at this many documents at most, chosen at random; where pairs without a label are ignored, at all that labels name',
      )
        .argParser(numberBetween(1, 2 ** 31, 'whole'))
        .default(DEFAULTS.sample),
    )
    .addOption(
      new Option('--seed <number>', 'of the random choices')
        .argParser(numberBetween(0, 2 ** 32 - 1, 'whole'))
        .default(DEFAULTS.seed),
    )
    .option('-o, --output <file>', 'an HTML page with curves and tables')
    .option('--json', 'print all numbers as JSON');
  addRecipeOptions(addCorpusOptions(command), `(default: "${DEDUPE_RECIPE}")`).addHelpText('after', HELP).action(run);
}

function shareOption(flags: string, description: string, byDefault: string): Option {
  return new Option(flags, `${description}, 0 to 0.4 (default: ${byDefault})`)
    .conflicts('labels')
    .argParser(numberBetween(0, 0.4, 'any'));
}

async function run(inputs: string[], options: CalibrateOptions): Promise<void> {
  checkUsage(options);
  const { output } = options;
  // A page that cannot be written is said before the work begins.
  if (output === undefined) await measure(inputs, options, undefined);
  else await writing(output, (page) => measure(inputs, options, page));
}

async function measure(inputs: string[], options: CalibrateOptions, page: OutputFile | undefined): Promise<void> {
  const recipe = await chosenRecipe(options, DEDUPE_RECIPE);
  const labels = options.labels === undefined ? undefined : await readLabels(options.labels);
  const corpus = openCorpus(inputs, options);
  const progress = new Progress();
  try {
    const { unlisted, same, different, sample, seed } = options;
    const calibration = await calibrate(documents(corpus, inputs, progress), {
      ...{ recipe, labels, unlisted, same, different, sample, seed },
      onProgress: (measured, texts) =>
        progress.say(() => `measuring: ${thousands(measured)} of ${thousands(texts)} texts`),
    });
    progress.clear();
    process.stderr.write(unusedLines(calibration));
    const command = recommended(calibration, inputs, options);
    if (page !== undefined) await writePage(page, { calibration, command, inputs, labels: options.labels });
    print(options.json ? asJson(calibration, command) : calibrationText(calibration, command));
  } finally {
    progress.clear();
    corpus.close();
  }
}

function checkUsage({ same = DEFAULTS.same, different, labels, unlisted, output }: CalibrateOptions): void {
  if (output === '-') {
    throw new WrongUsageError('Standard output has the numbers: name a file for the page, such as --output page.html.');
  }
  if (different !== undefined && different < same) {
    throw new WrongUsageError(`--different ${different} is less than --same ${same}: what is different differs more.`);
  }
  if (unlisted !== undefined && labels === undefined) {
    throw new WrongUsageError('--unlisted is for --labels: name their file, such as --labels labels.jsonl.');
  }
}

async function readLabels(path: string): Promise<Label[]> {
  const file = labelsFile(path);
  const labels: LabelRecord[] = [];
  for await (const { record } of file.read()) labels.push(record);
  process.stderr.write(rejectLines(file.rejects));
  if (labels.length > 0) return labels;
  throw new InputError(`There is no label in ${path}. A label is a line of JSON: {"a": "x", "b": "y"}.`);
}

/** The documents of a corpus; at the end, what is none is listed. */
async function* documents(corpus: Texts, inputs: readonly string[], progress: Progress): AsyncGenerator<Document> {
  for await (const { number, text } of documentsOf(corpus, progress)) yield { id: corpus.ids.at(number), text };
  reportRejects(corpus, inputs);
  checkNotEmpty(corpus, inputs);
}

/** Labels that could not be used, the first of them by name. */
function unusedLines({ labels }: Calibration): string {
  if (labels === undefined) return '';
  const { unknown, contradictory, leftOut } = labels.unused;
  const named = ({ a, b }: Label) => `label ${JSON.stringify(a)}, ${JSON.stringify(b)}`;
  const rejects = new RejectList();
  for (const label of unknown) rejects.add({ place: named(label), reason: 'no document of the corpus has such an id' });
  for (const label of contradictory) rejects.add({ place: named(label), reason: 'another label says otherwise' });
  const lines = rejectLines(rejects);
  return leftOut === 0 ? lines : `${lines}${counted(leftOut, 'label')} on documents outside the sample\n`;
}

/** The command line that applies the recommendation to the same corpus. */
function recommended({ recommendation }: Calibration, inputs: readonly string[], options: CalibrateOptions): string {
  const { id, text, columns, format, charset, html, recipe, idf } = options;
  const { maxDistance, threshold } = recommendation;
  return commandLine('hammingbird dedupe', inputs, {
    id,
    text: text === 'text' ? undefined : text,
    columns: columns?.join(','),
    format,
    charset,
    html: html === 'main' ? undefined : html,
    recipe,
    idf,
    distance: maxDistance,
    threshold,
  });
}

async function writePage(page: OutputFile, run: CalibrationRun): Promise<void> {
  const { calibrationPage } = await import('../report/calibration.ts');
  page.write(Buffer.from(calibrationPage(run)));
}

/** Without the recipe itself, which the command names, and which may hold a model as large as a corpus. */
function asJson({ recommendation: { recipe: _, ...recommendation }, ...rest }: Calibration, command: string): string {
  return `${JSON.stringify({ command, ...rest, recommendation }, undefined, 2)}\n`;
}
