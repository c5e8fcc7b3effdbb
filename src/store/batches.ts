import { InvalidArgumentError } from '../errors.ts';
import { isIterable } from '../iterable.ts';
import type { Entry, Intake } from './intake.ts';
import type { NewDocument } from './store.ts';

/** What `answer` says of a list, of which it is given so many at a time, one part after another. */
export async function inPortions<Item, Answer>(
  items: readonly Item[],
  size: number,
  answer: (portion: readonly Item[]) => Promise<readonly Answer[]>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let begin = 0; begin < items.length; begin += size) {
    answers.push(...(await answer(items.slice(begin, begin + size))));
  }
  return answers;
}

/** How much a batch has at most. */
export interface BatchSize<Item> {
  readonly items: number;
  /** The sum of what `lengthOf` says, which the last item may exceed. */
  readonly length: number;
  readonly lengthOf: (item: Item) => number;
}

/**
 * What `toItem` makes of the documents of a source, so many at a time. When it or the source throws, what came before is
 * given; then the error is thrown.
 *
 * @throws {InvalidArgumentError} if they are no iterable
 */
export async function* batches<Item>(
  documents: AsyncIterable<NewDocument> | Iterable<NewDocument>,
  toItem: (document: NewDocument) => Item,
  { items, length, lengthOf }: BatchSize<Item>,
): AsyncGenerator<Item[], void, undefined> {
  if (!isIterable(documents)) throw new InvalidArgumentError('Documents are an iterable or an async iterable.');
  let batch: Item[] = [];
  let filled = 0;
  try {
    for await (const document of documents) {
      const item = toItem(document);
      batch.push(item);
      filled += lengthOf(item);
      if (batch.length < items && filled < length) continue;
      const full = batch;
      batch = [];
      filled = 0;
      yield full;
    }
  } catch (error) {
    if (batch.length > 0) yield batch;
    throw error;
  }
  if (batch.length > 0) yield batch;
}

/** In UTF-16 units, so that long ones do not pile up. */
const MOST_META = 2 ** 22;

/**
 * Checked documents, so many at a time.
 *
 * Before a document that is none, those before it are given; then its error is thrown.
 *
 * @throws {InvalidArgumentError} if they are no iterable, or one is no document
 */
export function entryBatches(
  documents: AsyncIterable<NewDocument> | Iterable<NewDocument>,
  intake: Intake,
  items: number,
): AsyncGenerator<Entry[], void, undefined> {
  const lengthOf = ({ meta }: Entry): number => meta?.length ?? 0;
  return batches(documents, (document) => intake.entry(document), { items, length: MOST_META, lengthOf });
}
