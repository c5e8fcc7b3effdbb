import { fstatSync, statSync } from 'node:fs';
import { sep } from 'node:path';
import type { Command } from 'commander';
import { nameOf, positionInStandardInput, STANDARD_INPUT } from '../../io/bytes/input-bytes.ts';
import { formatOfInput, isOneDocument } from '../../io/format-names.ts';
import { descriptorAt } from '../../io/outputs/descriptors.ts';
import { type IsOwn, ownFiles, placeOf } from '../../io/outputs/own-files.ts';
import { checkName } from '../../io/outputs/target.ts';
import { knownRecipe } from './recipe-options.ts';
import { hasStore } from './store-place.ts';
import { flagOf, WrongUsageError } from './usage.ts';

type Options = Readonly<Record<string, unknown>>;
/** A path, and the option that names it; without one it is an argument. */
type Named = readonly [path: string, option?: string];

/** Options that name what a command writes; `against` does with `update`. */
const WRITTEN = ['output', 'removed', 'pairs', 'groups', 'annotate', 'contained', 'report'];
/** Options that name what is only read, besides the arguments. */
const READ = ['corpus', 'labels', 'recipe', 'idf', 'against'];

/** Whether a file is one that a command with these options writes. */
export function ownFilesOf(options: object): IsOwn {
  return ownFiles(writtenBy(options));
}

/** What a command with these options writes: paths, and `-` for standard output. */
export function writtenBy(options: object): string[] {
  const { update } = options as Options;
  const written = named(options as Options, update === true ? [...WRITTEN, 'against'] : WRITTEN);
  return written.map(([path]) => path);
}

/**
 * Of any command.
 *
 * @throws {WrongUsageError} if it would write over what it reads
 * @throws {OutputError} if it would write under another name, or to a descriptor that cannot be written
 */
export async function checkNothingReplaced(command: Command): Promise<void> {
  const options: Options = command.opts();
  const [read, written] = [readBy(command, options), named(options, WRITTEN)];
  for (const [path] of written) {
    checkName(path);
    // Before this process opens files of its own: a number that is no descriptor yet may become that of one of them.
    descriptorAt(path);
  }
  checkOutside(written, read);
  const replaced = new Map([...written, STANDARD_OUTPUT].map((output) => [fileAt(output, 1), output]));
  for (const input of read) {
    const file = fileAt(input, 0);
    const output = file === undefined ? undefined : replaced.get(file);
    if (output === undefined || mayReplace(command, output, input)) continue;
    if (input[1] === 'recipe' && (await knownRecipe(input[0])) !== undefined) continue;
    throw new WrongUsageError(replacing(output, input));
  }
}

const STANDARD_OUTPUT: Named = ['-'];

function named(options: Options, names: readonly string[]): Named[] {
  return names.flatMap((name) => [options[name] ?? []].flat().map((path): Named => [String(path), name]));
}

/** What `recipes` and `--strings` are given are no files, or need not be. */
function readBy(command: Command, options: Options): Named[] {
  const isGiven = options.strings === true || command.name() === 'recipes';
  const inputs = isGiven ? [] : command.args.map((path): Named => [path]);
  // That a reference which is updated is no other output is for those to say.
  const names = READ.filter(
    (name) => name !== 'against' || options.update !== true || hasStore(String(options.against)),
  );
  return [...inputs, ...named(options, names)];
}

/** @throws {WrongUsageError} if a file would be written among those of a store, and perhaps in place of one */
function checkOutside(written: readonly Named[], read: readonly Named[]): void {
  const outputs = written.filter(([path]) => path !== '-');
  if (outputs.length === 0) return;
  const stores = read.filter(([path]) => hasStore(path)).map(([path]) => placeOf(path) + sep);
  const inside = outputs.find(([path]) => stores.some((folder) => placeOf(path).startsWith(folder)));
  if (inside === undefined) return;
  throw new WrongUsageError(`${inside[0]} is in the folder of the store. Name a file outside of it.`);
}

/**
 * What tells a file from others, whatever its name; undefined for what nothing replaces, such as a device.
 *
 * @param standard what `-` stands for: 0, standard input, or 1, standard output
 */
export function fileAt([path]: Named, standard: 0 | 1): string | undefined {
  try {
    const stats = path === '-' ? fstatSync(standard, { bigint: true }) : statSync(path, { bigint: true });
    return stats.isFile() ? `${stats.dev} ${stats.ino}` : undefined;
  } catch {
    // Whoever reads or writes it will say what is wrong.
    return undefined;
  }
}

/** What is kept of records may take their place; of texts and pages, it would be other than they were. */
function mayReplace(command: Command, [path, output]: Named, [input, read]: Named): boolean {
  if (command.name() !== 'dedupe' || output !== 'output' || read !== undefined) return false;
  // What is written there is not kept back until all has been read.
  if (descriptorAt(path) !== undefined) return false;
  // What somebody else has read of it would be lost.
  if (input === STANDARD_INPUT && positionInStandardInput() > 0) return false;
  const format = formatOfInput(input, input === STANDARD_INPUT, command.opts().format);
  return !isOneDocument(format) && format !== 'warc';
}

function replacing([output, option]: Named, [input, read]: Named): string {
  const does = descriptorAt(output) === undefined ? 'would replace' : 'is';
  const writes = option === undefined ? 'Standard output is' : `${flagOf(option)} ${output} ${does}`;
  const reads = read === undefined ? 'is an input' : `${flagOf(read)} reads`;
  const update = read === 'against' ? '; to add what is kept to it, use --update' : '';
  return `${writes} ${nameOf(input)}, which ${reads}. Name another file${update}.`;
}
