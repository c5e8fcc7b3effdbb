// The names of what a store has in Redis. What stands in braces decides on which node of a cluster a key is: all keys of
// one shard are on one, so that a script changes them as one step.

/** The shards of the documents: enough to be spread over any cluster that this is for. */
export const SHARDS = 256;

export class Keys {
  readonly #prefix: string;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** Recipe and distance. */
  get settings(): string {
    return `${this.#prefix}:store`;
  }

  /** The same once more in a shard: a shard without it has been lost. */
  settingsIn(shard: number): string {
    return `${this.#prefix}:{${shard}}:store`;
  }

  /** A document's record. */
  record(id: string): string {
    return this.records(shardOf(id)) + id;
  }

  /** What those of a shard begin with. */
  records(shard: number): string {
    return `${this.#prefix}:{${shard}}:record:`;
  }

  /** The mark of whoever is about to write the record; it runs out by itself. */
  claim(id: string): string {
    return `${this.#prefix}:{${shardOf(id)}}:claim:${id}`;
  }

  /** The settings of its shard, its record, its claim, and the lists it stands in. */
  ofDocument(id: string): [settings: string, record: string, claim: string, ids: string, times: string] {
    const shard = shardOf(id);
    return [this.settingsIn(shard), this.record(id), this.claim(id), this.ids(shard), this.times(shard)];
  }

  /** The ids of a shard in order. */
  ids(shard: number): string {
    return `${this.#prefix}:{${shard}}:ids`;
  }

  /** The same by their times. */
  times(shard: number): string {
    return `${this.#prefix}:{${shard}}:times`;
  }

  /** The postings of a bucket: fingerprints and ids by the marks of their records. */
  bucket(table: number, bits: bigint): string {
    return `${this.#prefix}:{t${table}.${bits.toString(36)}}`;
  }

  /** What all records match and nothing else. */
  get everyRecord(): string {
    return `${this.#prefix}:{*}:record:*`;
  }

  /** What all buckets match and nothing else. */
  get buckets(): string {
    return `${this.#prefix}:{t*}`;
  }
}

/** FNV-1a (Fowler, Noll, Vo), over UTF-16 units. */
export function shardOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  return ((hash ^ (hash >>> 16)) >>> 0) % SHARDS;
}

/** What decides on which node of a cluster a key is: no prefix has braces. */
export const hashTagOf = (key: string): string => key.slice(key.indexOf('{'), key.indexOf('}'));

/** The id in the name of a record. */
export function idIn(record: string): string {
  const before = '}:record:';
  return record.slice(record.indexOf(before) + before.length);
}
