import { InvalidArgumentError } from '../errors.ts';
import { checkText, type Text } from '../fingerprint/text.ts';
import { isSeveral, type Several } from '../iterable.ts';
import { shown } from '../shown.ts';

/** What a document is called. */
export type Id = string | number;

/** A text and what it is called. */
export interface Document {
  readonly id: Id;
  readonly text: Text;
}

/** Throws unless they can be gone through, one after the other. */
export function checkSeveral(name: string, several: unknown): asserts several is Several<unknown> {
  if (isSeveral(several)) return;
  throw new InvalidArgumentError(`${name} must be an array, a generator or another iterable, not ${shown(several)}.`);
}

/** Throws unless `document` is a document. */
export function checkDocument(document: unknown): asserts document is Document {
  const { id, text } = Object(document) as Record<string, unknown>;
  if (typeof id !== 'string' && typeof id !== 'number') {
    throw new InvalidArgumentError(
      `A document is { id, text } with a string or a number as id; this id is ${shown(id)}.`,
    );
  }
  checkText(text, () => `, as that of the document "${id}"`);
}
