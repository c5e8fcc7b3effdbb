import type { Text } from '../fingerprint/text.ts';
import { foldParts, foldSigns, type WeightedHash } from './fold.ts';
import { hashOf } from './halves.ts';
import { bytesOf, checkHash, checkIterable, stringOf } from './input.ts';
import { md5First } from './md5.ts';
import { decoded, type Parts, runs } from './parts.ts';
import type { Preset } from './preset.ts';
import { lowerCaseWordCharacters } from './python-text.ts';

const WINDOW = 4;

/** seomoz leaves features and hashes to the caller. */
export interface Seomoz extends Preset {
  /**
   * The fingerprint of hashes: `simhash.compute(hashes)` in Python. No hashes: 0.
   *
   * @throws {InvalidArgumentError} if one is not a bigint from 0 to 2^64 - 1
   * @example seomoz.fingerprintOfHashes([0xabcdn, 0xbcden, 0xcdefn]) // 0xadcfn
   */
  fingerprintOfHashes(hashes: Iterable<bigint>): bigint;
  /**
   * The hash of a feature: `simhash.unsigned_hash(bytes)` in Python.
   *
   * @throws {InvalidArgumentError} if the feature is neither a string nor a Uint8Array
   * @example seomoz.fingerprintOfHashes(['some', 'words'].map(seomoz.unsignedHash))
   */
  unsignedHash(feature: Text): bigint;
}

/**
 * seomoz/simhash-py and simhash-cpp. They define the fold and the hash; the features of texts are those of their
 * test (TestFunctional.compute in test/test.py): runs of four word characters; shorter texts have none.
 *
 * @example seomoz.fingerprint('the cat sat on the mat') // 0x0cb6d101a1692b82n
 */
export const seomoz: Seomoz = {
  name: 'seomoz',
  version: 1,
  about: 'seomoz/simhash-py: 4-grams of lower-case word characters with repeats; MD5, its first 8 bytes',
  source: 'https://github.com/seomoz/simhash-py 0.4.2 with https://github.com/seomoz/simhash-cpp',

  fingerprint(text: Text): bigint {
    return foldParts(windows(text), md5First, 0);
  },

  features: (text: Text) => decoded(windows(text)),

  fingerprintOfHashes(hashes: Iterable<bigint>): bigint {
    checkIterable('Hashes', hashes);
    return foldSigns(
      Array.from(hashes, (hash): WeightedHash => {
        checkHash(hash);
        return [hash, 1];
      }),
      0,
    );
  },

  unsignedHash(feature: Text): bigint {
    return hashOf(md5First, bytesOf(feature));
  },
};

function windows(text: Text): Parts {
  return runs(lowerCaseWordCharacters(stringOf(text)), WINDOW);
}
