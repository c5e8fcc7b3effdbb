import { InvalidArgumentError } from '../errors.ts';
import { isIterable } from '../iterable.ts';
import { shown } from '../shown.ts';
import { isTypedArray } from '../typed-arrays.ts';

/** A text: a string, or bytes of UTF-8. Lone surrogates and invalid bytes separate words. */
export type Text = string | Uint8Array;

/**
 * Throws unless `text` is a text.
 *
 * @param which says which one it is, among many, at the end of the sentence
 */
export function checkText(text: unknown, which?: () => string): asserts text is Text {
  if (typeof text === 'string' || isTypedArray('Uint8Array', text)) return;
  throw new InvalidArgumentError(`A text is a string or a Uint8Array of UTF-8, not ${shown(text)}${which?.() ?? ''}.`);
}

/** Throws unless `texts` can be gone through. One text is not several, though its parts could be gone through. */
export function checkTexts(texts: unknown): asserts texts is Iterable<Text> {
  if (isIterable(texts) && !ArrayBuffer.isView(texts)) return;
  throw new InvalidArgumentError(`Several texts are an array or another iterable, not ${shown(texts)}.`);
}

/** A text that stays as it is, whatever the caller writes into the bytes next. */
export function ownText(text: Text): Text {
  return typeof text === 'string' ? text : new Uint8Array(text);
}
