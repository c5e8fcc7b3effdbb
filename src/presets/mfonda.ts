import type { Text } from '../fingerprint/text.ts';
import { checkOptions } from '../options.ts';
import { checkWhole } from '../ranges.ts';
import { encoder } from '../utf8.ts';
import { fnv1 } from './fnv1.ts';
import { foldParts } from './fold.ts';
import { goLowerCase } from './go-text.ts';
import { bytesOf } from './input.ts';
import { betweenSpaces, codePoints, decoded, type Parts, runsOrWhole } from './parts.ts';
import type { Preset } from './preset.ts';

/** The words of the originals, with addresses in one piece. `\w` is ASCII in Go as it is here. */
const WORDS = /[\w']+(?::\/\/[\w./]+)?/g;

/** The options of `mfonda`. */
export interface MfondaOptions {
  /** How many neighbouring words make a feature, from 1, the default. */
  readonly shingle?: number | undefined;
}

/**
 * mfonda/simhash, and go-dedup/simhash, which agrees: ASCII words. In Go: `Simhash(NewWordFeatureSet(text))`, and
 * with shingles `SimhashBytes(Shingle(w, words))`.
 *
 * @throws {InvalidArgumentError} if `shingle` is not a whole number from 1
 * @example mfonda().fingerprint('this is a test phrase') // 0x8c3a5f7e9ecb3f35n
 * @example mfonda({ shingle: 2 }).fingerprint('this is a test phrase')
 */
export function mfonda(options: MfondaOptions = {}): Preset {
  checkOptions(options, { shingle: true });
  const { shingle = 1 } = options;
  checkWhole('The shingle size', shingle, 1);
  const shingles = (text: Text) => shinglesOf(goLowerCase(bytesOf(text)), shingle);
  return {
    name: shingle === 1 ? 'mfonda' : `mfonda-${shingle}-shingles`,
    version: 1,
    about: `mfonda/simhash (Go): ${shingle === 1 ? 'lower-case ASCII words' : `runs of ${shingle} lower-case ASCII words`}, each occurrence; FNV-1; ties to 1`,
    source: 'https://github.com/mfonda/simhash v0.0.0-20151007195837-79f94a1100d6',
    fingerprint: (text: Text) => foldParts(shingles(text), fnv1, 1),
    features: (text: Text) => decoded(shingles(text)),
  };
}

/**
 * The CJK variant of go-dedup/simhash: every character of the lower-case text is a feature, punctuation and spaces
 * too.
 *
 * @example mfondaCjk.fingerprint('当山峰没有棱角的时候') // 0xd7185f186a2eea5an
 */
export const mfondaCjk: Preset = {
  name: 'mfonda-cjk',
  version: 1,
  about: 'go-dedup/simhash, simhashCJK (Go): lower-case characters, each occurrence; FNV-1; ties to 1',
  source: 'https://github.com/go-dedup/simhash v0.0.0-20170904020510-9ecaca7b509c',
  fingerprint: (text: Text) => foldParts(codePoints(encoder.encode(goLowerCase(bytesOf(text)))), fnv1, 1),
  features: (text: Text) => goLowerCase(bytesOf(text)),
};

/**
 * Runs of `size` words, with one space between them. Fewer words make one shingle; so, in the original, does no word at all,
 * unless the size is 1.
 */
function shinglesOf(text: string, size: number): Parts {
  const words = betweenSpaces(encoder.encode(text.match(WORDS)?.join(' ')));
  return size === 1 ? words : runsOrWhole(words, size);
}
