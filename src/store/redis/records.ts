import { isUtf8 } from 'node:buffer';
import { CorruptDataError } from '../../errors.ts';
import { compareIds, type Entry } from '../intake.ts';
import { slicesOf } from '../slices.ts';
import type { Connection } from './connection.ts';
import { type Posting, readRecord, recordText, type StoredRecord } from './encoding.ts';
import { type Keys, SHARDS, shardOf } from './keys.ts';
import {
  ASTRAY,
  CLAIM,
  COMMIT,
  LIST,
  RELEASE,
  REMOVE,
  RENEW,
  SIFT_STORED,
  SIFT_UNLISTED,
  SIFT_UNRECORDED,
  UNLISTED,
} from './scripts.ts';
import { sifted } from './sift.ts';
import { readable, type Unreadable } from './unreadable.ts';

/** How long a claim lasts unless it is renewed, in milliseconds: so long others wait for a process that was killed. */
const LEASE = 5000;
/** How many ids of each shard are read at a time when all are. */
const IDS_A_SHARD = 32;
/** How many records are read at a time: of the longest meta, what also a slow line brings well before a server is taken for gone. */
export const RECORDS_A_TIME = 512;
/** How many shards expire at a time, and how many documents of each: no more records than are read otherwise. */
export const SHARDS_A_TIME = 16;
const EXPIRED_A_TIME = RECORDS_A_TIME / SHARDS_A_TIME;

/** What stands behind a posting. */
export interface Standing {
  /** What has its mark; nothing has that of a remainder. */
  readonly by: 'record' | 'claim' | 'nothing';
  /** What is stored under its id, by whatever mark. */
  readonly record: StoredRecord | undefined;
}

/** Who has an id. */
export type Claim =
  | { readonly by: 'us' }
  | { readonly by: 'record'; readonly record: StoredRecord }
  | { readonly by: 'other'; readonly mark: string };

/** The documents' records, and the claims of those who are about to write them. */
export class Records {
  readonly #connection: Connection;
  readonly #keys: Keys;

  constructor(connection: Connection, keys: Keys) {
    this.#connection = connection;
    this.#keys = keys;
  }

  /** The name of a claim, for messages. */
  claimKey(id: string): string {
    return this.#keys.claim(id);
  }

  async get(id: string): Promise<StoredRecord | undefined> {
    const text = await this.#connection.run((client) => client.get(this.#keys.record(id)));
    return text === null ? undefined : readRecord(id, text);
  }

