// How a document gets in, without a lock on what resembles it.
//
// A writer claims the id, writes all postings under a mark of its own, and only then reads the buckets: so, of two that
// write near-duplicates at the same time, at least one sees the other. What it sees is stored, or claimed by one who has
// not decided yet. Of two who see each other the one with the greater id gives way, and begins again when the other has
// decided; the one with the lesser id waits until it has. Nobody waits in a circle, since only lesser ids wait while they
// hold a claim. So exactly one is stored, as long as no node forgets what it acknowledged; that is what a failover does.
import { setTimeout as sleep } from 'node:timers/promises';
import { ConnectionLostError, DocumentExistsError, StoreFailedError } from '../errors.ts';
import type { Entry } from '../intake.ts';
import type { Insertion, StoredMatch } from '../store.ts';
import type { AtOnce } from './at-once.ts';
import { newMark } from './encoding.ts';
import type { Nearby, Neighbourhood } from './nearby.ts';
import type { Postings } from './postings.ts';
import type { Records } from './records.ts';

/** How long to wait before looking again whether another has decided, in milliseconds: at first, and at most. */
const PAUSE = 3;
const LONGEST_PAUSE = 50;
/** How often a claim is renewed while its holder waits, in milliseconds. */
const RENEWAL = 1000;
/** How long others may stand in the way, in milliseconds: far longer than a claim lasts that nobody renews. */
const PATIENCE = 30_000;

export class Insertions {
  readonly #atOnce: AtOnce | undefined;
  readonly #records: Records;
  readonly #postings: Postings;
  readonly #nearby: Nearby;
  readonly #maxDistance: number;
  readonly #patience: number;

  /**
   * @param options.atOnce is tried first
   * @param options.patience how long others may stand in the way, in milliseconds
   */
  constructor(
    records: Records,
    postings: Postings,
    nearby: Nearby,
    maxDistance: number,
    { atOnce, patience = PATIENCE }: { atOnce?: AtOnce; patience?: number } = {},
  ) {
    this.#atOnce = atOnce;
    this.#records = records;
    this.#postings = postings;
    this.#nearby = nearby;
    this.#maxDistance = maxDistance;
    this.#patience = patience;
  }

  /** Whatever resembles it; no error if it is there with the same fingerprint. */
  async insert(entry: Entry): Promise<void> {
    await this.#attempts(entry, async (mark) => {
      if ((await this.#atOnce?.insert(mark, entry)) === 'inserted') return [];
      return this.#insertOnce(mark, entry, { before: async () => [], after: async () => [] });
    });
  }

