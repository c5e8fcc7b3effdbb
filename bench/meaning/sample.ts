import { type Fingerprinter, hammingDistance, similarityInterval } from '../../src/index.ts';
import { exactAngle, vectorOf } from './exact.ts';

/** A text and another that it is compared with. */
export type Pair = readonly [string, string];

/** How many of them `dedupe` looks at. */
const AT_ONCE = 3;

/** The distances of many pairs. */
export class Sample {
  /** Ascending. */
  readonly #distances: readonly number[];
  readonly #nearest: readonly number[];
  /** The mean distance that theory expects: 64 · angle / π, from the exact angles. */
  readonly expected: number;
  /** How often the 95 % interval holds the exact angle. */
  readonly covered: number;

  /** Several independent fingerprints a text: as many distances as if there were that many times as many texts. */
  constructor(fingerprinter: Fingerprinter, pairs: readonly Pair[], fingerprints = 9) {
    const [ofA, ofB] = [new BigUint64Array(fingerprints), new BigUint64Array(fingerprints)];
    const distances: number[] = [];
    const nearest: number[] = [];
    let [expected, covered] = [0, 0];
    for (const [a, b] of pairs) {
      fingerprinter.several(a, ofA);
      fingerprinter.several(b, ofB);
      const these = Array.from(ofA, (one, i) => hammingDistance(one, ofB[i]!));
      const angle = exactAngle(vectorOf(fingerprinter, a), vectorOf(fingerprinter, b));
      expected += (64 * angle) / Math.PI / pairs.length;
      covered += these.filter((distance) => holds(distance, angle)).length / fingerprints / pairs.length;
      distances.push(...these);
      for (let i = 0; i < fingerprints; i += AT_ONCE) nearest.push(Math.min(...these.slice(i, i + AT_ONCE)));
    }
    this.#distances = distances.sort((a, b) => a - b);
    this.#nearest = nearest;
    this.expected = expected;
    this.covered = covered;
  }

  get mean(): number {
    return this.#distances.reduce((sum, distance) => sum + distance) / this.#distances.length;
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

  /** Which share is that near by any of three. */
  anyWithin(distance: number): number {
    return this.#nearest.filter((one) => one <= distance).length / this.#nearest.length;
  }
}

const INTERVALS = Array.from({ length: 65 }, (_, distance) => similarityInterval(0n, (1n << BigInt(distance)) - 1n));

/** The angle of equal texts is a little more than 0 by the rounding of the cosine. */
function holds(distance: number, angle: number): boolean {
  const { low, high } = INTERVALS[distance]!.angle;
  return low <= angle + 1e-6 && angle <= high;
}
