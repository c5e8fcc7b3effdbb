import { entryBatches, inPortions } from '../batches.ts';
import { checkId, expiryOf } from '../check.ts';
import { type Entry, Intake } from '../intake.ts';
import type { Settings, StoreOptions } from '../settings.ts';
import type {
  CheckReport,
  Insertion,
  NewDocument,
  SearchOptions,
  Store,
  StoredDocument,
  StoredMatch,
  TextOrFingerprint,
} from '../store.ts';
import { Usage } from '../usage.ts';
import type { Address } from './address.ts';
import { inOrder } from './batch.ts';
import type { Connection } from './connection.ts';
import { Insertions } from './insertions.ts';
import { Keys } from './keys.ts';
import { checkPostings, clearRemainders, storeStats, writeMissing } from './maintenance.ts';
import { Nearby } from './nearby.ts';
import { Postings } from './postings.ts';
import { Records, shards } from './records.ts';

/** How many documents are under way at the same time. */
const DOCUMENTS_A_BATCH = 256;
/** How many buckets they read at most: a second's work of a server, since claims run out of those that take too long. */
const READS_A_BATCH = 2 ** 15;

/** A store in Redis or a Redis Cluster: docs/stores.md tells what it promises. */
export class RedisStore implements Store {
  readonly recipeId: string;
  readonly maxDistance: number;
  readonly #connection: Connection;
  readonly #keys: Keys;
  readonly #intake: Intake;
  readonly #usage: Usage;
  readonly #records: Records;
  readonly #postings: Postings;
  readonly #nearby: Nearby;
  readonly #insertions: Insertions;

  constructor(connection: Connection, address: Address, settings: Settings, options: StoreOptions) {
    this.recipeId = settings.recipeId;
    this.maxDistance = settings.maxDistance;
    this.#connection = connection;
    this.#keys = new Keys(address.prefix);
    this.#intake = new Intake(settings, options.recipe);
    this.#usage = new Usage(address.shown, options.readOnly ?? false);
    this.#records = new Records(connection, this.#keys);
    this.#postings = new Postings(connection, this.#keys, settings.maxDistance);
    this.#nearby = new Nearby(this.#records, this.#postings);
    this.#insertions = new Insertions(this.#records, this.#postings, this.#nearby, settings.maxDistance);
  }

  async insertIfNew(document: NewDocument): Promise<Insertion> {
    return this.#usage.changing(async () => this.#insertions.insertIfNew(this.#intake.entry(document)));
  }

  async insertAllIfNew(documents: readonly NewDocument[]): Promise<Insertion[]> {
    return this.#usage.changing(async () =>
      inPortions(this.#intake.entries(documents), this.#documentsABatch(), (portion) =>
        this.#insertBatchIfNew(portion),
      ),
    );
  }

  async insert(document: NewDocument): Promise<void> {
    await this.#usage.changing(async () => this.#insertions.insert(this.#intake.entry(document)));
  }

  async update(document: NewDocument): Promise<boolean> {
    return this.#usage.changing(async () => this.#insertions.update(this.#intake.entry(document)));
  }

  async search(query: TextOrFingerprint, options?: SearchOptions): Promise<StoredMatch[]> {
    return this.#usage.reading(async () => {
      const { fingerprint, maxDistance, limit } = this.#intake.query(query, options);
      if (fingerprint === null) return [];
      return (await this.#nearby.find(fingerprint, maxDistance)).stored.slice(0, limit);
    });
  }

  async get(id: string): Promise<StoredDocument | undefined> {
    return this.#usage.reading(async () => {
      checkId(id);
      return (await this.#records.get(id))?.document;
    });
  }

  async remove(id: string): Promise<boolean> {
    return this.#usage.changing(async () => {
      checkId(id);
      return this.#remove(id, () => true);
    });
  }

  async expire(before: number | Date): Promise<number> {
    return this.#usage.changing(async () => {
      const time = expiryOf(before);
      const counts = await Promise.all(shards().map((shard) => this.#expire(shard, time)));
      return counts.reduce((sum, count) => sum + count, 0);
    });
  }

  async size(): Promise<number> {
    return this.#usage.reading(() => this.#records.size());
  }

  async load(documents: AsyncIterable<NewDocument> | Iterable<NewDocument>): Promise<number> {
    return this.#usage.changing(async () => {
      let count = 0;
      for await (const batch of entryBatches(documents, this.#intake, DOCUMENTS_A_BATCH)) {
        await inOrder(batch, { maxDistance: -1, mayFail: await this.#areThere(batch) }, (entry) =>
          this.#insertions.insert(entry),
        );
        count += batch.length;
      }
      return count;
    });
  }

  async *export(): AsyncGenerator<StoredDocument> {
    this.#usage.check();
    for await (const page of this.#records.all()) {
      for (const { document } of page) yield document;
      this.#usage.check();
    }
  }

  async stats(): Promise<Record<string, string | number>> {
    return this.#usage.reading(async () => ({
      documents: await this.#records.size(),
      recipe: this.recipeId,
      distance: this.maxDistance,
      ...(await storeStats(this.#connection)),
    }));
  }

  async check(): Promise<CheckReport> {
    return this.#usage.reading(() => checkPostings(this.#records, this.#postings));
  }

  /** Writes postings again that a failover lost, and erases those that nothing stands behind. */
  async compact(): Promise<void> {
    await this.#usage.changing(async () => {
      await writeMissing(this.#records, this.#postings);
      await clearRemainders(this.#connection, this.#keys, this.#records, this.#postings);
    });
  }

  async close(): Promise<void> {
    await this.#usage.close(() => this.#connection.close());
  }

  #documentsABatch(): number {
    const reads = this.#postings.readsFor(this.maxDistance);
    return Math.min(DOCUMENTS_A_BATCH, Math.ceil(READS_A_BATCH / reads));
  }

  async #insertBatchIfNew(entries: readonly Entry[]): Promise<Insertion[]> {
    const options = { maxDistance: this.maxDistance, mayFail: await this.#areThere(entries) };
    return inOrder(entries, options, (entry) => this.#insertions.insertIfNew(entry));
  }

  /** By place, whether an id is stored already, or stands further above. */
  async #areThere(entries: readonly Entry[]): Promise<boolean[]> {
    const records = await Promise.all(entries.map(({ id }) => this.#records.get(id)));
    const above = new Set<string>();
    return entries.map(({ id }, place) => {
      const isAbove = above.has(id);
      above.add(id);
      return isAbove || records[place] !== undefined;
    });
  }

  async #expire(shard: number, before: number): Promise<number> {
    let count = 0;
    for (;;) {
      const ids = await this.#records.olderThan(shard, before);
      if (ids.length === 0) return count;
      const removed = await Promise.all(ids.map((id) => this.#remove(id, ({ time }) => time < before)));
      count += removed.filter((one) => one).length;
    }
  }

  /** Removes the record that is there, if it is to be. Its postings count for nothing from then on. */
  async #remove(id: string, isToBe: (document: StoredDocument) => boolean): Promise<boolean> {
    for (;;) {
      const record = await this.#records.get(id);
      if (record === undefined || !isToBe(record.document)) return false;
      // Otherwise it has been replaced meanwhile, or removed: by another, or by us if the answer was lost.
      if (!(await this.#records.remove(id, record.mark))) continue;
      const { fingerprint } = record.document;
      if (fingerprint !== null) await this.#postings.erase(record.mark, fingerprint);
      return true;
    }
  }
}