  /** Those that have a record. */
  async stored(ids: readonly string[]): Promise<string[]> {
    const given = { script: SIFT_STORED, keyOf: (id: string) => this.#keys.record(id), valuesOf: () => [] };
    return sifted(this.#connection, ids, given);
  }

  async standing(id: string, mark: string): Promise<Standing> {
    const keys = [this.#keys.record(id), this.#keys.claim(id)];
    const [text, claim] = await this.#connection.run((client) => client.mget(...keys));
    const record = !text && claim === mark ? undefined : await this.#recordOf(id, text);
    return { by: record?.mark === mark ? 'record' : claim === mark ? 'claim' : 'nothing', record };
  }

  /** The postings that neither a record nor a claim stands behind. */
  async remainders<One extends Posting>(postings: readonly One[]): Promise<One[]> {
    const doubtful = await sifted(this.#connection, postings, {
      script: SIFT_UNRECORDED,
      keyOf: ({ id }) => this.#keys.record(id),
      valuesOf: ({ mark }) => [mark],
    });
    const standings = await Promise.all(doubtful.map(({ id, mark }) => this.standing(id, mark)));
    return doubtful.filter((_, i) => standings[i]!.by === 'nothing');
  }

  /** Claims an id for a mark, unless another's mark or, if none may be there, a record stands in the way. */
  async claim(id: string, mark: string, overRecord: boolean): Promise<Claim> {
    const keys = this.#keys.ofDocument(id).slice(0, 3);
    const answer = (await this.#connection.script(CLAIM, keys, [mark, LEASE, overRecord ? 1 : 0])) as string | null;
    if (answer === null) return { by: 'us' };
    const text = answer.slice(1);
    return answer.startsWith('r') ? { by: 'record', record: readRecord(id, text) } : { by: 'other', mark: text };
  }

  async renew(id: string, mark: string): Promise<void> {
    await this.#connection.script(RENEW, [this.#keys.claim(id)], [mark, LEASE]);
  }

  async release(id: string, mark: string): Promise<void> {
    await this.#connection.script(RELEASE, [this.#keys.claim(id)], [mark]);
  }

  /**
   * Writes a record under its claim.
   *
   * @param over whether there must be a record before
   * @returns false if the claim has run out, or there is none; otherwise the record that it replaced, if any
   */
  async commit(
    mark: string,
    entry: Entry,
    over: boolean,
  ): Promise<false | { readonly before: StoredRecord | undefined }> {
    const { id, time } = entry;
    const keys = this.#keys.ofDocument(id);
    const values = [mark, recordText(mark, entry), id, time, over ? 1 : 0];
    const [done, before] = (await this.#connection.script(COMMIT, keys, values)) as [number, string | null | undefined];
    return done === 1 && { before: before ? readRecord(id, before) : undefined };
  }

  /** Removes a record, unless it has been replaced meanwhile: whether it was there. */
  async remove(id: string, mark: string): Promise<boolean> {
    const shard = shardOf(id);
    const keys = [this.#keys.record(id), this.#keys.ids(shard), this.#keys.times(shard)];
    return (await this.#connection.script(REMOVE, keys, [mark, id])) === 1;
  }

  async size(): Promise<number> {
    const sizes = await Promise.all(
      shards().map((shard) => this.#connection.run((client) => client.zcard(this.#keys.ids(shard)))),
    );
    return sizes.reduce((sum, size) => sum + size, 0);
  }

  /** Ids of documents of a shard that are older, some of them. */
  async olderThan(shard: number, before: number): Promise<string[]> {
    const key = this.#keys.times(shard);
    const ids = this.#connection.run((client) =>
      client.zrangebyscoreBuffer(key, '-inf', `(${before}`, 'LIMIT', 0, EXPIRED_A_TIME),
    );
    return asTexts(await ids, key);
  }

  /** The ids in the lists of a shard that have no record, or are listed otherwise than by it. */
  async astray(shard: number): Promise<string[]> {
    const keys = [this.#keys.ids(shard), this.#keys.times(shard)];
    // Whichever is of another type is told by its own command, and not by a script.
    await Promise.all(keys.map((key) => this.#connection.run((client) => client.zcard(key))));
    const ids = await this.#connection.scriptInBytes(ASTRAY, keys, [this.#keys.records(shard)]);
    return asTexts(ids as Buffer[], keys.join(' or '));
  }

  /** Those that have a record and are not listed. */
  async unlisted(ids: readonly string[], tell?: Unreadable): Promise<string[]> {
    const doubtful = await sifted(this.#connection, ids, {
      script: SIFT_UNLISTED,
      keyOf: (id) => this.#keys.ids(shardOf(id)),
      valuesOf: (id) => [id],
    });
    const areUnlisted = await Promise.all(doubtful.map((id) => readable(this.#isUnlisted(id), tell)));
    return doubtful.filter((_, i) => areUnlisted[i]);
  }

  /** Puts the id of a record into both lists of a shard; an id without one there out of them. */
  async list(shard: number, id: string): Promise<void> {
    const record = await this.get(id);
    const keys = [this.#keys.records(shard) + id, this.#keys.ids(shard), this.#keys.times(shard)];
    await this.#connection.script(LIST, keys, [record?.mark ?? '', id, record?.document.time ?? 0]);
  }

  /**
   * All records ordered by id, so many at a time. The next ids of each shard are read; up to the first of their ends
   * nothing is missing.
   */
  async *all(): AsyncGenerator<StoredRecord[], void, undefined> {
    let after = '-';
    for (;;) {
      const pages = await Promise.all(shards().map((shard) => this.#idsAfter(shard, after)));
      const ends = pages.filter((ids) => ids.length === IDS_A_SHARD).map((ids) => ids.at(-1)!);
      const end = ends.sort(compareIds)[0];
      const ids = pages
        .flat()
        .filter((id) => end === undefined || compareIds(id, end) <= 0)
        .sort(compareIds);
      for (const some of slicesOf(ids, RECORDS_A_TIME)) {
        const records = await Promise.all(some.map((id) => this.get(id)));
        yield records.filter((record) => record !== undefined);
      }
      if (end === undefined) return;
      after = `(${end}`;
    }
  }

  /**
   * Visits all records, in no order: those of some shards at the same time, and of each so many.
   *
   * @param tell is told of what cannot be read; without it the first is an error
   */
  async visit(visit: (records: readonly StoredRecord[]) => Promise<void>, tell?: Unreadable): Promise<void> {
    for (const some of slicesOf(shards(), SHARDS_A_TIME)) {
      await Promise.all(some.map((shard) => this.#visitShard(shard, visit, tell)));
    }
  }

  async #visitShard(
    shard: number,
    visit: (records: readonly StoredRecord[]) => Promise<void>,
    tell?: Unreadable,
  ): Promise<void> {
    for (let after = '-'; ; ) {
      const ids = (await readable(this.#idsAfter(shard, after), tell)) ?? [];
      // One that somebody else has listed is in another slot: a cluster answers no command for both.
      const ours = ids.filter((id) => shardOf(id) === shard);
      if (ours.length > 0) await visit(await this.#manyOf(ours, tell));
      if (ids.length < IDS_A_SHARD) return;
      after = `(${ids.at(-1)}`;
    }
  }

  /** The records of ids of one shard, of those that have any. */
  async #manyOf(ids: readonly string[], tell?: Unreadable): Promise<StoredRecord[]> {
    const texts = await this.#connection.run((client) => client.mget(ids.map((id) => this.#keys.record(id))));
    const records = await Promise.all(ids.map((id, i) => readable(this.#recordOf(id, texts[i]), tell)));
    return records.filter((record) => record !== undefined);
  }

  /** Of what a command that reads several had. Where that was nothing a key of another type may be, of which it tells nobody. */
  async #recordOf(id: string, text: string | null | undefined): Promise<StoredRecord | undefined> {
    return text ? readRecord(id, text) : this.get(id);
  }

  async #isUnlisted(id: string): Promise<boolean> {
    const [record, ids] = [this.#keys.record(id), this.#keys.ids(shardOf(id))];
    if ((await this.#connection.run((client) => client.zscore(ids, id))) !== null) return false;
    // As one step, since it may come or go meanwhile.
    return (await this.#connection.script(UNLISTED, [record, ids], [id])) === 1;
  }

  async #idsAfter(shard: number, after: string): Promise<string[]> {
    const key = this.#keys.ids(shard);
    const page = this.#connection.run((client) => client.zrangebylexBuffer(key, after, '+', 'LIMIT', 0, IDS_A_SHARD));
    const ids = asTexts(await page, key);
    // Or the same would be read without end.
    if (ids.some((id, i) => compareIds(ids[i - 1] ?? '', id) >= 0)) throw changedList(key);
    return ids;
  }
}

/** Ids of a list. One that is no text would be asked for by another name. */
function asTexts(ids: readonly Buffer[], key: string): string[] {
  if (!ids.every((id) => isUtf8(id))) throw changedList(key);
  return ids.map(String);
}

const changedList = (key: string): CorruptDataError =>
  new CorruptDataError(
    `The list ${key} has been changed by somebody else: it has what is no id, or is not in order. Delete it (redis-cli), ` +
      'and compact the store, which makes it anew.',
  );

export const shards = (): number[] => Array.from({ length: SHARDS }, (_, shard) => shard);
