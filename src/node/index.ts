import { InvalidArgumentError } from '../errors.ts';
import { plainBytes } from '../io/bytes/input-bytes.ts';
import { OutputFile } from '../io/outputs/output-file.ts';
import { checkSavable } from '../search/check.ts';
import { DocumentIndex } from '../search/document-index.ts';
import { HammingIndex } from '../search/hamming-index.ts';
import type { SavedDocumentsOptions, SavedIndexOptions } from '../search/options.ts';
import { shown } from '../shown.ts';

export { InputError, OutputError } from '../io/errors.ts';
export type { DocumentMatch } from '../search/document-index.ts';
export type { Groups } from '../search/groups.ts';
export type { Match, Matches } from '../search/matches.ts';
export type { SavedDocumentsOptions, SavedIndexOptions } from '../search/options.ts';
export type { Pairs } from '../search/pairs.ts';
export type { IndexStats } from '../search/stats.ts';
export type { DocumentIndex, HammingIndex };

/**
 * Writes an index to a file, however large. It is written beside it and takes its place only when it is on the disk, so
 * that whatever happens there is the old file or the new one.
 *
 * It returns when all is written, so that the index cannot change meanwhile.
 *
 * @throws {InvalidArgumentError} if it is no index, or the path no string
 * @throws {OutputError} if it cannot be written; then a file that was there is as it was
 */
export function saveIndex(index: HammingIndex | DocumentIndex, path: string): void {
  checkSavable(index);
  const file = new OutputFile(fileAt(path));
  try {
    for (const chunk of index.snapshot()) file.write(chunk);
    file.finish();
    file.commit();
  } finally {
    file.abandon();
  }
}

/**
 * Reads a `HammingIndex` from a file.
 *
 * @throws {InvalidArgumentError} if the path is no string
 * @throws {InputError} if the file cannot be read
 * @throws {CorruptDataError} if it is anything else, cut off or changed
 * @throws {RecipeMismatchError} if it has fingerprints of another recipe
 */
export function loadIndex(path: string, options: SavedIndexOptions = {}): Promise<HammingIndex> {
  return HammingIndex.fromChunks(chunksOf(path), options);
}

/**
 * Reads a `DocumentIndex` from a file.
 *
 * @throws {InvalidArgumentError} if the path is no string
 * @throws {InputError} if the file cannot be read
 * @throws {CorruptDataError} if it is anything else, cut off or changed
 * @throws {RecipeMismatchError} if it was made by another recipe, or one that is not built in and not given
 */
export function loadDocumentIndex(path: string, options: SavedDocumentsOptions = {}): Promise<DocumentIndex> {
  return DocumentIndex.fromChunks(chunksOf(path), options);
}

/** To the command «-» is its standard output, or input. */
function fileAt(path: unknown): string {
  if (typeof path === 'string' && path !== '') return path === '-' ? './-' : path;
  throw new InvalidArgumentError(`A path is a string of at least one character, not ${shown(path)}.`);
}

async function* chunksOf(path: string): AsyncGenerator<Uint8Array, void, undefined> {
  yield* plainBytes(fileAt(path));
}
