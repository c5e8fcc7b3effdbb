import type { Text } from '../fingerprint/text.ts';
import { foldSigns, type WeightedHash } from './fold.ts';
import { bytesOf, checkHash, checkIterable, counted, stringOf } from './input.ts';
import { md5First } from './md5.ts';
import type { Preset } from './preset.ts';
import { codePointWindows, lowerCaseWordCharacters } from './python-text.ts';

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
    return foldSigns(
      Array.from(counted(windows(text)), ([window, count]): WeightedHash => [md5First(bytesOf(window)), count]),
      0,
    );
  },

  features: windows,

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
    return md5First(bytesOf(feature));
  },
};

function windows(text: Text): Iterable<string> {
  return codePointWindows(lowerCaseWordCharacters(stringOf(text)), WINDOW);
}
