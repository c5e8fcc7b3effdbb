import { InvalidArgumentError } from '../errors.ts';
import { checkText, type Text } from '../fingerprint/text.ts';

export type Id = string | number;
export type Several<T> = Iterable<T> | AsyncIterable<T>;

/** A text and what it is called. */
export interface Document {
  readonly id: Id;
  readonly text: Text;
}

/** Throws unless `document` is a document. */
export function checkDocument(document: unknown): asserts document is Document {
  const { id, text } = Object(document) as Record<string, unknown>;
  if (typeof id !== 'string' && typeof id !== 'number') {
    throw new InvalidArgumentError(`A document is { id, text } with a string or a number as id; this id is ${id}.`);
  }
  checkText(text);
}
