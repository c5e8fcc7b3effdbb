import { resolve } from 'node:path';
import type { Kind } from '../backend.ts';
import { NoStoreError, StoreFailedError } from '../errors.ts';
import { checkSettings, newSettings, type StoreOptions } from '../settings.ts';
import { FolderBackend } from './backend.ts';
import { Environment } from './environment.ts';
import {
  type Location,
  makeEmptyFolder,
  makeFolder,
  readLocation,
  recordsFolder,
  removeUnfinished,
  writeLocation,
} from './location.ts';
import { OpenRecord } from './open-record.ts';
import { removeStrangers, saveDueSnapshot } from './snapshots.ts';
import { Tables } from './tables.ts';
import { WriterLock } from './writer-lock.ts';

export { rebuild } from './rebuild.ts';

/** Opens a store in a folder. */
export const open: Kind['open'] = async (where, options) => {
  const location = readLocation(where);
  newSettings(options);
  if (location) checkSettings(where, location, options);
  // The process may go into another folder while the store is open.
  const folder = wholePath(where);
  if (!options.readOnly) return openToWrite(folder, options);
  if (!location) throw NoStoreError.in(where);
  return new FolderBackend(folder, await OpenRecord.openMoving(folder, location));
};

function wholePath(where: string): string {
  try {
    return resolve(where);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StoreFailedError(
      `Cannot open ${where}: where this process is cannot be told (${code}), as where its folder was removed. Give the whole path.`,
      { cause: error },
    );
  }
}

async function openToWrite(folder: string, options: StoreOptions): Promise<FolderBackend> {
  makeFolder(folder);
  const lock = await WriterLock.take(folder);
  let record: OpenRecord | undefined;
  try {
    const location = readLocation(folder) ?? (await make(folder, options));
    // Once more: another process may have made it before this one had the lock.
    checkSettings(folder, location, options);
    record = await OpenRecord.open(folder, location);
    await record.takeOver(lock.token);
    removeStrangers(record.folder, record.tables.state);
    removeUnfinished(folder, record.generation);
    saveDueSnapshot(record.folder, record.index);
    return new FolderBackend(folder, record, lock);
  } catch (error) {
    // Why it cannot be opened is what counts.
    await record?.close().catch(() => undefined);
    lock.release();
    throw error;
  }
}

/** Makes an empty store. It is there when hammingbird.json says so; if that is interrupted, it is made again. */
async function make(folder: string, options: StoreOptions): Promise<Location> {
  const settings = newSettings(options);
  const location = { ...settings, generation: 1 };
  writeLocation(folder, location, false);
  const environment = new Environment(makeEmptyFolder(recordsFolder(folder, 1)));
  try {
    Tables.make(environment, settings);
  } finally {
    await environment.close();
  }
  writeLocation(folder, location);
  return location;
}
