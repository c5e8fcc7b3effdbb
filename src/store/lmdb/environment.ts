import { randomUUID } from 'node:crypto';
import { accessSync, constants, copyFileSync, existsSync, linkSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { open, type RootDatabase } from 'lmdb';
import { HammingbirdError } from '../../errors.ts';
import { reasonOf } from '../../io/errors.ts';
import { Turns } from '../../turns.ts';
import { StoreFailedError } from '../errors.ts';
import { behind } from './encoding.ts';
import { makeEmptyFolder } from './location.ts';

/** Pairs that are read at once. */
const PORTION = 1000;

/** A key and its value. */
export type Pair = readonly [key: Buffer, value: Buffer];

/**
 * An environment of LMDB with one table of bytes, ordered by their keys. Its file grows as it must.
 *
 * A transaction is on the disk when `transact` returns: LMDB writes it to fresh pages, waits for the disk, and only then
 * writes the page that leads to them (copy on write). No other setting of LMDB is used that would weaken this.
 */
export class Environment {
  readonly folder: string;
  /** Whether whoever writes leaves alone what is read here: LMDB notes readers in its file of locks, if they may write it. */
  readonly isNoted: boolean;
  readonly #database: RootDatabase<Buffer, Buffer>;

  /**
   * @param folder where its files are, or are made unless it is only to be read
   * @throws {StoreFailedError} if it cannot be opened
   */
  constructor(folder: string, { readOnly = false } = {}) {
    this.folder = folder;
    makeLockFile(folder);
    this.isNoted = !readOnly || mayWrite(lockFileIn(folder));
    this.#database = this.#attempt('open', () =>
      open<Buffer, Buffer>({
        path: folder,
        noSubdir: false,
        readOnly,
        encoding: 'binary',
        keyEncoding: 'binary',
        overlappingSync: false,
        maxReaders: 512,
      }),
    );
  }

  get(key: Buffer): Buffer | undefined {
    return this.#attempt('read', () => this.#database.get(key));
  }

  /** Up to `limit` pairs from a key on, up to but without another. */
  range(start: Buffer, end: Buffer, limit: number): Pair[] {
    return this.#attempt('read', () =>
      Array.from(this.#database.getRange({ start, end, limit }), ({ key, value }) => [key, value] as const),
    );
  }

  /** All pairs from a key on, up to but without another, so many at a time. */
  *portions(from: Buffer, end: Buffer): Generator<Pair[], void, undefined> {
    for (let start = from; ; ) {
      const pairs = this.range(start, end, PORTION);
      yield pairs;
      if (pairs.length < PORTION) return;
      start = behind(pairs.at(-1)![0]);
    }
  }

  /** From now on, what others have committed until now is read. */
  refresh(): void {
    this.#database.resetReadTxn();
  }

  /** Until what it returns is called, pages that are in use now are not used for anything else. */
  hold(): () => void {
    const transaction = this.#database.useReadTransaction();
    return () => transaction.done();
  }

  /**
   * Does all that `work` puts and removes, or nothing of it if it throws.
   *
   * @throws {StoreFailedError} if it cannot be brought to the disk
   */
  transact<T>(work: () => T): T {
    return this.#attempt('write', () => {
      // Pages that a reader saw which was killed would never be used again. It takes 2 µs with one reader, 7 with 16.
      this.#database.readerCheck();
      return this.#database.transactionSync(work);
    });
  }

  /** Within a transaction. */
  put(key: Buffer, value: Buffer): void {
    this.#database.putSync(key, value);
  }

  /** Within a transaction. */
  remove(key: Buffer): void {
    this.#database.removeSync(key);
  }

  /** Writes a copy without free pages to a folder, which it empties. */
  async copyTo(folder: string): Promise<void> {
    makeEmptyFolder(folder);
    try {
      await this.#database.backup(folder, true);
    } catch (error) {
      if (!LOST_PAGES.test((error as Error).message)) throw this.#failure('copy', error);
      await this.#copyPairs(makeEmptyFolder(folder));
    }
  }

  async #copyPairs(folder: string): Promise<void> {
    const copy = new Environment(folder);
    try {
      for (const pairs of this.portions(Buffer.of(0), Buffer.of(0xff))) {
        copy.transact(() => {
          for (const [key, value] of pairs) copy.#database.putSync(key, value, { append: true });
        });
        await new Turns().give();
      }
    } finally {
      await copy.close();
    }
  }

  /** What the file has room for without growing. */
  get freeBytes(): number {
    const { pageSize, lastPageNumber, treeBranchPageCount, treeLeafPageCount, overflowPages } =
      this.#database.getStats() as { [name: string]: number };
    return pageSize! * Math.max(0, lastPageNumber! - 1 - treeBranchPageCount! - treeLeafPageCount! - overflowPages!);
  }

  async close(): Promise<void> {
    await this.#database.close();
  }

  #attempt<T>(what: string, action: () => T): T {
    try {
      return action();
    } catch (error) {
      throw error instanceof HammingbirdError ? error : this.#failure(what, error);
    }
  }

  #failure(what: string, error: unknown): StoreFailedError {
    const reason = isFull(this.folder) ? 'the disk is full' : (error as Error).message;
    return new StoreFailedError(`Cannot ${what} ${this.folder}: ${reason}. This step was not done.`, { cause: error });
  }
}

/**
 * Where much is removed LMDB loses a free page now and then: nothing leads to it any more. That harms nothing, but its own way
 * to copy, twenty times as fast as pair by pair, then refuses.
 */
const LOST_PAGES = /^MDB_INCOMPATIBLE/;
/** More than LMDB asks for with so many readers. */
const LOCK_BYTES = 65_536;

export const lockFileIn = (folder: string): string => join(folder, 'lock.mdb');

/**
 * LMDB would make its file of locks with holes and map it into memory, and end the process where there is no room to fill
 * them. So it finds one without holes.
 */
function makeLockFile(folder: string): void {
  const path = lockFileIn(folder);
  try {
    if (!existsSync(path)) placeWhole(path, Buffer.alloc(LOCK_BYTES));
  } catch (error) {
    // Where nothing may be written LMDB does without.
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EROFS' || code === 'EACCES') return;
    throw new StoreFailedError(`Cannot make ${path}: ${reasonOf(error)}.`, { cause: error });
  }
}

/** Makes a file that is whole as soon as it is there, unless another process has made it: that may be in use already. */
export function placeWhole(path: string, bytes: Buffer): void {
  const beside = `${path}.${randomUUID()}.part`;
  try {
    writeFileSync(beside, bytes);
    link(beside, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(beside, { force: true });
  }
}

/** Some file systems know one name a file. */
function link(path: string, name: string): void {
  try {
    linkSync(path, name);
  } catch {
    copyFileSync(path, name, constants.COPYFILE_EXCL);
  }
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Whether there is not even room for a few pages. LMDB does not always say so. */
function isFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < LOCK_BYTES;
  } catch {
    return false;
  }
}
