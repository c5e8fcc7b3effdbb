import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clopperPearson } from '../../src/fingerprint/binomial.ts';
import {
  angle,
  Fingerprinter,
  fromHex,
  InvalidArgumentError,
  RECIPES,
  similarity,
  similarityInterval,
  type TextRecipe,
  toHex,
} from '../../src/index.ts';
import * as reference from '../reference/fingerprint.ts';

/** A fingerprint that differs from 0 in so many bits. */
const apart = (distance: number): bigint => (1n << BigInt(distance)) - 1n;

describe('hexadecimal digits', () => {
  it('are sixteen, in either case, and nothing else is taken for them', () => {
    expect([toHex(0n), toHex(2n ** 64n - 1n)]).toEqual(['0000000000000000', 'ffffffffffffffff']);
    expect(['00000000000000ff', '00000000000000FF'].map(fromHex)).toEqual([255n, 255n]);
    for (const other of ['ff', '0x000000000000ff', '00000000000000fg', 5n, undefined, Symbol('ff')]) {
      expect(() => fromHex(other as string)).toThrow(InvalidArgumentError);
    }
    expect(() => toHex(255 as unknown as bigint)).toThrow(InvalidArgumentError);
  });
});

describe('angle and similarity', () => {
  it('are 0 and 1 for the same, right and 0 for strangers, straight and -1 for opposites', () => {
    expect([0, 32, 64].map((distance) => angle(0n, apart(distance)))).toEqual([0, Math.PI / 2, Math.PI]);
    expect([0, 32, 64].map((distance) => similarity(0n, apart(distance)))).toEqual([1, 0, -1]);
  });

  it('follow the distance, not the integers: 4000… and 3fff… are neighbours as numbers alone', () => {
    expect(similarity(0x4000000000000000n, 0x3fffffffffffffffn)).toBeCloseTo(Math.cos((63 / 64) * Math.PI), 12);
  });

  const news = readFileSync(new URL('../../examples/news.jsonl', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n', 13)
    .map((line) => JSON.parse(line).text as string);

  it.each(RECIPES)('by $name estimate the angle between the weighted features', (recipe) => {
    const fingerprinter = new Fingerprinter({ recipe });
    const [mine, others] = [new BigUint64Array(128), new BigUint64Array(128)];
    let [covered, all] = [0, 0];
    for (let i = 1; i < news.length; i++) {
      const [a, other] = [news[i - 1]!, news[i]!];
      const b = a.slice(0, 400 + 30 * i) + other.slice(0, 800 - 60 * i);
      fingerprinter.several(a, mine);
      fingerprinter.several(b, others);
      const exact = exactAngle(recipe, a, b);
      const pairs = Array.from(mine, (one, j) => [one, others[j]!] as const);
      const mean = pairs.reduce((sum, [one, other]) => sum + angle(one, other), 0) / pairs.length;
      // Four standard errors of 128 × 64 bits that differ with a probability of up to a half.
      expect(Math.abs(mean - exact)).toBeLessThan((4 * Math.PI * 0.5) / Math.sqrt(128 * 64));
      for (const [one, other] of pairs) {
        const { low, high } = similarityInterval(one, other).angle;
        if (low <= exact && exact <= high) covered++;
        all++;
      }
    }
    expect(covered / all).toBeGreaterThan(0.95);
  });
});

/** From the reference's own features and weights. */
function exactAngle(recipe: TextRecipe, a: string, b: string): number {
  const [vectorA, vectorB] = [a, b].map((text) => {
    const counts = reference.features(text, recipe);
    return new Map([...counts].map(([feature, count]) => [feature, reference.weight(count, recipe.weights)]));
  }) as [Map<bigint, number>, Map<bigint, number>];
  const dot = [...vectorA].reduce((sum, [feature, weight]) => sum + weight * (vectorB.get(feature) ?? 0), 0);
  const norm = (vector: Map<bigint, number>) => Math.hypot(...vector.values());
  return Math.acos(dot / (norm(vectorA) * norm(vectorB)));
}

describe('the interval of Clopper and Pearson', () => {
  it.each([
    // R, example of stats::binom.test (Conover 1971, p. 97).
    [682, 925, 0.95, 0.7076683, 0.7654066],
    // SciPy 1.17 documentation, BinomTestResult.proportion_ci.
    [7, 50, 0.95, 0.05819170033997342, 0.26739600249700846],
    // scipy.stats.binomtest(d, 64).proportion_ci(confidence), SciPy 1.17.1.
    [0, 64, 0.95, 0, 0.05600908938663658],
    [1, 64, 0.95, 0.00039551251419647375, 0.08401032643435814],
    [3, 64, 0.95, 0.0097730749544555, 0.13093573724140273],
    [10, 64, 0.95, 0.07755733180012322, 0.2686342442662729],
    [16, 64, 0.95, 0.1501555740853057, 0.37399045688181903],
    [32, 64, 0.95, 0.3723228628956059, 0.6276771371043941],
    [64, 64, 0.95, 0.9439909106133634, 1],
    [3, 64, 0.5, 0.027048212832938297, 0.07852285128752201],
    [3, 64, 0.99, 0.005349042113593065, 0.16115513885810856],
    [32, 64, 0.999, 0.2965373390318276, 0.7034626609681723],
    [63, 64, 0.9, 0.9280102451052901, 0.9991988633566514],
  ])('of %i in %i at %f is what others publish', (successes, trials, confidence, low, high) => {
    const digits = String(low).length > 9 || String(high).length > 9 ? 12 : 7;
    const interval = clopperPearson(successes, trials, confidence);
    expect(interval.low).toBeCloseTo(low, digits);
    expect(interval.high).toBeCloseTo(high, digits);
  });

  it.each([0.5, 0.8, 0.95, 0.999])('covers every probability at least as often as %f promises', (confidence) => {
    const intervals = Array.from({ length: 65 }, (_, d) => clopperPearson(d, 64, confidence));
    for (let step = 0; step <= 2000; step++) {
      const probability = step / 2000;
      const covered = intervals.reduce(
        (sum, { low, high }, d) => sum + (low <= probability && probability <= high ? chanceOf(d, probability) : 0),
        0,
      );
      expect(covered).toBeGreaterThan(confidence - 1e-12);
    }
  });
});

/** That d of 64 bits differ, if each does with that probability: straight from the definition. */
function chanceOf(d: number, probability: number): number {
  let ways = 1n;
  for (let i = 0n; i < BigInt(d); i++) ways = (ways * (64n - i)) / (i + 1n);
  return Number(ways) * probability ** d * (1 - probability) ** (64 - d);
}

describe('similarityInterval', () => {
  const anyFingerprint = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
  const anyConfidence = fc.double({ min: 0, max: 1, minExcluded: true, maxExcluded: true, noNaN: true });

  it('encloses the estimates, and grows with the confidence asked for', () => {
    fc.assert(
      fc.property(anyFingerprint, fc.nat(64), anyConfidence, anyConfidence, (a, distance, first, second) => {
        const b = a ^ apart(distance);
        const confidence = Math.max(first, second);
        const wide = similarityInterval(a, b, { confidence });
        const narrow = similarityInterval(a, b, { confidence: Math.min(first, second) });
        expect(wide.angle.low).toBeLessThanOrEqual(narrow.angle.low);
        expect(wide.angle.high).toBeGreaterThanOrEqual(narrow.angle.high);
        // The smallest of intervals around 0 bits, or all, is a point; elsewhere only a high confidence encloses.
        if (confidence >= 0.5) {
          expect(wide.angle.low).toBeLessThanOrEqual(angle(a, b));
          expect(wide.angle.high).toBeGreaterThanOrEqual(angle(a, b));
        }
        expect(wide.similarity).toEqual({ low: Math.cos(wide.angle.high), high: Math.cos(wide.angle.low) });
        expect(similarityInterval(b, a, { confidence })).toEqual(wide);
      }),
      { numRuns: 300 },
    );
  });

  it('says that 64 bits do not prove that texts are the same, nor that they have nothing in common', () => {
    expect(similarityInterval(5n, 5n).angle).toEqual({ low: 0, high: expect.closeTo(Math.PI * 0.056009, 5) });
    const { low, high } = similarityInterval(0n, apart(32)).similarity;
    expect(low).toBeCloseTo(-0.3904, 4);
    expect(high).toBeCloseTo(0.3904, 4);
  });

  it('stays within its bounds up to the last double below 1', () => {
    for (const confidence of [Number.MIN_VALUE, 1 - Number.EPSILON / 2]) {
      for (let distance = 0; distance <= 64; distance++) {
        const { low, high } = similarityInterval(0n, apart(distance), { confidence }).angle;
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(Math.PI);
        expect(high).toBeGreaterThanOrEqual(low);
      }
    }
  });

  it.each([0, 1, 95, -0.5, Number.NaN, Number.POSITIVE_INFINITY, '0.95', null])(
    'refuses the confidence %s',
    (value) => {
      expect(() => similarityInterval(0n, 1n, { confidence: value as number })).toThrow(InvalidArgumentError);
      expect(() => similarityInterval(0n, 1n, { confidence: value as number })).toThrow(/between 0 and 1.*like 0\.95/);
    },
  );

  it.each([-1n, 2n ** 64n, 5, 'ff'])('and angle refuse %s, which is no fingerprint', (value) => {
    expect(() => similarityInterval(value as bigint, 1n)).toThrow(InvalidArgumentError);
    expect(() => angle(1n, value as bigint)).toThrow(/bigint from 0 to 2\^64 - 1/);
  });
});
