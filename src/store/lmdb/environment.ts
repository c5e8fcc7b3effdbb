import { accessSync, closeSync, fstatSync } from 'node:fs';
import { dirname } from 'node:path';
import type { RootDatabase } from 'lmdb';
import { HammingbirdError } from '../../errors.ts';
import { openToRead } from '../../io/bytes/open-file.ts';
import { Turns } from '../../turns.ts';
import { StoreFailedError } from '../errors.ts';
import { behind } from './encoding.ts';
import { Gate } from './gate.ts';
import { dataFileIn } from './inspect.ts';
import { makeEmptyFolder } from './location.ts';
import { lockFileIn, makeLockFile, mayWrite } from './lock-file.ts';
import { failureOf, openDatabase } from './open-database.ts';

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
  /** Whether whoever writes leaves alone what is read here: readers are noted in files of locks, if they may write these. */
  readonly isNoted: boolean;
  readonly #database: RootDatabase<Buffer, Buffer>;
  /** The file of data, by a number of our own, to see whether it still has a name; undefined once it is closed. */
  #file: number | undefined;
  /** Undefined where nothing may be written: then LMDB writes nothing that others go by, either. */
  readonly #gate: Gate | undefined;

  /**
   * @param folder where its files are, or are made unless it is only to be read
   * @throws {StoreFailedError} if it cannot be opened
   */
  constructor(folder: string, { readOnly = false } = {}) {
    this.folder = folder;
    makeLockFile(folder);
    const store = dirname(folder);
    this.isNoted = !readOnly || (mayWrite(lockFileIn(folder)) && Gate.isOpen(store));
    // Within a process LMDB opens a file once, and a writer could not write to what had been opened to be read.
    const isFixed = readOnly && !(this.isNoted && mayWrite(dataFileIn(folder)));
    this.#gate = this.isNoted ? Gate.of(store) : undefined;
    let database: RootDatabase<Buffer, Buffer> | undefined;
    try {
      database = this.#attempt('open', () =>
        this.#pass(() => {
          // Where it has just been removed, LMDB would make another one.
          if (readOnly) accessSync(dataFileIn(folder));
          return openDatabase(folder, { readOnly: isFixed });
        }),
      );
      this.#file = openToRead(dataFileIn(folder));
      this.#database = database;
    } catch (error) {
      // Why it cannot be opened is what counts, and not how they are closed.
      void Promise.allSettled([database?.close(), this.#gate?.close()]);
      throw error;
    }
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

  /** Whether its file has been removed, as by restoring a copy over it: whatever is written then goes nowhere. */
  get isRemoved(): boolean {
    return fstatSync(this.#file!).nlink === 0;
  }

  /** Until what it returns is called, pages that are in use now are not used for anything else. */
  hold(): () => void {
    const transaction = this.#database.useReadTransaction();
    return () => transaction.done();
  }

  /**
   * Does all that `work` puts and removes, or nothing of it if it throws.
   *
   * @throws {StoreFailedError} if it cannot be brought to the disk, or its file has been removed
   */
  transact<T>(work: () => T): T {
    return this.#attempt('write', () => {
      // Pages that a reader saw which was killed would never be used again. It takes 2 µs with one reader, 7 with 16.
      this.#database.readerCheck();
      const result = this.#pass(() => this.#database.transactionSync(work));
      if (this.isRemoved) throw removed(this.folder);
      return result;
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
      if (!LOST_PAGES.test((error as Error).message)) throw failureOf('copy', this.folder, error);
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

  /** May be called again. */
  async close(): Promise<void> {
    await this.#database.close();
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
    await this.#gate?.close();
  }

  #pass<T>(work: () => T): T {
    return this.#gate ? this.#gate.pass(work) : work();
  }

  #attempt<T>(what: string, action: () => T): T {
    try {
      return action();
    } catch (error) {
      throw error instanceof HammingbirdError ? error : failureOf(what, this.folder, error);
    }
  }
}

export const removed = (folder: string): StoreFailedError =>
  new StoreFailedError(
    `${dataFileIn(folder)} has been removed, or another put in its place, while the store was open: nothing is stored here any more. ` +
      'Close the store, and open it anew.',
  );

/**
 * Where much is removed LMDB loses a free page now and then: nothing leads to it any more. That harms nothing, but its own way
 * to copy, twenty times as fast as pair by pair, then refuses.
 */
const LOST_PAGES = /^MDB_INCOMPATIBLE/;