  async insertIfNew(entry: Entry): Promise<Insertion> {
    const duplicates = await this.#attempts(entry, async (mark, isFirst) => {
      const outcome = await this.#atOnce?.insert(mark, entry, this.#maxDistance);
      if (outcome === 'inserted') return [];
      // Most that something is near, or that had to wait, find it, and need not write anything.
      const isKnown = outcome === 'near' || !isFirst;
      return this.#insertOnce(mark, entry, {
        before: async () => (isKnown ? (await this.#around(entry)).stored : []),
        after: () => this.#duplicatesOf(mark, entry),
      });
    });
    return { inserted: duplicates.length === 0, duplicates };
  }

  /** False if it is not there. */
  async update(entry: Entry): Promise<boolean> {
    return this.#attempts(entry, async (mark) => {
      const claimed = await this.#records.claim(entry.id, mark, true);
      if (claimed.by === 'other') return this.#untilDecided(entry.id, claimed.mark);
      const before = await this.#beforeCommit(mark, entry, () => this.#records.get(entry.id));
      if (before === undefined) {
        await this.#records.release(entry.id, mark);
        return false;
      }
      await this.#beforeCommit(mark, entry, () => this.#post(mark, entry));
      return (await this.#commit(mark, entry, true)) || undefined;
    });
  }

  /**
   * One attempt: the duplicates for which it was not inserted, none if it was; undefined if others stood in the way.
   *
   * @param look for duplicates: before its postings are written, and after
   */
  async #insertOnce(
    mark: string,
    entry: Entry,
    look: { before(): Promise<StoredMatch[]>; after(): Promise<StoredMatch[] | Blocked> },
  ): Promise<StoredMatch[] | undefined> {
    const claimed = await this.#records.claim(entry.id, mark, false);
    if (claimed.by === 'other') return this.#untilDecided(entry.id, claimed.mark);
    if (claimed.by === 'record') {
      if (claimed.record.document.fingerprint === entry.fingerprint) return [];
      throw new DocumentExistsError(entry.id);
    }
    const known = await this.#beforeCommit(mark, entry, () => look.before());
    if (known.length > 0) {
      await this.#records.release(entry.id, mark);
      return known;
    }
    const duplicates = await this.#beforeCommit(mark, entry, async () => {
      await this.#post(mark, entry);
      return look.after();
    });
    if (!Array.isArray(duplicates)) {
      await this.#withdraw(mark, entry);
      return this.#untilDecided(duplicates.id, duplicates.mark);
    }
    if (duplicates.length > 0) {
      await this.#withdraw(mark, entry);
      return duplicates;
    }
    return (await this.#commit(mark, entry, false)) ? [] : undefined;
  }

  /** What is done under a claim. Where it fails the claim is given up, or who repeats it had to wait until that runs out. */
  async #beforeCommit<Answer>(mark: string, entry: Entry, run: () => Promise<Answer>): Promise<Answer> {
    try {
      return await run();
    } catch (error) {
      // Without a connection it would only be waited for once more.
      if (!(error instanceof ConnectionLostError)) await this.#withdraw(mark, entry).catch(() => undefined);
      throw error;
    }
  }

  /** What is stored and resembles it, when all have decided who must before; or one to give way to. */
  async #duplicatesOf(mark: string, entry: Entry): Promise<StoredMatch[] | Blocked> {
    const around = await this.#around(entry);
    if (around.stored.length > 0) return around.stored;
    const lesser = around.claimed.find(({ id }) => id < entry.id);
    if (lesser) return lesser;
    for (const { id, mark: other } of around.claimed) await this.#untilDecided(id, other, { id: entry.id, mark });
    return around.claimed.length === 0 ? [] : (await this.#around(entry)).stored;
  }

  async #around({ id, fingerprint }: Entry): Promise<Neighbourhood> {
    if (fingerprint === null) return { stored: [], claimed: [] };
    return this.#nearby.find(fingerprint, this.#maxDistance, { except: id, clears: true });
  }

  async #post(mark: string, { id, fingerprint }: Entry): Promise<void> {
    if (fingerprint !== null) await this.#postings.write({ mark, id, fingerprint });
  }

  /** False if the claim has run out meanwhile. */
  async #commit(mark: string, entry: Entry, over: boolean): Promise<boolean> {
    const committed = await this.#records.commit(mark, entry, over);
    if (committed === false) await this.#erase(mark, entry.fingerprint);
    else if (committed.before) await this.#erase(committed.before.mark, committed.before.document.fingerprint);
    return committed !== false;
  }

  async #withdraw(mark: string, { id, fingerprint }: Entry): Promise<void> {
    await Promise.all([this.#erase(mark, fingerprint), this.#records.release(id, mark)]);
  }

  async #erase(mark: string, fingerprint: bigint | null): Promise<void> {
    if (fingerprint !== null) await this.#postings.erase(mark, fingerprint);
  }

  /** Tries with new marks until there is an answer. */
  async #attempts<Answer>(
    { id }: Entry,
    attempt: (mark: string, isFirst: boolean) => Promise<Answer | undefined>,
  ): Promise<Answer> {
    const begun = performance.now();
    for (let isFirst = true; performance.now() - begun < this.#patience; isFirst = false) {
      const answer = await attempt(newMark(), isFirst);
      if (answer !== undefined) return answer;
    }
    throw new StoreFailedError(
      `${JSON.stringify(id)} was not stored: for ${this.#patience / 1000} s others were before it, again and again. Repeat it.`,
    );
  }

  /** Waits until a claim is given up, has run out or has become a record. */
  async #untilDecided(id: string, mark: string, held?: Blocked): Promise<undefined> {
    const begun = performance.now();
    let renewed = begun;
    for (let pause = PAUSE; (await this.#records.standing(id, mark)).by === 'claim'; pause *= 1.5) {
      // One that nobody renews runs out, and one that is renewed is decided long before.
      if (performance.now() - begun > this.#patience) throw this.#endless(id);
      const wait = Math.min(pause, LONGEST_PAUSE) * (1 + Math.random());
      await sleep(wait);
      if (!held || performance.now() - renewed < RENEWAL) continue;
      await this.#records.renew(held.id, held.mark);
      renewed = performance.now();
    }
    return undefined;
  }

  #endless(id: string): StoreFailedError {
    return new StoreFailedError(
      `The key ${this.#records.claimKey(id)} has said for ${this.#patience / 1000} s that ${JSON.stringify(id)} is about to be stored, ` +
        'which takes a moment: somebody else has changed it. Delete it (redis-cli), and repeat what was to be done.',
    );
  }
}

/** A claim of another that stands in the way. */
interface Blocked {
  readonly id: string;
  readonly mark: string;
}
