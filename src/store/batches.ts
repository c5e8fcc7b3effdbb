import { InvalidArgumentError } from '../errors.ts';
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

/** How much of meta a batch has at most, in UTF-16 units, so that long ones do not pile up. */
const MOST_META = 2 ** 22;

/**
 * Checked documents, so many at a time.
 *
 * Before a document that is none, those before it are given; then its error is thrown.
 *
 * @throws {InvalidArgumentError} if they are no iterable, or one is no document
 */
export async function* batches(
  documents: AsyncIterable<NewDocument> | Iterable<NewDocument>,
  intake: Intake,
  size: number,
): AsyncGenerator<Entry[], void, undefined> {
  checkIterable(documents);
  let batch: Entry[] = [];
  let meta = 0;
  try {
    for await (const document of documents) {
      const entry = intake.entry(document);
      batch.push(entry);
      meta += entry.meta?.length ?? 0;
      if (batch.length < size && meta < MOST_META) continue;
      const full = batch;
      batch = [];
      meta = 0;
      yield full;
    }
  } catch (error) {
    if (batch.length > 0) yield batch;
    throw error;
  }
  if (batch.length > 0) yield batch;
}

function checkIterable(documents: unknown): void {
  const isIterable =
    typeof documents === 'object' &&
    documents !== null &&
    (Symbol.iterator in documents || Symbol.asyncIterator in documents);
  if (!isIterable) throw new InvalidArgumentError('Documents to be loaded are an iterable or an async iterable.');
}
