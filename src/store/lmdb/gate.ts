import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { RootDatabase } from 'lmdb';
import { CorruptDataError } from '../../errors.ts';
import { DataFile } from './data-file.ts';
import { dataFileIn } from './inspect.ts';
import { makeFolder } from './location.ts';
import { LOCK_BYTES, lockFileIn, makeLockFile, mayWrite, roomIn } from './lock-file.ts';
import { lastMeta } from './meta-pages.ts';
import { failureOf, openDatabase } from './open-database.ts';

/** More than its files take. */
const ROOM = 3 * LOCK_BYTES;

/**
 * What one process at a time passes, of all that use a store: to get the right to write, to open the record, to write to it, or
 * to remove an earlier one.
 *
 * Whoever opens one sets the number that all count transactions by to what stood on its first pages shortly before
 * (`mti_txnid`, in `mdb_env_open2` of lmdb 3.5.6). If a transaction ended in between, the next one would undo it, or take
 * pages for its own and end the process. And where files go while it opens them, lmdb 3.5.6 frees memory twice
 * (`EnvWrap::openEnv`). The gate is an environment beside it to which nothing is ever written and which nobody removes: its
 * number is always right, and the system frees its lock when a process dies.
 */
export class Gate {
  readonly #database: RootDatabase;

  private constructor(folder: string) {
    this.#database = openDatabase(folder);
  }

  /**
   * The gate of the store in a folder; it is made if it is not there.
   *
   * @throws {CorruptDataError} if it is damaged: LMDB would end the process
   * @throws {StoreFailedError} if it cannot be opened
   */
  static of(store: string): Gate {
    const folder = gateIn(store);
    if (existsSync(dataFileIn(folder))) checkUnwritten(folder);
    else if (roomIn(store) < ROOM) throw failureOf('open', folder, new Error('the disk is full'));
    makeFolder(folder);
    makeLockFile(folder);
    try {
      return new Gate(folder);
    } catch (error) {
      throw failureOf('open', folder, error);
    }
  }

  /** Whether a process has the right to pass. */
  static isOpen(store: string): boolean {
    const folder = gateIn(store);
    return existsSync(folder) ? [dataFileIn(folder), lockFileIn(folder)].every(mayWrite) : mayWrite(store);
  }

  /** Passes the gate of the store in a folder once. */
  static async passOnce<T>(store: string, work: () => T): Promise<T> {
    const gate = Gate.of(store);
    try {
      return gate.pass(work);
    } finally {
      await gate.close();
    }
  }

  /** Waits until whoever is in it has left. */
  pass<T>(work: () => T): T {
    return this.#database.transactionSync(work);
  }

  async close(): Promise<void> {
    await this.#database.close();
  }
}

export const gateIn = (store: string): string => join(store, 'gate');

function checkUnwritten(folder: string): void {
  const file = new DataFile(dataFileIn(folder));
  try {
    // One that is just being made.
    if (file.size === 0) return;
    const meta = lastMeta(file);
    if (typeof meta !== 'string' && meta.transaction === 0 && meta.main.root === -1 && meta.free.root === -1) return;
  } finally {
    file.close();
  }
  throw new CorruptDataError(
    `${file.path} is damaged. Nothing is stored in it: remove ${folder} while nobody uses the store.`,
  );
}
