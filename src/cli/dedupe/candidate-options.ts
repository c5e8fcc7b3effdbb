import { type Command, InvalidArgumentError, Option } from 'commander';
import { DEFAULT_DISTANCE, DEFAULT_THRESHOLD, REPEATS } from '../../dedupe/defaults.ts';
import { type ExpectedCandidates, planCandidates } from '../../dedupe/planning/plan-candidates.ts';
import { recallOf } from '../../dedupe/planning/recall.ts';
import { isPreset, type Recipe } from '../../fingerprint/recipe.ts';
import { filesOf } from '../../io/inputs.ts';
import { bytesInWords, counted, thousands, timeInWords } from '../../numbers.ts';
import { percent } from '../../report/numbers.ts';
import { type CorpusOptions, openCorpus } from '../options/corpus-options.ts';
import { numberBetween, wholeDistance } from '../options/values.ts';
import { inTurns, type Progress } from '../terminal/progress.ts';

export interface CandidateOptions {
  readonly distance?: number | 'auto';
  readonly recall?: number;
  readonly threshold: number;
  readonly exactOnly?: boolean;
}

/** Which documents are compared, and which of them are near-duplicates. */
export interface Candidacy {
  readonly repeats: number;
  readonly maxDistance: number;
  readonly threshold: number;
}

/** What `--distance auto` plans for, if no other recall is asked for. */
const USUAL_RECALL = 0.9;
/** How many documents are planned for where they cannot be counted before. */
const UNKNOWN_COUNT = 1e6;

/** `--distance`, `--recall`, `--threshold` and `--exact-only`. */
export function addCandidateOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--distance <bits>',
        `compare documents one of whose fingerprints differs in at most this many bits, 0 to 16 (default: ${DEFAULT_DISTANCE}, ` +
          `of ${REPEATS} fingerprints), or auto: as many of both as the number of documents demands`,
      ).argParser(distanceOption),
    )
    .addOption(
      new Option(
        '--recall <share>',
        `the chance that near-duplicates at the threshold are found, if words here and there differ, 0 to 0.9999 (with auto: ${USUAL_RECALL})`,
      ).argParser(numberBetween(0, 0.9999, 'any')),
    )
    .addOption(
      new Option('--threshold <share>', 'the least exact similarity (Jaccard) of near-duplicates, 0 to 1')
        .argParser(numberBetween(0, 1, 'any'))
        .default(DEFAULT_THRESHOLD),
    )
    .addOption(
      new Option(
        '--exact-only',
        'only documents with the same features: by words, their case and the signs between them do not count',
      ).conflicts(['distance', 'recall', 'threshold']),
    );
}

/** The documents of a run. */
export interface Expected {
  /** Where to count them. */
  readonly inputs: readonly string[];
  /** How many others there are. */
  readonly others: () => number;
}

/**
 * What the options ask for. Where that depends on the number of documents these are counted, and what to expect is said
 * before the work begins.
 */
export async function candidacy(
  { distance, recall, threshold, exactOnly }: CandidateOptions,
  recipe: Recipe,
  { inputs, others }: Expected,
  corpusOptions: CorpusOptions,
  progress: Progress,
): Promise<Candidacy> {
  const repeats = isPreset(recipe) ? 1 : REPEATS;
  if (exactOnly) return { repeats, maxDistance: 0, threshold: 1 };
  const pair = { recipe, threshold };
  if (distance !== 'auto' && recall === undefined) {
    const plan = { repeats, maxDistance: distance ?? DEFAULT_DISTANCE };
    warnOfLoss(recallOf(plan, pair), pair.threshold);
    return { ...plan, threshold };
  }
  const known = (await comeOnce(inputs)) ? undefined : others() + (await count(inputs, corpusOptions, progress));
  const wish = {
    ...pair,
    documents: Math.max(1, known ?? UNKNOWN_COUNT),
    recall: recall ?? USUAL_RECALL,
    maxDistance: distance === 'auto' ? undefined : distance,
  };
  const plan = planCandidates(wish);
  process.stderr.write(said(plan, known, threshold));
  return { repeats: plan.repeats, maxDistance: plan.maxDistance, threshold };
}

function distanceOption(value: string): number | 'auto' {
  if (value === 'auto') return value;
  try {
    return wholeDistance(value);
  } catch {
    throw new InvalidArgumentError('It must be a whole number from 0 to 16, or auto.');
  }
}

/** Whether some of the inputs can be read only once. */
async function comeOnce(inputs: readonly string[]): Promise<boolean> {
  for (const input of inputs) {
    for await (const { isPipe } of filesOf(input)) {
      if (isPipe) return true;
      break;
    }
  }
  return false;
}

/** A first reading, without a look at the texts. */
async function count(inputs: readonly string[], options: CorpusOptions, progress: Progress): Promise<number> {
  const corpus = openCorpus(inputs, options);
  try {
    const line = () => `counting: ${thousands(corpus.ids.length)} documents`;
    for await (const _ of inTurns(corpus.read(), progress, line));
    return corpus.ids.length;
  } finally {
    corpus.close();
  }
}

function said(plan: ExpectedCandidates, known: number | undefined, threshold: number): string {
  const { repeats, maxDistance, recall, seconds, bytes } = plan;
  const documents =
    known === undefined ? `${thousands(UNKNOWN_COUNT)} documents (a guess)` : counted(known, 'document');
  return (
    `plan: for ${documents} ${counted(repeats, 'fingerprint')} within ${counted(maxDistance, 'bit')}; ${percent(recall)} of pairs with a ` +
    `similarity of ${threshold} are found if words here and there differ, of others more; about ${timeInWords(seconds * 1e9)} of searching ` +
    `and comparing, and ${bytesInWords(bytes)} of tables\n`
  );
}

/** Below this, what is lost should not come as a surprise. */
const LITTLE = 0.8;

function warnOfLoss(recall: number, threshold: number): void {
  if (recall >= LITTLE) return;
  process.stderr.write(
    `note: of pairs with a similarity of ${threshold} only about ${percent(recall)} are found at this distance; ` +
      '--distance auto finds more\n',
  );
}
