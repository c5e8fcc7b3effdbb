import { existsSync, statSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { filesOf } from '../../io/inputs.ts';
import { descriptorAt } from '../../io/outputs/descriptors.ts';
import { checkpointOf, type IsOwn } from '../../io/outputs/own-files.ts';
import { targetOf } from '../../io/outputs/target.ts';
import { Journal, type RunKey } from '../../resume/journal.ts';
import { type CorpusOptions, READING } from '../options/corpus-options.ts';
import { ownFilesOf, writtenBy } from '../options/replaced.ts';
import { WrongUsageError } from '../options/usage.ts';
import { onInterruptAbandon } from '../terminal/interrupt.ts';
import type { Way } from './decision.ts';

export interface ResumeOptions extends CorpusOptions {
  readonly resume?: boolean;
  readonly output: string;
  readonly against?: string;
  readonly update?: boolean;
  readonly window?: number;
  readonly time?: string;
  readonly dryRun?: boolean;
}

/** What a checkpoint belongs to, besides the inputs and how they are read. */
interface RunSettings {
  readonly version: string;
  readonly recipe: string;
  readonly repeats: number;
  readonly maxDistance: number;
  readonly threshold: number;
  /** How documents are decided on, and so what is known of them before the end. */
  readonly way: Way;
}

export function addResumeOption(command: Command): Command {
  return command.addOption(
    new Option(
      '--resume',
      'keep a checkpoint beside the output; the same command goes on from it after an interruption',
    ),
  );
}

/** The checkpoint of a run that can be gone on with; undefined if that is not wanted. */
export async function openCheckpoint(
  inputs: readonly string[],
  options: ResumeOptions,
  settings: RunSettings,
): Promise<Checkpoint | undefined> {
  if (!options.resume) return undefined;
  if (options.dryRun) {
    throw new WrongUsageError(
      '--resume keeps what was found for another run, and --dry-run keeps nothing: leave one out.',
    );
  }
  if (descriptorAt(options.output) !== undefined) {
    throw new WrongUsageError('--resume keeps a checkpoint beside the output: name that with -o FILE.');
  }
  const path = checkpointOf(options.output);
  const target = targetOf(path);
  if (writtenBy(options).some((output) => targetOf(output) === target)) {
    throw new WrongUsageError(
      `--resume keeps its checkpoint in ${path}, which is an output, too. Give that another name.`,
    );
  }
  const { charset, against, update, window, time } = options;
  const reading = Object.fromEntries(READING.map((name) => [name, options[name as keyof CorpusOptions]]));
  // What is added to is read as UTF-8, whatever --charset says of other references.
  const how = { ...reading, window, time, update: charset === undefined ? undefined : update };
  // A reference to which records are added may begin with this run.
  const isThere = against !== undefined && !(update && !existsSync(against));
  const files = {
    inputs: await stateOf(inputs, ownFilesOf(options)),
    against: isThere ? await stateOf([against]) : null,
  };
  return new Checkpoint(path, { ...named(settings), ...how, ...files });
}

/** By names that tell which options to give again: who is refused a checkpoint reads them. */
function named({ repeats, maxDistance, way, ...others }: RunSettings): RunKey {
  return { ...others, fingerprints: repeats, distance: maxDistance, 'deciding, by --pairs, --rule or --keep,': way };
}

/** What is kept of a run until it is over. */
export class Checkpoint {
  readonly journal: Journal;
  readonly #watch: { settle(): void };
  #isOver = false;

  constructor(path: string, key: RunKey) {
    this.journal = new Journal(path, key);
    this.#watch = onInterruptAbandon({ abandon: () => this.close() });
  }

  /** The run is over, and everything is written. */
  finish(): void {
    this.#isOver = true;
    this.journal.remove();
    this.#watch.settle();
  }

  /** The run was stopped: says how to go on with it. */
  close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.journal.close();
    this.#watch.settle();
    // Somebody may have removed it, or another run like this one that is over.
    if (!existsSync(this.journal.path)) return;
    process.stderr.write(`\nWhat was found so far is in ${this.journal.path}: the same command goes on from there.\n`);
  }
}

/** Files by which it is noticed that an input has changed. */
async function stateOf(inputs: readonly string[], isOwn?: IsOwn): Promise<unknown[]> {
  const all: unknown[] = [];
  for (const input of inputs) {
    for await (const { path, isPipe, skipped } of filesOf(input, isOwn)) {
      if (isPipe) {
        throw new WrongUsageError(
          `--resume reads the input again, which ${path} does not allow. Save it as a file first.`,
        );
      }
      if (skipped !== undefined) continue;
      const { size, mtimeMs } = statSync(path);
      all.push([path, size, mtimeMs]);
    }
  }
  return all;
}
