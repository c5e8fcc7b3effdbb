import { StoreFailedError } from '../errors.ts';
import { checkSettings, newSettings, nothingThere, type StoreOptions } from '../settings.ts';
import type { Store } from '../store.ts';
import { Environment } from './environment.ts';
import { FolderReader } from './folder-reader.ts';
import { FolderStore } from './folder-store.ts';
import {
  type Location,
  makeFolder,
  makeRecordsFolder,
  readLocation,
  removeUnfinished,
  writeLocation,
} from './location.ts';
import { makeTables } from './make.ts';
import { Record } from './record.ts';
import { removeStrangers, saveDueSnapshot } from './snapshots.ts';
import { WriterLock } from './writer-lock.ts';

export { rebuild } from './rebuild.ts';

/** Opens a store in a folder. */
export async function open(where: string, options: StoreOptions): Promise<Store> {
  const location = readLocation(where);
  newSettings(options);
  if (location) checkSettings(where, location, options);
  if (!options.readOnly) return openToWrite(where, options);
  if (!location) throw new StoreFailedError(nothingThere(where));
  const opened = await Record.openMoving(where, location);
  return new FolderReader(where, opened.location, opened.record, options);
}

async function openToWrite(folder: string, options: StoreOptions): Promise<Store> {
  makeFolder(folder);
  const lock = new WriterLock(folder);
  try {
    const location = readLocation(folder) ?? (await make(folder, options));
    const record = await Record.open(folder, location, {
      readOnly: false,
      prepare: (environment, tables) => {
        environment.transact(() => tables.setState({ ...tables.state, writer: lock.token, hasMoved: false }));
        removeStrangers(environment.folder, tables.state);
        removeUnfinished(folder, location.generation);
      },
    });
    saveDueSnapshot(record.folder, record.index);
    return new FolderStore(folder, location, record, options, lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Makes an empty store. It is there when hammingbird.json says so; if that is interrupted, it is made again. */
async function make(folder: string, options: StoreOptions): Promise<Location> {
  const settings = newSettings(options);
  const location = { ...settings, generation: 1 };
  writeLocation(folder, location, false);
  const environment = new Environment(makeRecordsFolder(folder, 1));
  try {
    makeTables(environment, settings);
  } finally {
    await environment.close();
  }
  writeLocation(folder, location);
  return location;
}
