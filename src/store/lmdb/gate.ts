import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { open, type RootDatabase } from 'lmdb';
import { CorruptDataError } from '../../errors.ts';
import { DataFile } from './data-file.ts';
import { dataFileIn } from './inspect.ts';
import { makeFolder } from './location.ts';
import { LOCK_BYTES, lockFileIn, makeLockFile, mayWrite, roomIn } from './lock-file.ts';
import { lastMeta } from './meta-pages.ts';

/** More than its files take. */
const ROOM = 3 * LOCK_BYTES;

/**
 * What one process at a time passes, of all that use an environment of LMDB: to open it, or to write to it.
 *
 * Whoever opens one sets the number that all count transactions by to what stood on its first pages shortly before
 * (`mti_txnid`, in `mdb_env_open2` of lmdb 3.5.6). If a transaction ended in between, the next one would undo it, or take
 * pages for its own and end the process. The gate is an environment beside it to which nothing is ever written: its number
 * is always right, and the system frees its lock when a process dies.
 */
export class Gate {
  readonly #database: RootDatabase;

  private constructor(folder: string) {
    this.#database = open({ path: folder, noSubdir: false, overlappingSync: false });
  }

  /**
   * The gate of the environment in a folder; it is made if it is not there.
   *
   * @throws {CorruptDataError} if it is damaged: LMDB would end the process
   */
  static of(environment: string): Gate {
    const folder = gateIn(environment);
    if (existsSync(dataFileIn(folder))) checkUnwritten(folder);
    else if (roomIn(environment) < ROOM) throw new Error('the disk is full');
    makeFolder(folder);
    makeLockFile(folder);
    return new Gate(folder);
  }

  /** Whether a process has the right to pass. */
  static isOpen(environment: string): boolean {
    const folder = gateIn(environment);
    return existsSync(folder) ? [dataFileIn(folder), lockFileIn(folder)].every(mayWrite) : mayWrite(environment);
  }

  /** Waits until whoever is in it has left. */
  pass<T>(work: () => T): T {
    return this.#database.transactionSync(work);
  }

  async close(): Promise<void> {
    await this.#database.close();
  }
}

export const gateIn = (environment: string): string => join(environment, 'gate');

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
