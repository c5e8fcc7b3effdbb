import { fstatSync, rmSync } from 'node:fs';
import { withFile } from '../../io/bytes/open-file.ts';
import { reasonOf } from '../../io/errors.ts';
import type { Backend, Settled } from '../backend.ts';
import { StoreFailedError, StoreLockedError } from '../errors.ts';
import { type Entry, type Query, toDocument } from '../intake.ts';
import type { Settings } from '../settings.ts';
import type { CheckReport, Insertion, StoredDocument, StoredMatch } from '../store.ts';
import { Changes } from './changes.ts';
import { checkRecord } from './check.ts';
import { entryOf } from './encoding.ts';
import { removed } from './environment.ts';
import { Gate } from './gate.ts';
import { GroupCommit, isOfDocument } from './group-commit.ts';
import { dataFileIn } from './inspect.ts';
import { readLocation, recordsFolder, removeEarlier, sync, writeLocation } from './location.ts';
import { OpenRecord, undisturbed } from './open-record.ts';
import { saveDueSnapshot, saveSnapshot } from './snapshots.ts';
import { hasWriter, type WriterLock } from './writer-lock.ts';

/** Documents that one job inserts or removes at most. */
const PORTION = 500;
/** Documents that one transaction loads. */
const LOADED_AT_ONCE = 5000;
/** Documents that are looked at in one turn, for those that expire. */
const LOOKED_AT_AT_ONCE = 10_000;
/** Documents that are exported at once. */
const EXPORTED_AT_ONCE = 1000;

