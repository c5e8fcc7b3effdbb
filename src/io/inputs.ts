import { type Dirent, existsSync, readdir, readdirSync, type Stats, statSync } from 'node:fs';
import { isAbsolute, join, sep } from 'node:path';
import { STANDARD_INPUT } from './bytes/input-bytes.ts';
import { InputError, readError, reasonOf } from './errors.ts';
import { isHidden, isMark } from './format-names.ts';
import type { IsOwn } from './outputs/own-files.ts';

/** A file to read, or why it is passed over. */
export interface InputFile {
  readonly path: string;
  /** Named by the user, rather than found in a folder or by a pattern: that it cannot be read is an error then. */
  readonly isNamed: boolean;
  /** It can be read only once, such as standard input. */
  readonly isPipe?: boolean;
  readonly skipped?: string;
}

/**
 * The files that an input stands for: itself, those below it if it is a folder, or those that match it if it is a pattern
 * such as `crawl/*.html`. Of what is found so, hidden files are left out, marks of tables, and what the run writes.
 *
 * @throws {InputError} if there is none
 */
export async function* filesOf(input: string, isOwn?: IsOwn): AsyncGenerator<InputFile> {
  for await (const file of allFilesOf(input)) if (file.isNamed || isOwn?.(file.path) !== true) yield file;
}

async function* allFilesOf(input: string): AsyncGenerator<InputFile> {
  if (input === STANDARD_INPUT) return yield { path: input, isNamed: true, isPipe: true };
  const stats = statOf(input);
  if (stats === undefined) return yield* filesMatching(input);
  if (!stats.isDirectory()) return yield { path: input, isNamed: true, isPipe: !stats.isFile() };
  for (const file of filesBelow(input)) yield { ...file, isNamed: false };
}

/** Bytes of the inputs that are files, as far as that can be told without opening any. */
export function sizeOfFiles(inputs: readonly string[]): number {
  return inputs.reduce((sum, input) => sum + sizeOfFile(input), 0);
}

/** The same; undefined if there are others than files among them, or none. */
export function sizeOfInputs(inputs: readonly string[]): number | undefined {
  const files = inputs.flatMap((input) => fileAt(input) ?? []);
  if (files.length === 0 || files.length < inputs.length) return undefined;
  return files.reduce((sum, { size }) => sum + size, 0);
}

/** 0 of what is no file. */
export const sizeOfFile = (path: string): number => fileAt(path)?.size ?? 0;

function fileAt(path: string): Stats | undefined {
  try {
    const stats = statSync(path);
    return stats.isFile() ? stats : undefined;
  } catch {
    // Whoever reads it will say what is wrong.
    return undefined;
  }
}

const PATTERN = /[*?[\]{}]/;

/** Whether an input stands for files whose names it matches: it could, and no file has that name itself. */
export function isPattern(input: string): boolean {
  return PATTERN.test(input) && !existsSync(input);
}

/** Undefined for a pattern. */
function statOf(input: string): Stats | undefined {
  try {
    return statSync(input);
  } catch (error) {
    if (isPattern(input) && (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw readError(input, error);
  }
}

async function* filesMatching(pattern: string): AsyncGenerator<InputFile> {
  const { glob } = await import('tinyglobby');
  const fs = { readdir: readdirAsFiles as typeof readdir };
  // A path is an id of what is text: it says as little of the working folder as the pattern does.
  const absolute = isAbsolute(pattern);
  const paths = await glob(withSlashes(pattern), {
    absolute,
    followSymbolicLinks: false,
    expandDirectories: false,
    dot: false,
    fs,
  });
  if (paths.length === 0) throw new InputError(`No file matches ${pattern}.`);
  for (const path of paths.sort(byNames)) yield { path, isNamed: false, ...skipReason(path) };
}

/**
 * What is in a folder, but for marks of tables. Whatever is no folder counts as a file, or links to files would be left out
 * in silence: `skipReason` tells of the rest.
 */
function readdirAsFiles(
  folder: string,
  options: { withFileTypes: true },
  done: (error: Error | null, entries: Dirent[] | undefined) => void,
): void {
  readdir(folder, options, (error, entries) => {
    const asFile = (entry: Dirent) => (entry.isDirectory() ? entry : Object.assign(entry, { isFile: () => true }));
    done(error, entries?.filter(({ name }) => !isMark(name)).map(asFile));
  });
}

/** As on every system: it is an id of what is text. Windows reads these, too, and in a pattern its own are no separators. */
const withSlashes = (path: string): string => path.replaceAll(sep, '/');

/** The same on every system and in every locale. */
const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : 1);

/** By the names of folders, from the outermost on, and of files: as whoever goes through the folders finds them. */
const byNames = (a: string, b: string): number => byCodeUnit(a.replaceAll('/', '\0'), b.replaceAll('/', '\0'));

/**
 * The files below a folder in the order of their names, but for hidden ones and marks of tables. Links to folders are not
 * followed, so there are no circles.
 */
function* filesBelow(folder: string): Generator<Omit<InputFile, 'isNamed'>> {
  let entries: ReturnType<typeof namesIn>;
  try {
    entries = namesIn(folder);
  } catch (error) {
    yield { path: folder, skipped: reasonOf(error) };
    return;
  }
  for (const entry of entries) {
    if (isHidden(entry.name)) continue;
    const path = withSlashes(join(folder, entry.name));
    if (entry.isDirectory()) yield* filesBelow(path);
    else yield { path, ...skipReason(path) };
  }
}

function namesIn(folder: string) {
  return readdirSync(folder, { withFileTypes: true }).sort((a, b) => byCodeUnit(a.name, b.name));
}

/** Of what is no folder: one that is found at the path is there by a link. */
function skipReason(path: string): { skipped?: string } {
  try {
    const stats = statSync(path);
    if (stats.isFile()) return {};
    return { skipped: stats.isDirectory() ? 'a link to a folder' : 'not a regular file' };
  } catch (error) {
    return { skipped: reasonOf(error) };
  }
}
