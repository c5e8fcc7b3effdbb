import { Fingerprinter, type Text } from './fingerprinter.ts';

let defaultFingerprinter: Fingerprinter | undefined;

/**
 * The fingerprint of a text by the default recipe, `words-bigrams`.
 *
 * @returns a bigint from 0 to 2^64 - 1; 0 for a text without words
 * @throws {InvalidArgumentError} if it is neither a string nor a Uint8Array
 * @example hammingDistance(simhash('the cat sat on the mat'), simhash('the cat sat on a mat'))
 */
export function simhash(text: Text): bigint {
  defaultFingerprinter ??= new Fingerprinter();
  return defaultFingerprinter.fingerprint(text);
}
