import { statSync } from 'node:fs';
import { CorruptDataError } from '../../errors.ts';
import { readError } from '../../io/errors.ts';
import { StoreFailedError } from '../errors.ts';
import { compareIds, type Entry, type Query, toDocument } from '../intake.ts';
import type { StoredDocument, StoredMatch } from '../store.ts';
import { Environment } from './environment.ts';
import { gateIn } from './gate.ts';
import { checkPages, dataFileIn, lastTransaction } from './inspect.ts';
import { type Location, readLocation, recordsFolder } from './location.ts';
import { lockFileIn } from './lock-file.ts';
import type { MemoryIndex } from './memory-index.ts';
import { REMEDY } from './sealed.ts';
import { restoreIndex } from './snapshots.ts';
import { type Description, Tables } from './tables.ts';
import { hasWriter } from './writer-lock.ts';

/** The record on the disk, and the index of it in memory. */
export class OpenRecord {
  /** The number of its folder. */
  readonly generation: number;
  readonly environment: Environment;
  readonly tables: Tables;
  readonly description: Description;
  readonly index: MemoryIndex;

  private constructor(generation: number, environment: Environment, description: Description, index: MemoryIndex) {
    this.generation = generation;
    this.environment = environment;
    this.tables = new Tables(environment);
    this.description = description;
    this.index = index;
  }

  get folder(): string {
    return this.environment.folder;
  }

  /** @throws {CorruptDataError} if it is not there, or damaged, or is not as it is said to be */
  static async open(store: string, location: Location, { readOnly = false } = {}): Promise<OpenRecord> {
    const folder = recordsFolder(store, location.generation);
    checkThere(dataFileIn(folder));
    await (readOnly ? checkStillPages(store, folder) : checkPages(folder));
    const environment = new Environment(folder, { readOnly });
    try {
      return await undisturbed(store, environment, () => OpenRecord.#read(location, environment));
    } catch (error) {
      await environment.close();
      throw error;
    }
  }

  static async #read(location: Location, environment: Environment): Promise<OpenRecord> {
    const tables = new Tables(environment);
    const { description } = tables;
    const { folder } = environment;
    if (!description) throw new CorruptDataError(`${folder} has lost its description. ${REMEDY}`);
    const { recipeId, maxDistance } = description;
    // What hammingbird.json says has no checksum.
    if (recipeId !== location.recipeId || maxDistance !== location.maxDistance) {
      throw new CorruptDataError(
        `hammingbird.json has changed: it says the recipe ${location.recipeId} and the distance ${location.maxDistance}, ` +
          `and ${folder} says ${recipeId} and ${maxDistance}. ${REMEDY}`,
      );
    }
    const record = new OpenRecord(
      location.generation,
      environment,
      description,
      await restoreIndex(folder, description, tables.state),
    );
    await record.follow();
    return record;
  }

  /**
   * Opens it to be read, wherever it is: whoever writes may move it meanwhile.
   *
   * @throws {CorruptDataError} if it is not there, or damaged
   */
  static async openMoving(store: string, found: Location): Promise<OpenRecord> {
    for (let location = found; ; ) {
      try {
        return await OpenRecord.open(store, location, { readOnly: true });
      } catch (error) {
        const now = readLocation(store);
        if (now === undefined || now.generation === location.generation) throw error;
        location = now;
      }
    }
  }

  /** Makes a process, by its token, the one that writes; what another one has written until then is taken in. */
  async takeOver(writer: string): Promise<void> {
    const { tables } = this;
    this.environment.transact(() => tables.setState({ ...tables.state, writer, hasMoved: false }));
    await this.follow();
  }

  /** Takes what was recorded since into the index, and what came while that took more than one turn: who reads next sees it. */
  async follow(): Promise<void> {
    for (let { state } = this.tables; !this.index.isAt(state); { state } = this.tables) {
      await this.index.follow(this.tables, state);
    }
  }

  /** What resembles a query. */
  search({ fingerprint, maxDistance, limit }: Query): StoredMatch[] {
    const found = this.index.search(fingerprint, maxDistance);
    // Of those as far away as the last, ids decide, so all of them are looked at.
    const farthest = found[Math.min(limit, found.length) - 1]?.distance ?? 0;
    return found
      .filter(({ distance }) => distance <= farthest)
      .map(({ id, distance, fingerprint: near }) => ({
        ...toDocument(this.tables.entry(id)),
        fingerprint: near,
        distance,
      }))
      .sort((a, b) => a.distance - b.distance || compareIds(a.id, b.id))
      .slice(0, limit);
  }

  /** What resembles a document; of one without features nothing does. */
  duplicatesOf({ fingerprint }: Entry): StoredMatch[] {
    const { maxDistance } = this.description;
    return fingerprint === null ? [] : this.search({ fingerprint, maxDistance, limit: Number.POSITIVE_INFINITY });
  }

  get(id: string): Entry | undefined {
    const number = this.tables.numberOf(id);
    return number === undefined ? undefined : this.tables.entry(number);
  }

  /** Documents in the order of their ids, behind one of them. */
  portion(after: string | undefined, limit: number): StoredDocument[] {
    return this.tables.ids(after, limit).map(([, number]) => toDocument(this.tables.entry(number)));
  }

  /** The same documents, and the same index, from another folder. */
  movedTo(folder: string, generation: number): OpenRecord {
    return new OpenRecord(generation, new Environment(folder), this.description, this.index);
  }

  async close(): Promise<void> {
    this.index.dispose();
    await this.environment.close();
  }
}

/**
 * Reads, unless somebody writes who does not know of it: pages that are read would be written over, and look damaged.
 *
 * @throws {StoreFailedError} that says what right is missing
 */
export async function undisturbed<T>(store: string, environment: Environment, read: () => T | Promise<T>): Promise<T> {
  const check = (): void => {
    if (environment.isNoted || !hasWriter(store)) return;
    const { folder } = environment;
    throw new StoreFailedError(
      `A process writes to ${store}, and to read it meanwhile one needs the right to write ${lockFileIn(folder)} ` +
        `and ${gateIn(store)}, ` +
        'where it is noted who reads. Give that right, wait until nobody writes, or run hammingbird serve and ask that.',
    );
  };
  check();
  try {
    return await read();
  } finally {
    check();
  }
}

/** What may not be looked at may be whole: only what is not there has to be restored. */
function checkThere(path: string): void {
  try {
    if (statSync(path, { throwIfNoEntry: false })) return;
  } catch (error) {
    throw readError(path, error);
  }
  throw new CorruptDataError(`${path} is missing. ${REMEDY}`);
}

/** Looks at the pages, unless somebody writes: who does has looked at them, and what changes while it is read looks damaged. */
async function checkStillPages(store: string, folder: string): Promise<void> {
  while (!hasWriter(store)) {
    const before = lastTransaction(folder);
    try {
      await checkPages(folder);
      return;
    } catch (error) {
      if (lastTransaction(folder) === before) throw error;
    }
  }
}
