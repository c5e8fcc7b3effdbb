import type { Fingerprinter } from '../../src/index.ts';
import { weight } from '../../test/reference/fingerprint.ts';

/** The weighted features of a text, and the length of that vector. */
export interface Vector {
  readonly weights: ReadonlyMap<string, number>;
  readonly norm: number;
}

export function vectorOf(fingerprinter: Fingerprinter, text: string): Vector {
  const weights = new Map(
    fingerprinter.features(text).map(({ feature, count }) => [feature, weight(count, fingerprinter.recipe.weights)]),
  );
  let squares = 0;
  for (const weight of weights.values()) squares += weight * weight;
  return { weights, norm: Math.sqrt(squares) };
}

/** The angle that fingerprints estimate, in radians. */
export function exactAngle(a: Vector, b: Vector): number {
  let product = 0;
  for (const [feature, weight] of a.weights) product += weight * (b.weights.get(feature) ?? 0);
  return Math.acos(Math.min(1, product / (a.norm * b.norm)));
}
