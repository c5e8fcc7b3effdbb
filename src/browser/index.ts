// Indexes in the storage of a browser: files of the origin private file system, which pages and workers can reach.
import { HammingbirdError, InvalidArgumentError } from '../errors.ts';
import { checkSavable } from '../search/check.ts';
import type { DocumentIndex } from '../search/document-index.ts';
import type { HammingIndex } from '../search/hamming-index.ts';
import { shown } from '../shown.ts';

/** The browser has no storage for this page, no room left in it, or cannot read what is there. */
export class BrowserStorageError extends HammingbirdError {
  static override readonly name = 'BrowserStorageError';
}

/** What may help, by why the browser cannot do something. */
const NO_STORAGE =
  'It keeps files of pages that were loaded by HTTPS or from localhost, and perhaps not in private windows; ' +
  'where it does not, keep the bytes of toBytes() elsewhere.';
const BUSY = 'Another page or worker is writing there: try again when it is done.';
const CHANGED = 'Another page may have replaced or removed it meanwhile: save it again, or ask savedChunks() again.';
const ADVICE: Readonly<Record<string, string>> = { NoModificationAllowedError: BUSY, NotFoundError: CHANGED };

const FOLDER = 'hammingbird';
const ENDING = '.index';

/**
 * Saves an index in the browser, under a name, whole or not at all: the browser writes beside what was saved there before,
 * and puts the new file in its place when all is written. Whatever happens, the old one or the new one is there.
 *
 * The index may be searched meanwhile, but not changed.
 *
 * @param index of any entry: `hammingbird`, `hammingbird/js`, `hammingbird/wasm`
 * @throws {BrowserStorageError} if there is no storage, or not enough of it
 * @throws {InvalidArgumentError} if it is no index, or is changed meanwhile, or the name is not a string of at least one character
 * @example
 * const documents = new DocumentIndex({ maxDistance: 6 });
 * await saveIndex(documents, 'articles');
 */
export async function saveIndex(index: HammingIndex | DocumentIndex, name: string): Promise<void> {
  checkSavable(index);
  const fileName = fileNameOf(name);
  // From here on it must not be changed.
  const chunks = index.snapshot();
  const folder = await openFolder();
  await attempt(`save ${name}`, async () => {
    const file = await folder.getFileHandle(fileName, { create: true });
    const beside = await file.createWritable();
    try {
      // What a chunk shows may have changed when its turn comes.
      for (const chunk of chunks) await beside.write(chunk.slice());
      await beside.close();
    } catch (error) {
      // Why this one failed is what counts. If it is the first of its name, an empty file stays, which counts for nothing: who
      // removed it might remove what another page has saved meanwhile.
      await beside.abort().catch(() => undefined);
      throw error;
    }
  });
}

/**
 * What was saved under a name, in chunks for `fromChunks`; undefined if there is nothing.
 *
 * @throws {BrowserStorageError} if there is no storage, or it cannot be read, also while the chunks are: another page may
 * have replaced or removed it meanwhile
 * @throws {InvalidArgumentError} if the name is not a string of at least one character
 * @example
 * const saved = await savedChunks('articles');
 * const documents = saved ? await DocumentIndex.fromChunks(saved) : new DocumentIndex({ maxDistance: 6 });
 */
export async function savedChunks(name: string): Promise<AsyncIterable<Uint8Array> | undefined> {
  const fileName = fileNameOf(name);
  const folder = await openFolder();
  const file = await attempt(`read ${name}`, () => fileIn(folder, fileName).catch(absent));
  // An empty file is what a first save leaves that has failed, or that a crash has ended.
  return file && file.size > 0 ? chunksOf(file, name) : undefined;
}

/**
 * Removes what was saved under a name; false if there was nothing.
 *
 * @throws {BrowserStorageError} if there is no storage, or another page is writing there
 * @throws {InvalidArgumentError} if the name is not a string of at least one character
 */
