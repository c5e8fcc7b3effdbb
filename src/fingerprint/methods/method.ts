import type { FeatureSet } from '../../wasm/feature-set.ts';
import type { Text } from '../text.ts';

/** A feature of a text, for people. */
export interface Feature {
  /** Words joined by spaces, characters, bytes in hexadecimal; case folded if the recipe does so. */
  readonly feature: string;
  /** How often it occurs. */
  readonly count: number;
  /** What it weighs in the fingerprint. One that occurs once weighs 1, unless weights are given or from a corpus. */
  readonly weight: number;
  /** The 64-bit hash whose bits it votes for; not known of presets. */
  readonly hash?: bigint;
}

/** How fingerprints are made by one kind of recipe. Texts have been checked. */
export interface Method {
  fingerprint(text: Text): bigint;
  inspect(text: Text): { fingerprint: bigint; features: number };
  /** Fills `target` with independent fingerprints and returns the number of features. */
  several(text: Text, target: BigUint64Array): number;
  features(text: Text): Feature[];
  /**
   * Fills `target`, if there is one, with independent fingerprints on the way.
   *
   * @param isPassage whether the text may be part of another, so that its beginning and end are not compared
   */
  featureSet(text: Text, target?: BigUint64Array, isPassage?: boolean): FeatureSet;
}
