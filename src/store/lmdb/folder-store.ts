import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { entryBatches, inPortions } from '../batches.ts';
import { checkId, expiryOf } from '../check.ts';
import type { Entry } from '../intake.ts';
import type { StoreOptions } from '../settings.ts';
import type { CheckReport, Insertion, NewDocument, StoredMatch } from '../store.ts';
import { Changes } from './changes.ts';
import { checkRecord } from './check.ts';
import { FolderReader } from './folder-reader.ts';
import { GroupCommit } from './group-commit.ts';
import { type Location, makeRecordsFolder, readLocation, removeEarlier, writeLocation } from './location.ts';
import type { Record } from './record.ts';
import { entryOf } from './records.ts';
import { saveDueSnapshot, saveSnapshot } from './snapshots.ts';
import type { WriterLock } from './writer-lock.ts';

/** Documents that one job inserts or removes at most. */
const PORTION = 500;
/** Documents that one transaction loads. */
const LOADED_AT_ONCE = 5000;

/** A store in a folder, opened to be written to: the only such one. */
export class FolderStore extends FolderReader {
  readonly #lock: WriterLock;
  readonly #commits: GroupCommit;
  #location: Location;
  #changes: Changes;

  constructor(folder: string, location: Location, record: Record, options: StoreOptions, lock: WriterLock) {
    super(folder, location, record, options);
    this.#location = location;
    this.#lock = lock;
    this.#changes = this.#changesOf(record);
    this.#commits = new GroupCommit((work) => this.#changes.transact(work));
  }

  override async insertIfNew(document: NewDocument): Promise<Insertion> {
    return this.usage.changing(async () => {
      const entry = this.intake.entry(document);
      return this.#commits.run(() => this.#changes.insertIfNew(entry, this.#find));
    });
  }

  override async insertAllIfNew(documents: readonly NewDocument[]): Promise<Insertion[]> {
    return this.usage.changing(async () =>
      inPortions(this.intake.entries(documents), PORTION, (portion) =>
        this.#commits.run(() => portion.map((entry) => this.#changes.insertIfNew(entry, this.#find))),
      ),
    );
  }

  override async insert(document: NewDocument): Promise<void> {
    return this.usage.changing(async () => {
      const entry = this.intake.entry(document);
      return this.#commits.run(() => this.#changes.insert(entry));
    });
  }

  override async update(document: NewDocument): Promise<boolean> {
    return this.usage.changing(async () => {
      const entry = this.intake.entry(document);
      return this.#commits.run(() => this.#changes.update(entry));
    });
  }

  override async remove(id: string): Promise<boolean> {
    return this.usage.changing(async () => {
      checkId(id);
      return this.#commits.run(() => this.#changes.remove(id));
    });
  }

  /** Reads the whole record once. */
  override async expire(before: number | Date): Promise<number> {
    return this.usage.changing(async () => {
      const time = expiryOf(before);
      let expired = 0;
      for (let from = 0; ; ) {
        const { old, next } = await this.read((record) => oldIn(record, from, time));
        expired += await this.#commits.run(() => old.filter((id) => this.#changes.expire(id, time)).length);
        if (next === undefined) return expired;
        from = next;
      }
    });
  }

  override async load(documents: AsyncIterable<NewDocument> | Iterable<NewDocument>): Promise<number> {
    return this.usage.changing(async () => {
      let count = 0;
      for await (const batch of entryBatches(documents, this.intake, LOADED_AT_ONCE)) {
        await this.#commits.run(() => {
          for (const entry of batch) this.#changes.insert(entry);
        });
        count += batch.length;
      }
      return count;
    });
  }

  /** Changes wait until it is done. */
  override async check(): Promise<CheckReport> {
    return this.usage.reading(() => this.#commits.exclusively(() => checkRecord(this.record, true)));
  }

  /**
   * Writes the record anew without what was removed, beside the old one, which then goes: for a while both are there.
   * Changes wait until it is done.
   */
  override async compact(): Promise<void> {
    await this.usage.changing(() => this.#commits.exclusively(() => this.#compact()));
  }

  protected override async finish(): Promise<void> {
    await this.#commits.finish();
    try {
      if (saveDueSnapshot(this.record.folder, this.record.index)) {
        this.#changes.forgetRemovals(this.record.index.position.nextRemoval);
      }
    } finally {
      this.#lock.release();
    }
  }

  /** Nobody else writes. */
  protected override async follow(): Promise<void> {}

  async #compact(): Promise<void> {
    this.#changes.forgetRemovals(this.record.tables.state.nextRemoval);
    const old = this.record;
    const location = { ...this.#location, generation: this.#location.generation + 1 };
    this.record = await this.#moveTo(location);
    this.#changes = this.#changesOf(this.record);
    this.#location = location;
    await old.environment.close();
    removeEarlier(this.folder, location.generation);
    this.#changes.begin();
  }

  /** Writes the record anew, and says where it is. If that fails, the old one stays, and nothing of the new one. */
  async #moveTo(location: Location): Promise<Record> {
    const folder = makeRecordsFolder(this.folder, location.generation);
    let moved: Record | undefined;
    try {
      await this.record.environment.copyTo(folder);
      syncFile(join(folder, 'data.mdb'));
      saveSnapshot(folder, this.record.index);
      // It must be open before others go by it: if it cannot be opened, this process goes on with the old one.
      moved = this.record.movedTo(folder);
      this.#changes.move();
      writeLocation(this.folder, location);
      return moved;
    } catch (error) {
      await moved?.environment.close();
      if (readLocation(this.folder)?.generation !== location.generation)
        rmSync(folder, { recursive: true, force: true });
      throw error;
    }
  }

  #changesOf({ environment, tables, index }: Record): Changes {
    return new Changes(environment, tables, index, this.#lock.token);
  }

  #find = ({ fingerprint }: Entry): StoredMatch[] =>
    this.record.search({ fingerprint, maxDistance: this.maxDistance, limit: Number.POSITIVE_INFINITY });
}

/** Ids of old documents from a number on, and the number to go on from; undefined at the end. */
function oldIn({ tables }: Record, from: number, before: number): { old: string[]; next: number | undefined } {
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

const LOOKED_AT_AT_ONCE = 10_000;

function syncFile(path: string): void {
  const file = openSync(path, 'r+');
  fsyncSync(file);
  closeSync(file);
}
