import { InvalidArgumentError } from '../errors.ts';
import { core } from '../wasm/core.ts';
import { weightedFingerprint } from '../wasm/weighted.ts';
import { Fingerprinter, type Text } from './fingerprinter.ts';

/** A feature of your own: a string, of weight 1, or a string and its weight, any finite number. */
export type WeightedFeature = string | readonly [feature: string, weight: number];

let defaultFingerprinter: Fingerprinter | undefined;

/**
 * The fingerprint of a text by the default recipe, `words-bigrams`, or of features that you have found and weighed
 * yourself: keywords with their tf-idf, say, or with levels from 1 to 5. Features are taken as they are, case and all;
 * one that is given twice weighs the sum. The two kinds of fingerprint are not comparable.
 *
 * @returns a bigint from 0 to 2^64 - 1; 0 for a text without words, and for no features
 * @throws {InvalidArgumentError} if it is none of these, a feature is empty, or weights are not finite or overflow
 * @example hammingDistance(simhash('the cat sat on the mat'), simhash('the cat sat on a mat'))
 * @example simhash([['美国', 4], ['51区', 5], ['雇员', 3]])
 */
export function simhash(input: Text | readonly WeightedFeature[]): bigint {
  if (Array.isArray(input)) return ofFeatures(input);
  defaultFingerprinter ??= new Fingerprinter();
  return defaultFingerprinter.fingerprint(input as Text);
}

function ofFeatures(features: readonly WeightedFeature[]): bigint {
  const pairs = features.map((feature, i) => checked(feature, i));
  const weights = Float64Array.from(pairs, ([, weight]) => weight);
  const largest = weights.reduce((sum, weight) => sum + Math.abs(weight), 0);
  if (!Number.isFinite(largest)) {
    throw new InvalidArgumentError(`The weights of ${features.length} features overflow. Scale them down.`);
  }
  return weightedFingerprint(
    core(),
    pairs.map(([feature]) => feature),
    weights,
  );
}

function checked(feature: unknown, place: number): readonly [string, number] {
  const [text, weight] = Array.isArray(feature) ? feature : [feature, 1];
  if (typeof text === 'string' && text !== '' && Number.isFinite(weight)) return [text, weight];
  throw new InvalidArgumentError(
    `Feature ${place} must be a string that is not empty, or such a string and a finite weight, ` +
      `not ${shown(feature)}.`,
  );
}

function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  return Array.isArray(value) ? `[${value.map(shown).join(', ')}]` : String(value);
}
