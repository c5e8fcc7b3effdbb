import { hammingDistance } from '../../fingerprint/fingerprint.ts';
import { fourTables, type Plan, prefixMask } from '../../search/plan.ts';
import { type Probe, probesFor } from '../probes.ts';
import type { Connection } from './connection.ts';
import { type Posting, postingText, readPosting } from './encoding.ts';
import type { Keys } from './keys.ts';
import { MOST_BUCKETS, SIFT_MISSING, SIFT_NEAR } from './scripts.ts';
import { sifted } from './sift.ts';
import { readable, type Unreadable } from './unreadable.ts';

/** So many buckets are looked through by a script before they are read: of fewer, reading all takes less time. */
const FEWEST_SIFTED = 16;

/** A posting near a query, and where it stands. */
export interface NearPosting extends Posting {
  readonly distance: number;
  readonly buckets: readonly string[];
}

/** The inverted index: a bucket for each value of each 16-bit block, four of them; fewer for distances below 3. */
export class Postings {
  readonly #connection: Connection;
  readonly #keys: Keys;
  readonly #plan: Plan;
  /** By distance. */
  readonly #probes = new Map<number, readonly Probe[]>();

  constructor(connection: Connection, keys: Keys, maxDistance: number) {
    this.#connection = connection;
    this.#keys = keys;
    this.#plan = fourTables(maxDistance);
  }

  /** The buckets of a fingerprint, one a table. */
  bucketsOf(fingerprint: bigint): string[] {
    return this.#plan.tables.map((_, table) => this.#bucket(table, prefixMask(this.#plan, table), fingerprint));
  }

  async write({ mark, id, fingerprint }: Posting): Promise<void> {
    const text = postingText({ fingerprint, id });
    const buckets = this.bucketsOf(fingerprint);
    await Promise.all(buckets.map((bucket) => this.#connection.run((client) => client.hset(bucket, mark, text))));
  }

  async erase(mark: string, fingerprint: bigint): Promise<void> {
    await this.eraseIn(this.bucketsOf(fingerprint), mark);
  }

  async eraseIn(buckets: readonly string[], mark: string): Promise<void> {
    await Promise.all(buckets.map((bucket) => this.#connection.run((client) => client.hdel(bucket, mark))));
  }

  /** The buckets in which a posting ought to stand, and does not; `tell` as where records are visited. */
  async missing({ mark, id, fingerprint }: Posting, tell?: Unreadable): Promise<string[]> {
    const text = postingText({ fingerprint, id });
    const buckets = this.bucketsOf(fingerprint);
    const there = await Promise.all(
      buckets.map((bucket) =>
        readable(
          this.#connection.run((client) => client.hget(bucket, mark)),
          tell,
        ),
      ),
    );
    return buckets.filter((_, i) => there[i] !== text);
  }

  /** Those that may not stand in all of their buckets: of a cluster all, whose buckets are anywhere. */
  async doubtful(postings: readonly Posting[]): Promise<readonly Posting[]> {
    return this.#connection.acrossShards(
      () => this.#doubtfulOf(postings),
      async () => postings,
    );
  }

  async #doubtfulOf(postings: readonly Posting[]): Promise<Posting[]> {
    const places = postings.flatMap((posting) =>
      this.bucketsOf(posting.fingerprint).map((bucket) => ({ bucket, posting })),
    );
    const missing = await sifted(this.#connection, places, {
      script: SIFT_MISSING,
      keyOf: ({ bucket }) => bucket,
      valuesOf: ({ posting }) => [posting.mark, postingText(posting)],
    });
    return [...new Set(missing.map(({ posting }) => posting))];
  }

  /** How many buckets a search reads. */
  readsFor(distance: number): number {
    return this.#probesFor(distance).reduce((sum, { flips }) => sum + flips.length, 0);
  }

  /** The buckets that a search reads. */
  bucketsWithin(fingerprint: bigint, distance: number): string[] {
    return this.#probesFor(distance).flatMap(({ table, mask, flips }) =>
      flips.map((flip) => this.#bucket(table, mask, fingerprint ^ flip)),
    );
  }

  /** Every posting within a distance, whatever its record says. */
  async near(fingerprint: bigint, distance: number): Promise<NearPosting[]> {
    const buckets = await this.#bucketsNear(fingerprint, distance);
    const contents = await Promise.all(buckets.map((bucket) => this.read(bucket)));
    const found = new Map<string, NearPosting & { buckets: string[] }>();
    for (const [i, postings] of contents.entries()) {
      for (const posting of postings) {
        const away = hammingDistance(fingerprint, posting.fingerprint);
        if (away > distance) continue;
        // By both, or one that somebody else has changed would stand for those that lead to the record.
        const key = posting.mark + posting.id;
        const known = found.get(key);
        if (known) known.buckets.push(buckets[i]!);
        else found.set(key, { ...posting, distance: away, buckets: [buckets[i]!] });
      }
    }
    return [...found.values()];
  }

  /** Of the buckets that a search reads those with something near, and others, too, where they are few or full. */
  async #bucketsNear(fingerprint: bigint, distance: number): Promise<string[]> {
    const buckets = this.bucketsWithin(fingerprint, distance);
    if (buckets.length < FEWEST_SIFTED || buckets.length > MOST_BUCKETS) return buckets;
    return this.#connection.acrossShards(
      async () => {
        const values = [postingText({ fingerprint, id: '' }), distance];
        const places = (await this.#connection.script(SIFT_NEAR, buckets, values)) as number[] | null;
        return places === null ? buckets : places.map((place) => buckets[place - 1]!);
      },
      async () => buckets,
    );
  }

  async read(bucket: string): Promise<Posting[]> {
    // In capitals, since the driver knows hgetall, and makes an object of it, which takes most of the time of a large bucket;
    // a later one may know these, too.
    const answer = await this.#connection.run((client) => client.call('HGETALL', bucket));
    const listed = Array.isArray(answer)
      ? (answer as string[])
      : Object.entries(answer as Record<string, string>).flat();
    const postings: Posting[] = [];
    for (let i = 0; i < listed.length; i += 2) postings.push(readPosting(listed[i]!, listed[i + 1]!));
    return postings;
  }

  #bucket(table: number, mask: bigint, fingerprint: bigint): string {
    const lowest = mask & -mask;
    return this.#keys.bucket(table, (fingerprint & mask) / lowest);
  }

  #probesFor(distance: number): readonly Probe[] {
    const probes = this.#probes.get(distance) ?? probesFor(this.#plan, distance);
    this.#probes.set(distance, probes);
    return probes;
  }
}
