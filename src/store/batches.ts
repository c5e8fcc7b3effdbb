import { InvalidArgumentError } from '../errors.ts';
import { isSeveral, type Several } from '../iterable.ts';
import type { NewDocument } from './store.ts';

/** How much a batch has at most. */
export interface BatchSize<Item> {
  readonly items: number;
  /** The sum of what `lengthOf` says, which the last item may exceed. */
  readonly length: number;
  readonly lengthOf: (item: Item) => number;
}

/** Stands between documents where those before it are not to wait for those behind it. */
export const PAUSE = Symbol('pause');

/**
 * What `toItem` makes of the documents of a source, so many at a time, or those before a pause. When it or the source throws,
 * what came before is given; then the error is thrown.
 *
 * @throws {InvalidArgumentError} if they are no iterable
 */
export async function* batches<Item>(
  documents: Several<NewDocument | typeof PAUSE>,
  toItem: (document: NewDocument) => Item,
  { items, length, lengthOf }: BatchSize<Item>,
): AsyncGenerator<Item[], void, undefined> {
  if (!isSeveral(documents)) throw new InvalidArgumentError('Documents are an iterable or an async iterable.');
  let batch: Item[] = [];
  let filled = 0;
  try {
    for await (const document of documents) {
      if (document !== PAUSE) {
        const item = toItem(document);
        batch.push(item);
        filled += lengthOf(item);
        if (batch.length < items && filled < length) continue;
      } else if (batch.length === 0) continue;
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
