import type * as fingerprint from '../fingerprint/recipe.ts';
import type { Text } from '../fingerprint/text.ts';

/**
 * The fingerprints of another SimHash library, bit for bit. Libraries differ in features, hash, weights and ties,
 * so fingerprints of different presets, or of one with different options, must not be compared.
 *
 * @example new Fingerprinter({ recipe: oneEng }).inspect('How are you?') // { fingerprint, features: 6, tooShort: false }
 */
export interface Preset extends fingerprint.Preset {
  /** Unique for the library and the options that change fingerprints: to keep beside stored fingerprints. */
  readonly name: string;
  /** Raised when any fingerprint would change. */
  readonly version: 1;
  /** One line for people. */
  readonly about: string;
  /** The project whose fingerprints these are, and the version that they were compared with. */
  readonly source: string;
  /**
   * The fingerprint of a text, 0…2^64 - 1.
   *
   * @throws {InvalidArgumentError} if it is neither a string nor a Uint8Array of UTF-8
   */
  fingerprint(text: Text): bigint;
  /** The features of a text, in whatever form; errors as `fingerprint`. */
  features(text: Text): Iterable<fingerprint.GivenFeature>;
}
