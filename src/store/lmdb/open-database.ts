import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { openAsClass, type RootDatabase } from 'lmdb';
import { reasonOf } from '../../io/errors.ts';
import { pause } from '../../io/pause.ts';
import { StoreFailedError } from '../errors.ts';
import { dataFileIn } from './inspect.ts';
import { isFull, lockFileIn } from './lock-file.ts';

/** What LMDB has opened, of which databases are made; before one is made it can be read from, and closed. */
interface Opened {
  readonly prototype: RootDatabase<Buffer, Buffer>;
  new (name: null, options: object): RootDatabase<Buffer, Buffer>;
}

/** Milliseconds; each pause is up to twice as long as the one before. Of two processes that meet, one waits once or twice. */
const LONGEST_PAUSE = 1000;

/** Opens an environment of LMDB with one table of bytes, ordered by their keys. */
export function openDatabase(folder: string, { readOnly = false } = {}): RootDatabase<Buffer, Buffer> {
  const options = {
    path: folder,
    noSubdir: false,
    isRoot: true,
    readOnly,
    encoding: 'binary',
    keyEncoding: 'binary',
    overlappingSync: false,
    maxReaders: 512,
  };
  if (!readOnly) checkRights(folder);
  const Database = join(options);
  try {
    return new Database(null, options);
  } catch (error) {
    leave(Database);
    throw error;
  }
}

/** Where its file of locks may not be written, lmdb 3.5.6 frees memory twice (`EnvWrap::openEnv`), and ends the process. */
function checkRights(folder: string): void {
  // One that is not there it would make.
  for (const path of [lockFileIn(folder), dataFileIn(folder)].map((file) => (existsSync(file) ? file : folder))) {
    try {
      accessSync(path, constants.R_OK | constants.W_OK);
    } catch (error) {
      throw new StoreFailedError(
        `Cannot open ${path}: ${reasonOf(error)}. This step was not done. Give the user of this process the right to write ` +
          `to all that is in ${dirname(folder)}.`,
        { cause: error },
      );
    }
  }
}

/**
 * The last process that closes an environment takes the locks in its file apart, also while another one waits to join it
 * (`mdb_env_close0` and `mdb_env_excl_lock` of lmdb 3.5.6). Who joins then can do nothing with them. It leaves and comes
 * again; once all such have left, the next one makes the locks anew.
 */
function join(options: object): Opened {
  for (let longest = 1; ; longest *= 2) {
    const opened = openAsClass({ ...options } as Parameters<typeof openAsClass>[0]) as unknown as Opened;
    try {
      opened.prototype.useReadTransaction().done();
      return opened;
    } catch (error) {
      leave(opened);
      if (error instanceof TypeError) throw new Error(NUMBER_TAKEN, { cause: error });
      if (!isInvalid(error) || longest > LONGEST_PAUSE) throw error;
    }
    pause(Math.random() * longest);
  }
}

function leave({ prototype }: Opened): void {
  Object.assign(Object.create(prototype) as typeof prototype, { isRoot: true }).close();
}

/** A reader locks the byte of its number in the file of locks (`mdb_reader_pid`); where it cannot, lmdb 3.5.6 reads nothing. */
const NUMBER_TAKEN =
  `a process of another container has it open that has the same number, ${process.pid}; let the containers share their ` +
  'processes (docker run --pid, shareProcessNamespace of Kubernetes), or have one of them run hammingbird serve, and ask that';

/** What to say of what LMDB could not do. */
export function failureOf(what: string, folder: string, error: unknown): StoreFailedError {
  if (error instanceof StoreFailedError) return error;
  const reason = isFull(folder) ? 'the disk is full' : (error as Error).message;
  return new StoreFailedError(`Cannot ${what} ${folder}: ${reason}. This step was not done.`, { cause: error });
}

/** EINVAL, as LMDB says it. */
const isInvalid = (error: unknown): boolean => (error as Error).message.startsWith('Invalid argument');
