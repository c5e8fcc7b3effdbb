import { REPEATS } from '../../src/dedupe/defaults.ts';
import { type Fingerprinter, hammingDistance, similarityInterval } from '../../src/index.ts';
import { exactAngle, vectorOf } from './exact.ts';

/** A text and another that it is compared with. */
export type Pair = readonly [string, string];

/** Exact angles are slow to come by: pairs of a sample have theirs computed until they have had so many features. */
const EXACT_FEATURES = 20_000;

interface Measured {
  readonly pair: Pair;
  readonly features: number;
  readonly distances: readonly number[];
}

/** The distances of many pairs; a pair of which one has no features has none. */
export class Sample {
  readonly #fingerprinter: Fingerprinter;
  readonly #measured: readonly Measured[];
  /** Ascending. */
  readonly #distances: readonly number[];
  #exact: { readonly expected: number; readonly covered: number } | undefined;

  /** Several independent fingerprints a text: as many distances as if there were that many times as many texts. */
  constructor(fingerprinter: Fingerprinter, pairs: readonly Pair[], fingerprints = 2 * REPEATS) {
    const [ofA, ofB] = [new BigUint64Array(fingerprints), new BigUint64Array(fingerprints)];
    this.#fingerprinter = fingerprinter;
    this.#measured = pairs.flatMap((pair) => {
      const [a, b] = pair;
      const features = Math.min(fingerprinter.several(a, ofA), fingerprinter.several(b, ofB));
      if (features === 0) return [];
      return { pair, features, distances: Array.from(ofA, (one, i) => hammingDistance(one, ofB[i]!)) };
    });
    this.#distances = this.#measured.flatMap(({ distances }) => distances).sort((a, b) => a - b);
  }

  get isEmpty(): boolean {
    return this.#distances.length === 0;
  }

  get mean(): number {
    return this.#distances.reduce((sum, distance) => sum + distance, 0) / this.#distances.length;
  }

  get deviation(): number {
    const { mean } = this;
    const squares = this.#distances.reduce((sum, distance) => sum + (distance - mean) ** 2, 0);
    return Math.sqrt(squares / (this.#distances.length - 1));
  }

  /** The distance that this share of all does not exceed. */
  percentile(share: number): number {
    return this.#distances[Math.ceil(share * this.#distances.length) - 1]!;
  }

  /** Which share of the pairs is that near by one fingerprint. */
  within(distance: number): number {
    return this.#distances.filter((one) => one <= distance).length / this.#distances.length;
  }

  /** Which share is that near by any of those that `dedupe` looks at. */
  anyWithin(distance: number): number {
    const nearest = this.#measured.flatMap(({ distances }) =>
      distances.flatMap((_, i) => (i % REPEATS === 0 ? Math.min(...distances.slice(i, i + REPEATS)) : [])),
    );
    return nearest.filter((one) => one <= distance).length / nearest.length;
  }

  /** The mean distance that theory expects: 64 · angle / π, from exact angles. */
  get expected(): number {
    return this.#compared().expected;
  }

  /** How often the 95 % interval holds the exact angle. */
  get covered(): number {
    return this.#compared().covered;
  }

  #compared() {
    this.#exact ??= compared(this.#fingerprinter, this.#measured);
    return this.#exact;
  }
}

function compared(fingerprinter: Fingerprinter, measured: readonly Measured[]) {
  let [pairs, features, expected, covered] = [0, 0, 0, 0];
  for (const one of measured) {
    if (features > EXACT_FEATURES) break;
    const [a, b] = one.pair;
    const angle = exactAngle(vectorOf(fingerprinter, a), vectorOf(fingerprinter, b));
    expected += (64 * angle) / Math.PI;
    covered += one.distances.filter((distance) => holds(distance, angle)).length / one.distances.length;
    features += one.features;
    pairs++;
  }
  return { expected: expected / pairs, covered: covered / pairs };
}

const INTERVALS = Array.from({ length: 65 }, (_, distance) => similarityInterval(0n, (1n << BigInt(distance)) - 1n));

/** The angle of equal texts is a little more than 0 by the rounding of the cosine. */
function holds(distance: number, angle: number): boolean {
  const { low, high } = INTERVALS[distance]!.angle;
  return low <= angle + 1e-6 && angle <= high;
}
