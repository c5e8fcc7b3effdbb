import { InvalidArgumentError } from '../../errors.ts';
import { isIterable } from '../../iterable.ts';
import { shown } from '../../shown.ts';
import type { GivenFeature } from '../recipe.ts';

/** Features that the caller has found, checked: the strings and their weights. */
export interface GivenFeatures {
  readonly features: string[];
  readonly weights: Float64Array<ArrayBuffer>;
}

/**
 * @param from what gave them, for the message
 * @throws {InvalidArgumentError} if a feature is empty or no string, or weights are not finite
 */
export function checkGiven(given: Iterable<GivenFeature>, from: string): GivenFeatures {
  if (!isIterable(given)) {
    throw new InvalidArgumentError(`${from} must give an iterable of features, not ${shown(given)}.`);
  }
  const features: string[] = [];
  const weights: number[] = [];
  for (const one of given) {
    const [feature, weight] = checked(one, features.length, from);
    features.push(feature);
    weights.push(weight);
  }
  return { features, weights: Float64Array.from(weights) };
}

/** How often each feature was given, and the sum of its weights, in the order of the first occurrence. */
export function tallied({ features, weights }: GivenFeatures): { feature: string; count: number; weight: number }[] {
  const found = new Map<string, { feature: string; count: number; weight: number }>();
  for (const [i, feature] of features.entries()) {
    const { count, weight } = found.get(feature) ?? { count: 0, weight: 0 };
    found.set(feature, { feature, count: count + 1, weight: weight + weights[i]! });
  }
  return [...found.values()];
}

function checked(feature: unknown, place: number, from: string): readonly [string, number] {
  const [text, weight] = Array.isArray(feature) && feature.length === 2 ? feature : [feature, 1];
  if (typeof text === 'string' && text !== '' && Number.isFinite(weight)) return [text, weight];
  throw new InvalidArgumentError(
    `Feature ${place} of ${from} must be a string that is not empty, or one with a finite weight, ` +
      `not ${shown(feature)}.`,
  );
}
