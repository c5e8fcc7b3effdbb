import type { Fingerprinter } from '../../src/index.ts';

/** The weights of a text's features by their hashes, and the length of that vector. */
export interface Vector {
  readonly weights: ReadonlyMap<bigint, number>;
  readonly length: number;
}

/** Of built-in recipes: those of presets do not tell their hashes. */
export function vectorOf(fingerprinter: Fingerprinter, text: string): Vector {
  const weights = new Map(fingerprinter.features(text).map(({ hash, weight }) => [hash!, weight]));
  let squares = 0;
  for (const weight of weights.values()) squares += weight * weight;
  return { weights, length: Math.sqrt(squares) };
}

/** The angle that fingerprints estimate, in radians. */
export function exactAngle(a: Vector, b: Vector): number {
  let product = 0;
  for (const [hash, weight] of a.weights) product += weight * (b.weights.get(hash) ?? 0);
  return Math.acos(Math.min(1, product / (a.length * b.length)));
}