export async function removeIndex(name: string): Promise<boolean> {
  const fileName = fileNameOf(name);
  const folder = await openFolder();
  const removed = await attempt(`remove ${name}`, async () => {
    const file = await fileIn(folder, fileName).catch(absent);
    // Another page may remove it first.
    return file && folder.removeEntry(fileName).then(() => file, absent);
  });
  // Of an empty file, nothing was ever saved.
  return removed !== undefined && removed.size > 0;
}

/**
 * The names under which indexes are saved, in the order of their characters.
 *
 * @throws {BrowserStorageError} if there is no storage
 */
export async function savedNames(): Promise<string[]> {
  const folder = await openFolder();
  return attempt('list what is saved', async () => {
    const names: string[] = [];
    for await (const [fileName, handle] of folder.entries()) {
      const name = nameOf(fileName);
      if (name === undefined || handle.kind !== 'file') continue;
      // Another page may have removed it meanwhile.
      const file = await (handle as FileSystemFileHandle).getFile().catch(absent);
      if (file && file.size > 0) names.push(name);
    }
    return names.sort();
  });
}

/** Any name, as one that file systems take. */
function fileNameOf(name: string): string {
  if (typeof name !== 'string' || name === '' || !name.isWellFormed()) {
    throw new InvalidArgumentError(
      `An index is saved under a name, a string of at least one character, not ${shown(name)}.`,
    );
  }
  return encodeURIComponent(name) + ENDING;
}

/** The name whose file is called so; undefined if something else has made it. */
function nameOf(fileName: string): string | undefined {
  try {
    const name = decodeURIComponent(fileName.slice(0, -ENDING.length));
    return fileNameOf(name) === fileName ? name : undefined;
  } catch {
    return undefined;
  }
}

async function openFolder(): Promise<FileSystemDirectoryHandle> {
  return attempt('open its storage', async () => {
    // Of `globalThis`: where nothing is named `navigator`, as in Node 20, that is a TypeError, too.
    const root = await globalThis.navigator.storage.getDirectory();
    return root.getDirectoryHandle(FOLDER, { create: true });
  });
}

async function fileIn(folder: FileSystemDirectoryHandle, fileName: string): Promise<File> {
  return (await folder.getFileHandle(fileName)).getFile();
}

async function* chunksOf(file: File, name: string): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = file.stream().getReader();
  try {
    for (;;) {
      const { done, value } = await attempt(`read ${name}`, () => reader.read(), CHANGED);
      if (done) return;
      yield value;
    }
  } finally {
    // Why it could not be read is what counts; the browser would say it again.
    await reader.cancel().catch(() => undefined);
  }
}

function absent(error: unknown): undefined {
  if ((error as Error).name !== 'NotFoundError') throw error;
}

/** Runs what uses the storage; whatever it throws becomes an error that says what to do. */
async function attempt<Result>(what: string, run: () => Promise<Result>, remedy = NO_STORAGE): Promise<Result> {
  try {
    return await run();
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'QuotaExceededError') throw await full(what, cause);
    const { name, message } = cause as Error;
    // Errors of the library; those of another entry have other classes.
    if (!(cause instanceof DOMException || cause instanceof TypeError)) throw cause;
    const why = `${name}: ${message.replace(/\.$/, '')}`;
    throw new BrowserStorageError(`The browser cannot ${what}: ${why}. ${ADVICE[name] ?? remedy}`, { cause });
  }
}

async function full(what: string, cause: Error): Promise<BrowserStorageError> {
  // What it has is not always told.
  const { usage, quota } = await navigator.storage.estimate().catch((): StorageEstimate => ({}));
  const taken = usage === undefined || quota === undefined ? '' : ` (${usage} of ${quota} bytes are taken)`;
  return new BrowserStorageError(
    `The browser cannot ${what}: its storage for this site is full${taken}. ` +
      'Remove indexes that are no longer needed, or other data of the site. What was saved before is as it was.',
    { cause },
  );
}
