// What stands in the folder of a store: hammingbird.json, which says where the record is; the folder with the record,
// records-1, or a later number after it was compacted or rebuilt; writer.lock; and gate.
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CorruptDataError, InvalidArgumentError } from '../../errors.ts';
import { withFile } from '../../io/bytes/open-file.ts';
import { readError, reasonOf } from '../../io/errors.ts';
import { OutputFile } from '../../io/outputs/output-file.ts';
import { isMisread, MISREAD } from '../../io/outputs/target.ts';
import { isWhole } from '../../ranges.ts';
import { StoreFailedError } from '../errors.ts';
import { areSettings, type Settings } from '../settings.ts';
import { REMEDY } from './sealed.ts';

const FILE = 'hammingbird.json';
const FORMAT = 1;
/** What may be there before there is a store. */
const OWN_NAMES = [FILE, 'writer.lock', 'gate'];

/** What hammingbird.json says. */
export interface Location extends Settings {
  /** Which of the folders with records is the one. */
  readonly generation: number;
}

/** Until it is whole a rebuilt record has no name of one: where hammingbird.json is lost, the last one that is there counts. */
export const begunFolder = (folder: string, generation: number): string => `${recordsFolder(folder, generation)}.part`;
const BEGUN = /^records-\d+\.part$/;

export const recordsFolder = (folder: string, generation: number): string => join(folder, `records-${generation}`);

/**
 * Undefined if there is no store, or one whose making was interrupted.
 *
 * @throws {InvalidArgumentError} if something else is there
 * @throws {CorruptDataError} if it cannot be made out
 * @throws {StoreFailedError} if it is of a later format
 */
export function readLocation(folder: string): Location | undefined {
  const names = namesIn(folder);
  if (names.includes(FILE)) {
    const text = withFile(join(folder, FILE), (path) => readFileSync(path, 'utf8'));
    return parse(folder, text);
  }
  if (generationsIn(folder).length > 0) throw new CorruptDataError(`${join(folder, FILE)} is missing. ${REMEDY}`);
  const other = names.find((name) => !OWN_NAMES.some((own) => name.startsWith(own)));
  if (other === undefined) return undefined;
  throw new InvalidArgumentError(
    `${folder} is no store: there is ${JSON.stringify(other)} in it. Give a folder of its own.`,
  );
}

/**
 * Says where the record is; from then on that is where.
 *
 * @param isMade it has been made; without that it is made again, whatever is there
 */
export function writeLocation(folder: string, location: Location, isMade = true): void {
  const { recipeId, maxDistance, generation } = location;
  const file = new OutputFile(join(folder, FILE));
  try {
    const said = { format: FORMAT, recipe: recipeId, distance: maxDistance, generation };
    file.writeLine(JSON.stringify(isMade ? said : { ...said, isMade }));
    file.finish();
    file.commit();
  } finally {
    file.abandon();
  }
  syncFolder(folder);
}

/** The numbers of the folders with records that are there, whole or not. */
export const generationsIn = (folder: string): number[] =>
  namesIn(folder).flatMap((name) => {
    const [, generation] = /^(?:records|damaged)-(\d+)$/.exec(name) ?? [];
    return generation === undefined ? [] : [Number(generation)];
  });

/** Removes the folders of earlier records. What was damaged is kept. */
export const removeEarlier = (folder: string, generation: number): void =>
  removeRecords(folder, (other) => other < generation);

/** Removes what an interrupted compaction or rebuilding made: only who has the right to write makes it, and nothing leads there. */
export function removeUnfinished(folder: string, generation: number): void {
  removeRecords(folder, (other) => other > generation);
  for (const name of namesIn(folder).filter((one) => BEGUN.test(one))) tryToRemove(join(folder, name));
}

function removeRecords(folder: string, isSuperfluous: (generation: number) => boolean): void {
  for (const generation of generationsIn(folder).filter(isSuperfluous)) tryToRemove(recordsFolder(folder, generation));
}

function tryToRemove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // What another process still reads Windows does not remove. Nothing leads there; the next compaction tries again.
  }
}

/** Makes a folder, empty even if it is there. */
export function makeEmptyFolder(path: string): string {
  makeFolder(path, () => rmSync(path, { recursive: true, force: true }));
  return path;
}

export function makeFolder(path: string, before: () => void = () => undefined): void {
  if (isMisread(path)) throw new StoreFailedError(`Cannot make the folder ${path}: ${MISREAD}.`);
  try {
    before();
    makeFolders(path);
  } catch (error) {
    throw new StoreFailedError(`Cannot make the folder ${path}: ${reasonOf(error)}.`, { cause: error });
  }
}

/** A folder and those above it. Not by `recursive`, with which Node tries for ever where none can be made, as in /proc. */
function makeFolders(path: string): void {
  if (existsSync(path)) return;
  if (dirname(path) !== path) makeFolders(dirname(path));
  mkdirSync(path);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    if (code === 'ENOTDIR') throw new InvalidArgumentError(`${folder} is a file, and a store is a folder.`);
    throw readError(folder, error);
  }
}

function parse(folder: string, text: string): Location | undefined {
  const damaged = (what: string): CorruptDataError => new CorruptDataError(`${join(folder, FILE)} ${what}. ${REMEDY}`);
  let said: Record<string, unknown>;
  try {
    said = Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    throw damaged('has been changed or cut off');
  }
  const { format, recipe: recipeId, distance: maxDistance, generation } = said;
  if (isWhole(format, FORMAT + 1, Number.MAX_SAFE_INTEGER)) {
    // No damage: to rebuild it would write it in this format.
    throw new StoreFailedError(
      `${folder} has version ${format} of the format, and this hammingbird knows ${FORMAT}. Use a newer one.`,
    );
  }
  const settings = { recipeId, maxDistance };
  const fits = format === FORMAT && areSettings(settings) && isWhole(generation, 1, Number.MAX_SAFE_INTEGER);
  if (!fits) throw damaged('does not say what it should');
  return said.isMade === false ? undefined : { ...settings, generation };
}

/** Brings names in a folder to the disk, where that can be done. */
function syncFolder(folder: string): void {
  if (process.platform !== 'win32') sync(folder, 'r');
}

/** Brings to the disk what is in a file, or a folder. */
export function sync(path: string, flags: 'r' | 'r+'): void {
  const file = openSync(path, flags);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
