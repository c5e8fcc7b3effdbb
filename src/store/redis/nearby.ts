import { hammingDistance } from '../../fingerprint/fingerprint.ts';
import { compareIds } from '../intake.ts';
import type { StoredDocument, StoredMatch } from '../store.ts';
import type { NearPosting, Postings } from './postings.ts';
import type { Records } from './records.ts';

/** What is near a fingerprint. */
export interface Neighbourhood {
  /** Nearest first, those as near by id. */
  readonly stored: StoredMatch[];
  /** Not decided yet. */
  readonly claimed: readonly NearPosting[];
}

/** Postings, and what stands behind them: one without a record or a claim is a remainder, and counts for nothing. */
export class Nearby {
  readonly #records: Records;
  readonly #postings: Postings;

  constructor(records: Records, postings: Postings) {
    this.#records = records;
    this.#postings = postings;
  }

  /**
   * @param options.except the id of a document that is not its own duplicate
   * @param options.clears whether remainders are erased
   */
  async find(
    fingerprint: bigint,
    distance: number,
    { except, clears = false }: { except?: string; clears?: boolean } = {},
  ): Promise<Neighbourhood> {
    const postings = (await this.#postings.near(fingerprint, distance)).filter(({ id }) => id !== except);
    const standings = await Promise.all(postings.map(({ id, mark }) => this.#records.standing(id, mark)));
    const found = new Map<string, StoredMatch>();
    const claimed: NearPosting[] = [];
    for (const [i, posting] of postings.entries()) {
      const { by, record } = standings[i]!;
      if (by === 'claim') claimed.push(posting);
      else if (by === 'nothing' && clears) await this.#postings.eraseIn(posting.buckets, posting.mark);
      // The record decides, whose mark is another if it was replaced after its buckets had been read.
      const match = record && matchOf(fingerprint, record.document);
      if (match && match.distance <= distance) found.set(match.id, match);
    }
    const stored = [...found.values()].sort((a, b) => a.distance - b.distance || compareIds(a.id, b.id));
    return { stored, claimed };
  }
}

function matchOf(query: bigint, document: StoredDocument): StoredMatch | undefined {
  const { fingerprint } = document;
  return fingerprint === null ? undefined : { ...document, fingerprint, distance: hammingDistance(query, fingerprint) };
}
