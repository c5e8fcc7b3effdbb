import type { Command } from 'commander';
import { RecipeMismatchError } from '../errors.ts';
import { StoreMismatchError } from '../store/errors.ts';
import { WrongUsageError } from './usage.ts';

/** The names of the options that stand in the command line. */
export const givenOptions = (command: Command): string[] =>
  Object.keys(command.opts()).filter((name) => command.getOptionValueSource(name) === 'cli');

/** As an option is written: `--output-format`. */
export const flagOf = (name: string): string => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** Options that must go with what a store, an index or a model was made with. */
interface Matching {
  readonly recipe?: string | undefined;
  readonly idf?: string | undefined;
  readonly distance?: unknown;
}

/** Of a mismatch that options brought about, wrong usage that names them; any other error as it is. */
export function mismatchOf(options: Matching, error: unknown): unknown {
  const given = namesFor(error).filter((name) => options[name] !== undefined);
  if (given.length === 0) return error;
  const flags = given.map((name) => `${flagOf(name)} ${options[name]}`);
  return new WrongUsageError(`${flags.join(' ')}: ${(error as Error).message}`, { cause: error });
}

function namesFor(error: unknown): (keyof Matching)[] {
  if (error instanceof RecipeMismatchError) return ['recipe', 'idf'];
  return error instanceof StoreMismatchError ? ['distance'] : [];
}
