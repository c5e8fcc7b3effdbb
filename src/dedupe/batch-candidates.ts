import { type Matches, matchesInList } from '../search/matches.ts';
import { type CandidateList, those } from './candidate-list.ts';
import type { MetDocuments } from './met-documents.ts';

/** Documents that are searched for together among their own batch: as many copies of a text would meet each other. */
const TOGETHER = 64;

/**
 * The candidates of each document of a batch, in their order: among those before the batch, and among those earlier in it
 * that are open by then. So of n copies of a text each meets the open ones, and not n.
 *
 * @param batch fingerprints: the first of each document, the second of each document, and so on
 * @param first the number of the batch's first document
 * @param before what each of the fingerprints matches of documents before the batch
 * @param isOpen asked of a document of the batch after the candidates of all up to it were taken
 */
export function* batchCandidates(
  batch: readonly BigUint64Array[],
  first: number,
  before: readonly Matches[],
  maxDistance: number,
  met: MetDocuments,
  isOpen: (document: number) => boolean,
): Generator<CandidateList, void, undefined> {
  const { length } = batch[0]!;
  met.reserve(first + length);
  /** The open ones, and behind them those that are searched for; and their fingerprints. */
  const documents = new Uint32Array(length);
  const lists = batch.map(() => new BigUint64Array(length));
  const put = (row: number, place: number) => {
    documents[place] = first + row;
    for (const [i, fingerprints] of batch.entries()) lists[i]![place] = fingerprints[row]!;
  };
  let open = 0;
  for (let from = 0; from < length; from += TOGETHER) {
    const to = Math.min(from + TOGETHER, length);
    for (let row = from; row < to; row++) put(row, open + row - from);
    const own = batch.map((fingerprints, i): Matches => {
      const list = lists[i]!.subarray(0, open + to - from);
      const found = matchesInList(list, fingerprints.subarray(from, to), maxDistance);
      return { ...found, ids: found.ids.map((place) => documents[place]!) };
    });
    for (let row = from; row < to; row++) {
      for (const matches of before) met.add(matches, row, first + row);
      for (const matches of own) met.add(matches, row - from, first + row);
      yield those(met.take(), isOpen);
    }
    for (let row = from; row < to; row++) if (isOpen(first + row)) put(row, open++);
  }
}
