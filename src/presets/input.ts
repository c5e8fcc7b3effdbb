// What callers hand to the presets, checked and in the form that the originals take.
import { InvalidArgumentError } from '../errors.ts';
import { checkText, type Text } from '../fingerprint/text.ts';
import { isIterable } from '../iterable.ts';
import { shown } from '../shown.ts';
import { decodable, stringOf as decoded, encoder } from '../utf8.ts';

const LARGEST_HASH = 2n ** 64n - 1n;

/** A text as UTF-8; lone surrogates become U+FFFD. */
export function bytesOf(text: Text): Uint8Array {
  checkText(text);
  return typeof text === 'string' ? encoder.encode(text) : decodable(text);
}

/** A text as a string; what is not UTF-8 becomes U+FFFD. A byte order mark is a character like any other to all originals. */
export function stringOf(text: Text): string {
  checkText(text);
  return decoded(text);
}

/** Throws unless `value` is one of the choices. */
export function checkChoice(what: string, value: unknown, choices: readonly unknown[]): void {
  if (choices.includes(value)) return;
  throw new InvalidArgumentError(`${what} is ${choices.map(shown).join(' or ')}, not ${shown(value)}.`);
}

/** Throws unless `value` is an unsigned 64-bit integer. */
export function checkHash(value: unknown): asserts value is bigint {
  if (typeof value === 'bigint' && value >= 0n && value <= LARGEST_HASH) return;
  throw new InvalidArgumentError(
    `A hash is a bigint from 0 to 2^64 - 1, not ${shown(value)}. Use BigInt.asUintN(64, value) for signed integers.`,
  );
}

/** Throws unless `value` can be iterated over and is not a string, whose characters nobody means as features. */
export function checkIterable(what: string, value: unknown): asserts value is Iterable<unknown> {
  if (isIterable(value)) return;
  throw new InvalidArgumentError(
    `${what} are an array or another iterable, not ${shown(value)}. For the fingerprint of a text call fingerprint().`,
  );
}
