import { InvalidArgumentError } from '../errors.ts';
import { shown } from '../shown.ts';
import { hammingDistance } from './fingerprint.ts';
import { Fingerprinter } from './fingerprinter.ts';
import type { Feature } from './methods/method.ts';
import type { Text } from './text.ts';

/** What a feature does to the distance of two texts. */
export interface Contribution {
  readonly feature: string;
  /** The 64-bit hash whose bits it votes for. */
  readonly hash: bigint;
  /** What it weighs in the one text and in the other; 0 where it does not occur. */
  readonly weightA: number;
  readonly weightB: number;
  /** Above 0 if it drives the bits in which the fingerprints differ apart, below 0 if it holds them together. */
  readonly contribution: number;
  /** The contribution as a share of the sum of all, which is above 0; those of all features together are 1. */
  readonly share: number;
}

/**
 * Why two fingerprints differ, by features. Bit i of a fingerprint is the sign of S_i = Σ w(f) · h_i(f) over the
 * features f, where h_i(f) is 1 if bit i of the feature's hash is set and -1 if not. So S_i of the one text less that of
 * the other is Σ (w_a(f) - w_b(f)) · h_i(f). Where the fingerprints differ, let s_i be 1 if text A has the bit and -1
 * if not; then
 *
 *     contribution(f) = Σ (w_a(f) - w_b(f)) · h_i(f) · s_i   over the bits i that differ.
 *
 * @returns every feature whose weights in the two texts differ, largest contribution first; nothing if the
 *   fingerprints are equal
 * @throws {InvalidArgumentError} if an argument is none, or the recipe is a preset, which does not tell its hashes
 * @example
 * const fingerprinter = new Fingerprinter({ recipe: 'words' });
 * contributions(fingerprinter, 'one two three four', 'one two three five')
 * // [{ feature: 'four', hash, weightA: 1, weightB: 0, contribution: 15, share: 0.5 }, …]
 */
export function contributions(fingerprinter: Fingerprinter, a: Text, b: Text): Contribution[] {
  if (!(fingerprinter instanceof Fingerprinter)) {
    throw new InvalidArgumentError(
      `contributions() takes a Fingerprinter of the same entry and two texts, not ${shown(fingerprinter)}.`,
    );
  }
  const ofA = fingerprinter.fingerprint(a);
  const differing = ofA ^ fingerprinter.fingerprint(b);
  if (differing === 0n) return [];
  const bits = hammingDistance(differing, 0n);
  const found = weightsInBoth(fingerprinter, a, b).map((one) => {
    const against = hammingDistance(one.hash & differing, ofA & differing);
    return { ...one, contribution: (one.weightA - one.weightB) * (bits - 2 * against) };
  });
  const sum = found.reduce((total, { contribution }) => total + contribution, 0);
  return found
    .map((one) => ({ ...one, share: sum === 0 ? 0 : one.contribution / sum }))
    .sort((x, y) => y.contribution - x.contribution);
}

interface Weighed {
  feature: string;
  hash: bigint;
  weightA: number;
  weightB: number;
}

/** The features that weigh more in one of two texts than in the other. A word and a character may look the same: hashes tell. */
function weightsInBoth(fingerprinter: Fingerprinter, a: Text, b: Text): Weighed[] {
  const found = new Map<bigint, Weighed>();
  for (const one of fingerprinter.features(a)) {
    const hash = hashOf(one, fingerprinter);
    found.set(hash, { feature: one.feature, hash, weightA: one.weight, weightB: 0 });
  }
  for (const one of fingerprinter.features(b)) {
    const hash = hashOf(one, fingerprinter);
    const known = found.get(hash);
    if (known) known.weightB = one.weight;
    else found.set(hash, { feature: one.feature, hash, weightA: 0, weightB: one.weight });
  }
  return [...found.values()].filter(({ weightA, weightB }) => weightA !== weightB);
}

function hashOf({ hash }: Feature, { recipeId }: Fingerprinter): bigint {
  if (hash !== undefined) return hash;
  throw new InvalidArgumentError(
    `${recipeId} does not tell the hashes of its features, so what they contribute is not known. ` +
      'Presets do not; built-in recipes and your own do.',
  );
}
