import { type Command, Option } from 'commander';
import { type DecideOptions, Decider, type Decisions } from '../../dedupe/decide.ts';
import { group, RULES, type Rule } from '../../dedupe/group.ts';
import { LateDecider } from '../../dedupe/late-decider.ts';
import type { Keep } from '../../dedupe/order.ts';
import type { PairList } from '../../dedupe/pair-list.ts';
import { PairFinder } from '../../dedupe/pairs.ts';
import type { Database } from '../../engines/duckdb/database.ts';
import { DuckDbPairFinder } from '../../engines/duckdb/pair-finder.ts';
import { type Step, unitOf } from '../../engines/duckdb/step.ts';
import { OutOfMemoryError } from '../../errors.ts';
import { sizeOfFiles } from '../../io/inputs.ts';
import { thousands } from '../../numbers.ts';
import { Crew } from '../../pipeline/crew.ts';
import type { Journal } from '../../resume/journal.ts';
import { jsonlFile } from '../options/values.ts';
import type { Progress } from '../terminal/progress.ts';
import type { Row } from '../terminal/table.ts';
import type { Documents } from './documents.ts';
import { parseKeep, preferences } from './keep.ts';
import { readAll } from './read.ts';
import type { Window } from './window.ts';

export interface DecisionOptions {
  readonly rule: Rule;
  readonly keep: Keep;
}

/** `--rule` and `--keep`, for every command that decides on documents. */
export function addDecisionOptions(command: Command): Command {
  return command
    .addOption(new Option('--rule <rule>', 'how pairs become groups').choices(RULES).default('leader'))
    .addOption(
      new Option('--keep <which>', 'which of a group is kept: first, last, longest, shortest, max:FIELD or min:FIELD')
        .argParser(parseKeep)
        .default({ by: 'first' }, 'first'),
    );
}

/** `--groups`, for the same commands. */
export const groupsOption = (): Option =>
  new Option(
    '--groups <file>',
    'groups of two or more: {"id", "group"} on each line; the group is named by its kept document',
  ).argParser(jsonlFile);

/** What was decided, the pairs if they were found, and what else there is to say. */
export interface Outcome {
  readonly decisions: Decisions;
  readonly pairs: PairList | undefined;
  readonly rows: readonly Row[];
}

export interface Wishes
  extends DecisionOptions,
    Omit<DecideOptions, 'textOf' | 'setOf' | 'mayPair' | 'mayFold' | 'isReference' | 'threads'> {
  readonly window: Window | undefined;
  readonly wantsPairs: boolean;
  /** How many threads work, this one included; 0 counts as 1. */
  readonly workers: number;
  /** Finds the pairs; the core's own memory without it. */
  readonly database?: Database | undefined;
}

/** How documents are decided on: as they come, when all have been counted, or from all pairs. */
export type Way = 'as they come' | 'at the end' | 'from all pairs';

/** The shortest way to what is wished for. */
export function wayTo({ rule, keep, wantsPairs }: Pick<Wishes, 'rule' | 'keep' | 'wantsPairs'>): Way {
  if (rule !== 'leader' || wantsPairs) return 'from all pairs';
  return keep.by === 'first' ? 'as they come' : 'at the end';
}

const ENGINES = { 'as they come': Decider, 'at the end': LateDecider, 'from all pairs': PairFinder } as const;

/** Reads all documents and decides. */
export async function decideAll(
  documents: Documents,
  wishes: Wishes,
  journal: Journal | undefined,
  progress: Progress,
): Promise<Outcome> {
  const { window, rule, keep, database } = wishes;
  const { isReference } = documents;
  const textOf = (document: number) => documents.text(document);
  const crew = new Crew(wishes);
  const options = {
    ...wishes,
    isReference,
    textOf,
    setOf: (document: number) => documents.savedSet(document),
    mayPair: window?.mayPair,
    mayFold: window?.mayFold,
    threads: crew,
  };
  const engine = database
    ? await DuckDbPairFinder.open({ ...options, database, foldOf: window?.timeOf })
    : new ENGINES[wayTo(wishes)](options);
  try {
    crew.expect(sizeOfFiles(documents.inputs));
    await readAll(documents, engine, crew, { window, journal }, progress);
    const rows = window?.rows() ?? [];
    if (engine instanceof Decider) return { decisions: engine.decisions(), pairs: undefined, rows };
    if (engine instanceof LateDecider) {
      const preferred = await preferences(documents, keep, undefined, progress);
      const decisions = await engine.decide(preferred.order, comparing(documents, progress));
      return { decisions, pairs: undefined, rows: [...rows, ...preferred.rows(decisions)] };
    }
    const pairs = engine instanceof PairFinder ? engine.pairs : await engine.pairs(joining(progress));
    const preferred = await preferences(documents, keep, pairs, progress);
    const { order } = preferred;
    const verdicts = group(pairs, { rule, order, references: documents.references });
    const decisions = { ...verdicts, features: engine.features() };
    return { decisions, pairs, rows: [...rows, ...preferred.rows(decisions)] };
  } catch (error) {
    throw error instanceof OutOfMemoryError && database === undefined ? full(error) : error;
  } finally {
    engine.dispose();
    await crew.end();
  }
}

const full = (cause: OutOfMemoryError): OutOfMemoryError =>
  new OutOfMemoryError(
    'The 4 GiB of memory are full. Of very many documents, --engine duckdb has the fingerprints on the disk; ' +
      'a document of hundreds of megabytes must be split.',
    { cause },
  );

const comparing =
  ({ count }: Documents, progress: Progress) =>
  (done: number): void =>
    progress.say(() => `comparing: ${thousands(done)} of ${thousands(count)} documents`);

const joining =
  (progress: Progress): Step =>
  (what, done, total) =>
    progress.say(() => `${what}: ${thousands(done)} of ${thousands(total)} ${unitOf(what)}`);
