import type { Command } from 'commander';
import { HammingbirdError, RecipeMismatchError } from '../../errors.ts';
import { StoreMismatchError } from '../../store/errors.ts';

/** The command line asks for something that cannot be: exit status 2. */
export class WrongUsageError extends HammingbirdError {
  static override readonly name = 'WrongUsageError';
}

/** The names of the options that stand in the command line. */
export const givenOptions = (command: Command): string[] =>
  Object.keys(command.opts()).filter((name) => command.getOptionValueSource(name) === 'cli');

/**
 * What is empty was a variable of a shell that nobody set. An empty text is one, too.
 *
 * @throws {WrongUsageError} if an argument or the value of an option is
 */
export function checkNoneEmpty(command: Command): void {
  const options: Readonly<Record<string, unknown>> = command.opts();
  const option = givenOptions(command).find((name) => [options[name]].flat().includes(''));
  if (option !== undefined) throw new WrongUsageError(`${flagOf(option)} is empty. Give it a value, or leave it out.`);
  if (options.strings === true || !command.args.includes('')) return;
  throw new WrongUsageError('An argument is empty. Name a file or what else it is to be.');
}

/** Options that are given once for each of what they collect. */
const COLLECTING = ['sparkConf'];

/** Refuses a second value for an option that takes one: the first would go unheard. */
export function refuseRepetition(command: Command): void {
  for (const option of command.options) {
    if (!option.required || option.variadic || COLLECTING.includes(option.attributeName())) continue;
    let isGiven = false;
    command.on(`option:${option.name()}`, () => {
      if (isGiven) throw new WrongUsageError(`${option.long} is given twice, and takes one value. Leave one out.`);
      isGiven = true;
    });
  }
}

/** As an option is written: `--output-format`. */
export const flagOf = (name: string): string => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** Options that must go with what a store, an index or a model was made with. */
interface Matching {
  readonly recipe?: string | undefined;
  readonly idf?: string | undefined;
  readonly distance?: unknown;
}

/** What to do with an error: a mismatch that options brought about is thrown as wrong usage that names them, any other as it is. */
export const blaming =
  (options: Matching) =>
  (error: unknown): never => {
    const given = namesFor(error).filter((name) => options[name] !== undefined);
    if (given.length === 0) throw error;
    const flags = given.map((name) => `${flagOf(name)} ${options[name]}`);
    throw new WrongUsageError(`${flags.join(' ')}: ${(error as Error).message}`, { cause: error });
  };

/** Does what must go with what something was made with. */
export function matching<T>(options: Matching, action: () => T): T {
  try {
    return action();
  } catch (error) {
    return blaming(options)(error);
  }
}

function namesFor(error: unknown): (keyof Matching)[] {
  if (error instanceof RecipeMismatchError) return ['recipe', 'idf'];
  return error instanceof StoreMismatchError ? ['distance'] : [];
}
