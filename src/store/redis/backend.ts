import type { Backend, Settled } from '../backend.ts';
import type { Entry, Query } from '../intake.ts';
import type { Settings } from '../settings.ts';
import { slicesOf } from '../slices.ts';
import type { CheckReport, Insertion, StoredDocument, StoredMatch } from '../store.ts';
import type { Address } from './address.ts';
import { AtOnce } from './at-once.ts';
import { Connection } from './connection.ts';
import { inOrder } from './in-order.ts';
import { Insertions } from './insertions.ts';
import { checkRecords, clearRemainders, listAstray, storeStats, writeMissing } from './maintenance.ts';
import { Nearby } from './nearby.ts';
import { type Parts, partsOf } from './parts.ts';
import { SHARDS_A_TIME, shards } from './records.ts';
import { damageOf } from './settings.ts';

/** How many documents are under way at the same time. */
const DOCUMENTS_A_BATCH = 256;
/** How many buckets they read at most: a second's work of a server, since claims run out of those that take too long. */
const READS_A_BATCH = 2 ** 15;

/** A store in Redis or a Redis Cluster: docs/stores.md tells what it promises. */
export class RedisBackend implements Backend {
  readonly settings: Settings;
  readonly name: string;
  readonly batchSizes: Backend['batchSizes'];
  readonly #address: Address;
  readonly #parts: Parts;
  readonly #nearby: Nearby;
  readonly #insertions: Insertions;

  constructor(connection: Connection, address: Address, settings: Settings) {
    const { maxDistance } = settings;
    this.settings = settings;
    this.name = address.shown;
    this.#address = address;
    this.#parts = partsOf(connection, address, settings);
    const { keys, records, postings } = this.#parts;
    this.#nearby = new Nearby(records, postings);
    const atOnce = new AtOnce(connection, keys, postings);
    this.#insertions = new Insertions(records, postings, this.#nearby, maxDistance, { atOnce });
    const fewer = Math.ceil(READS_A_BATCH / postings.readsFor(maxDistance));
    this.batchSizes = { insertAllIfNew: Math.min(DOCUMENTS_A_BATCH, fewer), load: DOCUMENTS_A_BATCH };
  }

  async insertIfNew(entry: Entry): Promise<Insertion> {
    return this.#insertions.insertIfNew(entry);
  }

  async insertAllIfNew(entries: readonly Entry[]): Promise<Settled> {
    const options = { maxDistance: this.settings.maxDistance, mayFail: await this.#areThere(entries) };
    const insertions = Array<Insertion | undefined>(entries.length).fill(undefined);
    try {
      await inOrder(entries, options, (entry) => this.#insertions.insertIfNew(entry), insertions);
      return { insertions };
    } catch (error) {
      return { insertions, error };
    }
  }

  async insert(entry: Entry): Promise<void> {
    await this.#insertions.insert(entry);
  }

  async update(entry: Entry): Promise<boolean> {
    return this.#insertions.update(entry);
  }

  async search({ fingerprint, maxDistance, limit }: Query): Promise<StoredMatch[]> {
    return (await this.#nearby.find(fingerprint, maxDistance, { limit })).stored.slice(0, limit);
  }

  async get(id: string): Promise<StoredDocument | undefined> {
    return (await this.#parts.records.get(id))?.document;
  }

  async remove(id: string): Promise<boolean> {
    return this.#remove(id, () => true);
  }

  async expire(before: number): Promise<number> {
    let count = 0;
    for (const some of slicesOf(shards(), SHARDS_A_TIME)) {
      const counts = await Promise.all(some.map((shard) => this.#expire(shard, before)));
      count += counts.reduce((sum, one) => sum + one, 0);
    }
    return count;
  }

  async size(): Promise<number> {
    return this.#parts.records.size();
  }

  async load(batches: AsyncIterable<readonly Entry[]>): Promise<void> {
    for await (const batch of batches) {
      await inOrder(batch, { maxDistance: -1, mayFail: await this.#areThere(batch) }, (entry) =>
        this.#insertions.insert(entry),
      );
    }
  }

  async *pages(): AsyncGenerator<StoredDocument[], void, undefined> {
    for await (const records of this.#parts.records.all()) yield records.map(({ document }) => document);
  }

  async stats(): Promise<Record<string, string | number>> {
    return {
      documents: await this.#parts.records.size(),
      recipe: this.settings.recipeId,
      distance: this.settings.maxDistance,
      ...(await storeStats(this.#parts.connection)),
    };
  }

  async check(): Promise<CheckReport> {
    // By a connection that asks also what is not whole.
    const connection = await Connection.open(this.#address);
    try {
      const damage = await damageOf(connection, this.#address, this.settings);
      return await checkRecords(partsOf(connection, this.#address, this.settings), damage);
    } finally {
      await connection.close();
    }
  }

  /** Lists what is not listed, writes postings again that a failover lost, and erases those that nothing stands behind. */
  async compact(): Promise<void> {
    await listAstray(this.#parts);
    await writeMissing(this.#parts);
    await clearRemainders(this.#parts);
  }

  async close(): Promise<void> {
    await this.#parts.connection.close();
  }

  /** By place, whether an id is stored already, or stands further above. */
  async #areThere(entries: readonly Entry[]): Promise<boolean[]> {
    const there = new Set(await this.#parts.records.stored(entries.map(({ id }) => id)));
    return entries.map(({ id }) => {
      const isThere = there.has(id);
      there.add(id);
      return isThere;
    });
  }

  async #expire(shard: number, before: number): Promise<number> {
    let count = 0;
    for (;;) {
      const ids = await this.#parts.records.olderThan(shard, before);
      if (ids.length === 0) return count;
      const removed = await Promise.all(ids.map((id) => this.#remove(id, ({ time }) => time < before)));
      count += removed.filter((one) => one).length;
      // One that somebody else has listed, or whose record they have removed, would come again without end.
      await Promise.all(ids.map((id, i) => removed[i] || this.#parts.records.list(shard, id)));
    }
  }

  /** Removes the record that is there, if it is to be. Its postings count for nothing from then on. */
  async #remove(id: string, isToBe: (document: StoredDocument) => boolean): Promise<boolean> {
    for (;;) {
      const record = await this.#parts.records.get(id);
      if (record === undefined || !isToBe(record.document)) return false;
      // Otherwise it has been replaced meanwhile, or removed: by another, or by us if the answer was lost.
      if (!(await this.#parts.records.remove(id, record.mark))) continue;
      const { fingerprint } = record.document;
      if (fingerprint !== null) await this.#parts.postings.erase(record.mark, fingerprint);
      return true;
    }
  }
}