/** A store in a folder: with the lock the only one that writes to it, without it one that follows whoever does. */
export class FolderBackend implements Backend {
  readonly settings: Settings;
  readonly name: string;
  readonly batchSizes = { insertAllIfNew: PORTION, load: LOADED_AT_ONCE };
  readonly #lock: WriterLock | undefined;
  #record: OpenRecord;
  /** Undefined without the lock. */
  #changes: Changes | undefined;
  readonly #commits = new GroupCommit((work) => {
    if (this.#failure) throw this.#failure;
    this.#changes!.transact(work);
  });
  /** Why nothing more may be written. */
  #failure: StoreFailedError | undefined;
  /** Reading goes one by one, since each begins by following the record. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(folder: string, record: OpenRecord, lock?: WriterLock) {
    this.settings = record.description;
    this.name = folder;
    this.#lock = lock;
    this.#record = record;
    this.#changes = lock && new Changes(record, lock.token);
  }

  async insertIfNew(entry: Entry): Promise<Insertion> {
    return this.#commits.run(() => this.#changes!.insertIfNew(entry));
  }

  async insertAllIfNew(entries: readonly Entry[]): Promise<Settled> {
    return this.#commits.run(() => {
      const insertions: Insertion[] = [];
      try {
        for (const entry of entries) insertions.push(this.#changes!.insertIfNew(entry));
        return { insertions };
      } catch (error) {
        if (!isOfDocument(error)) throw error;
        return { insertions, error };
      }
    });
  }

  async insert(entry: Entry): Promise<void> {
    return this.#commits.run(() => this.#changes!.insert(entry));
  }

  async update(entry: Entry): Promise<boolean> {
    return this.#commits.run(() => this.#changes!.update(entry));
  }

  async search(query: Query): Promise<StoredMatch[]> {
    return this.#read((record) => record.search(query));
  }

  async get(id: string): Promise<StoredDocument | undefined> {
    const entry = await this.#read((record) => record.get(id));
    return entry && toDocument(entry);
  }

  async remove(id: string): Promise<boolean> {
    return this.#commits.run(() => this.#changes!.remove(id));
  }

  /** Reads the whole record once. */
  async expire(before: number): Promise<number> {
    let expired = 0;
    for (let from: number | undefined = 0; from !== undefined; ) {
      const { old, next }: Expiring = await this.#read((record) => oldIn(record, from!, before));
      expired += await this.#commits.run(() => old.filter((id) => this.#changes!.expire(id, before)).length);
      from = next;
    }
    return expired;
  }

  async size(): Promise<number> {
    return this.#read(({ tables }) => tables.state.documents);
  }

  async load(batches: AsyncIterable<readonly Entry[]>): Promise<void> {
    for await (const batch of batches) {
      await this.#commits.run(() => {
        for (const entry of batch) this.#changes!.insert(entry);
      });
    }
  }

  async *pages(): AsyncGenerator<StoredDocument[], void, undefined> {
    for (let after: string | undefined; ; ) {
      const page: StoredDocument[] = await this.#read((record) => record.portion(after, EXPORTED_AT_ONCE));
      yield page;
      if (page.length < EXPORTED_AT_ONCE) return;
      after = page.at(-1)!.id;
    }
  }

  async stats(): Promise<Record<string, string | number>> {
    return this.#read(({ folder, tables, index, environment }) => ({
      kind: 'folder',
      documents: tables.state.documents,
      'with fingerprint': index.index.size,
      recipe: this.settings.recipeId,
      distance: this.settings.maxDistance,
      'bytes on disk': withFile(dataFileIn(folder), (file) => fstatSync(file).size),
      'bytes free in them': environment.freeBytes,
      'bytes of index': index.index.stats().bytes.total,
      'numbers used': tables.state.nextNumber,
      'removals listed': tables.state.nextRemoval - tables.state.firstRemoval,
    }));
  }

  /** Changes wait until it is done. */
  async check(): Promise<CheckReport> {
    if (this.#lock) return this.#commits.exclusively(() => checkRecord(this.#record, true));
    return this.#read(() => this.#checkOfOthers());
  }

  /**
   * Writes the record anew without what was removed, beside the old one, which then goes: for a while both are there.
   * Changes wait until it is done.
   */
  async compact(): Promise<void> {
    await this.#commits.exclusively(() => this.#compact());
  }

  async close(): Promise<void> {
    try {
      if (this.#lock) await this.#finish(this.#lock);
    } finally {
      await this.#record.close();
    }
  }

  async #finish(lock: WriterLock): Promise<void> {
    await this.#commits.finish();
    try {
      if (lock.isHeld && saveDueSnapshot(this.#record.folder, this.#record.index)) {
        this.#changes!.forgetRemovals(this.#record.index.position.nextRemoval);
      }
    } finally {
      lock.release();
    }
  }

  /** Reads from the record as it is now. */
  async #read<T>(work: (record: OpenRecord) => T | Promise<T>): Promise<T> {
    const result = this.#turn.then(() =>
      undisturbed(this.name, this.#record.environment, async () => {
        if (!this.#lock) await this.#follow();
        return work(this.#record);
      }),
    );
    this.#turn = result.catch(() => undefined);
    return result;
  }

  /** Takes in what the writer has done. */
  async #follow(): Promise<void> {
    this.#record.environment.refresh();
    for (;;) {
      const { environment, tables, folder } = this.#record;
      const { isRemoved } = environment;
      if (!isRemoved && !tables.state.hasMoved) break;
      // The writer has compacted the store: the record is elsewhere, or soon will be.
      if (await this.#reopen({ unless: this.#record.generation })) continue;
      if (isRemoved) throw removed(folder);
      break;
    }
    await this.#record.follow();
  }

  /** Opens the record where it is by now, unless that is of this generation; whether it did. */
  async #reopen({ unless }: { unless?: number } = {}): Promise<boolean> {
    const location = readLocation(this.name);
    if (location === undefined || location.generation === unless) return false;
    const record = await OpenRecord.openMoving(this.name, location);
    await this.#record.close();
    this.#record = record;
    return true;
  }

  /** Damage counts unless somebody has begun to write meanwhile, or moved the record: what changes while it is read looks damaged. */
  async #checkOfOthers(): Promise<CheckReport> {
    for (let isReopened = false; ; ) {
      const isStill = !hasWriter(this.name);
      const { generation } = this.#record;
      const { writer } = this.#record.tables.state;
      const report = await checkRecord(this.#record, isStill).catch((error: Error) => error);
      if (!(report instanceof Error) && report.damage.length === 0) return report;
      await this.#follow();
      const isSame =
        this.#record.generation === generation && (!isStill || this.#record.tables.state.writer === writer);
      if (!isSame) continue;
      // A transaction whose writer was killed may be in the file, and yet unseen by whoever has had it open since before. Why it
      // cannot be opened says less than what was found.
      if (!isReopened && (await this.#reopen().catch(() => false))) {
        isReopened = true;
        continue;
      }
      if (report instanceof Error) throw report;
      return report;
    }
  }

  async #compact(): Promise<void> {
    // A transaction goes to the record that is open, wherever that is by now; files go to the folder of this name.
    if (!this.#lock!.isHeld) throw StoreLockedError.takenOver();
    if (this.#failure) throw this.#failure;
    this.#changes!.forgetRemovals(this.#record.tables.state.nextRemoval);
    const old = this.#record;
    this.#record = await this.#moveTo(old.generation + 1);
    this.#changes = new Changes(this.#record, this.#lock!.token);
    await old.environment.close();
    await Gate.passOnce(this.name, () => removeEarlier(this.name, this.#record.generation));
    this.#changes.begin();
  }

  /** Writes the record anew, and says where it is. If that fails, the old one stays, and nothing of the new one. */
  async #moveTo(generation: number): Promise<OpenRecord> {
    const folder = recordsFolder(this.name, generation);
    let moved: OpenRecord | undefined;
    try {
      await this.#record.environment.copyTo(folder);
      sync(dataFileIn(folder), 'r+');
      saveSnapshot(folder, this.#record.index);
      // It must be open before others go by it: if it cannot be opened, this process goes on with the old one.
      moved = this.#record.movedTo(folder, generation);
      this.#changes!.move();
      writeLocation(this.name, { ...this.settings, generation });
      return moved;
    } catch (error) {
      await moved?.environment.close();
      if (readLocation(this.name)?.generation !== generation) {
        rmSync(folder, { recursive: true, force: true });
        throw error;
      }
      // Whoever opens it goes by the new one, until the power fails perhaps: what was written to either now could be lost.
      this.#failure = new StoreFailedError(
        `Cannot compact ${this.name}: ${reasonOf(error)}. Open it anew: nothing more is written here.`,
        { cause: error },
      );
      throw this.#failure;
    }
  }
}

/** Ids of old documents, and the number of a document to go on from; undefined at the end. */
interface Expiring {
  readonly old: string[];
  readonly next: number | undefined;
}

/** Those from a number on, some of them. */
function oldIn({ tables }: OpenRecord, from: number, before: number): Expiring {
  const old: string[] = [];
  let seen = 0;
  for (const [number, bytes] of tables.documents(from)) {
    if (seen === LOOKED_AT_AT_ONCE || old.length === PORTION) return { old, next: number };
    const { id, time } = entryOf(bytes);
    if (time < before) old.push(id);
    seen++;
  }
  return { old, next: undefined };
}
