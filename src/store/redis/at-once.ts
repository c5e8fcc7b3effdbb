// The way into a server alone. One script does as one step what takes a claim, postings, a look and a record otherwise, but
// only where nothing is in the way: else it does nothing, and the steps of insertions.ts are taken, which know what to do.
// Who takes those posts before it looks. If it looked before the script ran, the script saw its postings, and left it to the
// steps; if after, it sees what the script wrote. So of these two, too, at least one sees the other.
import type { Entry } from '../intake.ts';
import type { Connection } from './connection.ts';
import { postingText, recordText } from './encoding.ts';
import type { Keys } from './keys.ts';
import type { Postings } from './postings.ts';
import { INSERT, MOST_BUCKETS } from './scripts.ts';

/** Whether it was inserted. If not, nothing is decided: what is near may be a claim, or a remainder. */
export type Outcome = 'inserted' | 'near' | 'undecided';
/** By the answer of the script. */
const OUTCOMES: readonly Outcome[] = ['undecided', 'inserted', 'near'];
/** The posting of a document, the buckets where it is to stand, and those where something near may. */
interface Places {
  readonly text: string;
  readonly written: readonly string[];
  readonly read: readonly string[];
}

/** Without a fingerprint it resembles nothing. */
const NOWHERE: Places = { text: '', written: [], read: [] };

export class AtOnce {
  readonly #connection: Connection;
  readonly #keys: Keys;
  readonly #postings: Postings;

  constructor(connection: Connection, keys: Keys, postings: Postings) {
    this.#connection = connection;
    this.#keys = keys;
    this.#postings = postings;
  }

  /** @param distance within which nothing may be; whatever resembles it is not looked for without one */
  async insert(mark: string, entry: Entry, distance?: number): Promise<Outcome> {
    return this.#connection.acrossShards<Outcome>(
      () => this.#insert(mark, entry, distance),
      async () => 'undecided',
    );
  }

  async #insert(mark: string, entry: Entry, distance?: number): Promise<Outcome> {
    const { id, fingerprint, time } = entry;
    const { text, written, read } = fingerprint === null ? NOWHERE : this.#places(id, fingerprint, distance);
    if (read.length > MOST_BUCKETS) return 'undecided';
    const keys = [...this.#keys.ofDocument(id), ...written, ...read];
    const values = [mark, recordText(mark, entry), id, time, text, written.length, distance ?? 0];
    return OUTCOMES[(await this.#connection.script(INSERT, keys, values)) as number]!;
  }

  #places(id: string, fingerprint: bigint, distance: number | undefined): Places {
    return {
      text: postingText({ fingerprint, id }),
      written: this.#postings.bucketsOf(fingerprint),
      read: distance === undefined ? [] : this.#postings.bucketsWithin(fingerprint, distance),
    };
  }
}
