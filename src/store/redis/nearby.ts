import { hammingDistance } from '../../fingerprint/fingerprint.ts';
import { compareIds } from '../intake.ts';
import { slicesOf } from '../slices.ts';
import type { StoredDocument, StoredMatch } from '../store.ts';
import type { NearPosting, Postings } from './postings.ts';
import { RECORDS_A_TIME, type Records } from './records.ts';

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
   * @param options.limit so many are enough, the nearest ones
   */
  async find(
    fingerprint: bigint,
    distance: number,
    { except, clears = false, limit = Infinity }: { except?: string; clears?: boolean; limit?: number } = {},
  ): Promise<Neighbourhood> {
    const near = (await this.#postings.near(fingerprint, distance)).filter(({ id }) => id !== except);
    near.sort(nearestFirst);
    const found = new Map<string, StoredMatch>();
    const claimed: NearPosting[] = [];
    let enough = limit;
    // Hundreds of thousands may be equal, as pages are that say only that there is nothing.
    for (const postings of slicesOf(near, RECORDS_A_TIME)) {
      if (enough <= 0) break;
      const standings = await Promise.all(postings.map(({ id, mark }) => this.#records.standing(id, mark)));
      for (const [i, posting] of postings.entries()) {
        const { by, record } = standings[i]!;
        if (by === 'claim') claimed.push(posting);
        else if (by === 'nothing' && clears) await this.#postings.eraseIn(posting.buckets, posting.mark);
        // The record decides, whose mark is another if it was replaced after its buckets had been read.
        const match = record && matchOf(fingerprint, record.document);
        if (match && match.distance <= distance) found.set(match.id, match);
        if (by === 'record') enough--;
      }
    }
    return { stored: [...found.values()].sort(nearestFirst), claimed };
  }
}

interface Near {
  readonly id: string;
  readonly distance: number;
}

const nearestFirst = (a: Near, b: Near): number => a.distance - b.distance || compareIds(a.id, b.id);

function matchOf(query: bigint, document: StoredDocument): StoredMatch | undefined {
  const { fingerprint } = document;
  return fingerprint === null ? undefined : { ...document, fingerprint, distance: hammingDistance(query, fingerprint) };
}
