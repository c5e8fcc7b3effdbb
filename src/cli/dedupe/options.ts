import { type Command, Option } from 'commander';
import { STANDARD_INPUT } from '../../io/bytes/input-bytes.ts';
import { OUTPUT_FORMATS } from '../../io/writers/record-writer.ts';
import type { CorpusOptions } from '../options/corpus-options.ts';
import type { RecipeOptions } from '../options/recipe-options.ts';
import { fileAt } from '../options/replaced.ts';
import { WrongUsageError } from '../options/usage.ts';
import { jsonlFile, periodOption } from '../options/values.ts';
import type { WorkersOption } from '../options/workers-option.ts';
import { addCandidateOptions, type CandidateOptions } from './candidate-options.ts';
import type { ResumeOptions } from './checkpoint.ts';
import type { ContainOptions } from './contain.ts';
import { type DecisionOptions, groupsOption } from './decision.ts';
import type { EngineOptions } from './engine-options.ts';
import type { KeptOptions } from './kept-output.ts';

export interface DedupeOptions
  extends RecipeOptions,
    CorpusOptions,
    DecisionOptions,
    CandidateOptions,
    ContainOptions,
    ResumeOptions,
    EngineOptions,
    WorkersOption,
    KeptOptions {
  readonly removed?: string;
  readonly pairs?: string;
  readonly groups?: string;
  readonly report?: string;
  readonly annotate?: string;
  readonly window?: number;
  readonly time?: string;
  readonly against?: string;
  readonly update?: boolean;
}

export function addOutputOptions(command: Command): Command {
  return command
    .option('-o, --output <file>', 'the kept records', '-')
    .addOption(
      new Option(
        '--output-format <format>',
        'the format of the kept records, whatever the name of their file (default: what that tells, or as they came)',
      ).choices(OUTPUT_FORMATS),
    )
    .option('--removed <file>', 'the removed records, with what each duplicates', jsonlFile)
    .option('--pairs <file>', 'all near-duplicate pairs: {"a", "b", "distance", "similarity"} on each line', jsonlFile)
    .addOption(groupsOption())
    .option('--report <file>', 'an HTML page to look at: numbers, the largest groups, the least similar pairs')
    .option('--annotate <file>', 'all records that could be read, with "duplicate_of" (or null) and "group"', jsonlFile)
    .option('--dry-run', 'write nothing but the summary');
}

/** Which documents are pairs. */
export function addPairOptions(command: Command): Command {
  return addCandidateOptions(command)
    .addOption(
      new Option('--window <period>', 'only documents at most this long apart: 36h, 14d, 2w').argParser(periodOption),
    )
    .option(
      '--time <field>',
      'the field with the time, for --window: an ISO date, a day such as 20240301 or a Unix time',
    );
}

export function addReferenceOptions(command: Command): Command {
  return command
    .option('--against <reference>', 'compare with this corpus, index or store, too; it wins, and is not written')
    .option('--update', 'add what is kept to the reference: a file of JSONL, an index or a store');
}

/** Options that say nothing without one another, and inputs that are their own reference. */
export function checkUsage(inputs: readonly string[], { window, time, update, against }: DedupeOptions): void {
  if (window !== undefined && time === undefined) {
    throw new WrongUsageError('--window needs to know the time of each document: name its field with --time FIELD.');
  }
  if (time !== undefined && window === undefined) {
    throw new WrongUsageError('--time is for --window: say within how long, such as --window 14d.');
  }
  if (update && against === undefined) {
    throw new WrongUsageError('--update adds to a reference: name it with --against reference.jsonl.');
  }
  const itself = against && inputs.find((input) => input !== STANDARD_INPUT && isSameFile(input, against));
  if (itself) {
    throw new WrongUsageError(
      `${itself} is the reference of --against, too: all of it would be a duplicate of itself. Name it once.`,
    );
  }
}

function isSameFile(input: string, other: string): boolean {
  const file = fileAt([input], 0);
  return file !== undefined && file === fileAt([other], 0);
}
