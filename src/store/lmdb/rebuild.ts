import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CorruptDataError } from '../../errors.ts';
import { reasonOf } from '../../io/errors.ts';
import { MOST_LISTED } from '../damage.ts';
import { StoreFailedError } from '../errors.ts';
import type { Entry } from '../intake.ts';
import type { Settings } from '../settings.ts';
import type { RebuildReport } from '../store.ts';
import { DataFile } from './data-file.ts';
import { Environment } from './environment.ts';
import { Gate } from './gate.ts';
import { dataFileIn } from './inspect.ts';
import {
  begunFolder,
  generationsIn,
  type Location,
  makeEmptyFolder,
  readLocation,
  recordsFolder,
  writeLocation,
} from './location.ts';
import { Salvage } from './salvage.ts';
import { Tables } from './tables.ts';
import { WriterLock } from './writer-lock.ts';

/** Documents of one transaction. */
const PORTION = 5000;

/** Makes a new record of what can be read of the old one, which is kept beside it. */
export async function rebuild(folder: string): Promise<RebuildReport> {
  // Before the lock, which would be written into whatever folder this is.
  if (generationsIn(folder).length === 0) throw new StoreFailedError(`There is no store in ${folder}.`);
  const lock = await WriterLock.take(folder);
  try {
    const old = oldRecord(folder);
    const file = new DataFile(dataFileIn(old.path));
    try {
      return await rebuildFrom(file, folder, old);
    } finally {
      file.close();
    }
  } finally {
    lock.release();
  }
}

interface OldRecord {
  readonly path: string;
  readonly generation: number;
  readonly settings: Settings | undefined;
}

/** The record that hammingbird.json names, or if that cannot be read the last one that is there. */
function oldRecord(folder: string): OldRecord {
  const settings = locationIn(folder);
  const there = generationsIn(folder).filter((generation) => existsSync(dataFileIn(recordsFolder(folder, generation))));
  const generation = settings?.generation ?? Math.max(...there);
  if (!there.includes(generation))
    throw new StoreFailedError(`There is no record in ${folder}, so nothing can be saved.`);
  return { path: recordsFolder(folder, generation), generation, settings };
}

function locationIn(folder: string): Location | undefined {
  try {
    return readLocation(folder);
  } catch (error) {
    if (error instanceof CorruptDataError) return undefined;
    throw error;
  }
}

async function rebuildFrom(file: DataFile, folder: string, old: OldRecord): Promise<RebuildReport> {
  const salvage = new Salvage(file);
  const generation = Math.max(...generationsIn(folder)) + 1;
  const path = recordsFolder(folder, generation);
  const begun = makeEmptyFolder(begunFolder(folder, generation));
  const environment = new Environment(begun);
  try {
    const writer = new Rebuilding(environment, await settingsOf(salvage, old));
    const report = await refill(salvage, writer);
    await environment.close();
    renameSync(begun, path);
    writeLocation(folder, { ...writer.settings, generation });
    return { ...report, notes: [...report.notes, await keep(folder, old)] };
  } finally {
    await environment.close();
    rmSync(begun, { recursive: true, force: true });
  }
}

/** Keeps the record that was there, and says where. */
async function keep(folder: string, old: OldRecord): Promise<string> {
  const kept = join(folder, `damaged-${old.generation}`);
  try {
    await Gate.passOnce(folder, () => renameSync(old.path, kept));
    return `What was there before is kept in ${kept}: remove it when it is not needed.`;
  } catch (error) {
    return `What was there before is in ${old.path} until the store is compacted: it could not be kept as ${kept} (${reasonOf(error)}).`;
  }
}

/** What the store was made with: two places say it, of which the record bears a checksum. */
async function settingsOf(salvage: Salvage, { settings, path }: OldRecord): Promise<Settings> {
  await salvage.documents(() => undefined);
  if (!salvage.description) salvage.stray(() => undefined);
  const said = salvage.description ?? settings;
  if (said) return said;
  throw new CorruptDataError(
    `Neither hammingbird.json nor ${dataFileIn(path)} says any more what recipe the fingerprints have.`,
  );
}

/** Writes the new record: what the old pages lead to, and what else was certainly or possibly there. */
async function refill(salvage: Salvage, writer: Rebuilding): Promise<RebuildReport> {
  await salvage.documents((_, entry) => writer.add(entry));
  const missing = new Map<string, number>();
  await salvage.ids((id, number) => {
    if (!writer.has(id)) missing.set(id, number);
  });
  const possible = new Map<string, { number: number; entry: Entry }>();
  salvage.stray((number, entry) => {
    const { id } = entry;
    if (missing.get(id) === number) {
      writer.add(entry);
      missing.delete(id);
    } else if ((possible.get(id)?.number ?? -1) < number) possible.set(id, { number, entry });
  }, new Set(missing.values()));
  return finish(salvage, writer, missing, possible);
}

function finish(
  salvage: Salvage,
  writer: Rebuilding,
  missing: ReadonlyMap<string, number>,
  possible: ReadonlyMap<string, { number: number; entry: Entry }>,
): RebuildReport {
  const before = salvage.state?.documents;
  let uncertain = 0;
  for (const [id, { number, entry }] of possible) {
    // If all are there, or known to be lost, what else was found had been removed.
    if (salvage.isLast && writer.size + missing.size >= before!) break;
    if (missing.has(id) || salvage.removed.has(number) || writer.has(id)) continue;
    writer.add(entry);
    uncertain++;
  }
  writer.flush();
  const notes = [
    ...(uncertain > 0
      ? [
          `${uncertain} documents stood on pages to which nothing led any more: some of them may have been removed or updated since, and as many others be lost.`,
        ]
      : []),
    ...(salvage.isLast
      ? []
      : ['How many documents there were cannot be read any more. What changed last may be missing, or undone.']),
  ];
  const lost = Math.max(missing.size, (before ?? 0) - writer.count);
  return { documents: writer.count, lost, lostIds: [...missing.keys()].slice(0, MOST_LISTED), notes };
}

/** A record that is being written anew. */
class Rebuilding {
  readonly settings: Settings;
  readonly #environment: Environment;
  readonly #tables: Tables;
  #waiting = new Map<string, Entry>();
  count = 0;

  constructor(environment: Environment, settings: Settings) {
    this.#environment = environment;
    this.#tables = Tables.make(environment, settings);
    this.settings = settings;
  }

  get size(): number {
    return this.count + this.#waiting.size;
  }

  has(id: string): boolean {
    return this.#waiting.has(id) || this.#tables.numberOf(id) !== undefined;
  }

  add(entry: Entry): void {
    this.#waiting.set(entry.id, entry);
    if (this.#waiting.size === PORTION) this.flush();
  }

  flush(): void {
    this.#environment.transact(() => {
      for (const entry of this.#waiting.values()) {
        if (this.#tables.numberOf(entry.id) === undefined) this.#tables.insert(this.count++, entry);
      }
      this.#tables.setState({ ...this.#tables.state, documents: this.count, nextNumber: this.count });
    });
    this.#waiting = new Map();
  }
}
