import { availableParallelism } from 'node:os';
import { type Command, Option } from 'commander';
import { numberBetween } from './values.ts';

export interface WorkersOption {
  readonly workers: number;
}

/** More threads than this would wait for the one that decides. */
const MOST_WORKERS = 64;

/** As many as the machine runs at once. */
export const defaultWorkers = (): number => Math.min(availableParallelism(), MOST_WORKERS);

/** `--workers`: how many threads work, the main one included. */
export function addWorkersOption(command: Command): Command {
  return command.addOption(
    new Option('--workers <count>', 'threads that read, count and search; with 0 or 1 all is done in one')
      .argParser(numberBetween(0, MOST_WORKERS, 'whole'))
      .default(defaultWorkers(), 'as many as the machine runs at once'),
  );
}
