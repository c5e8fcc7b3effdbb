import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InvalidArgumentError } from '../../src/errors.ts';
import { Fingerprinter } from '../../src/fingerprint/fingerprinter.ts';
import type { GivenFeature } from '../../src/fingerprint/recipe.ts';
import { simhash } from '../../src/fingerprint/simhash.ts';
import { useCore } from '../../src/wasm/core.ts';
import * as reference from '../reference/fingerprint.ts';
import { builds } from '../support/builds.ts';

/** In whole numbers, which need no rule but that of ties. */
function signsOf(features: readonly (readonly [string, number])[]): bigint {
  const hashes = features.map(([feature]) => reference.mix(reference.wordHash(feature)));
  const bits = Array.from({ length: 64 }, (_, bit) => {
    const sum = features.reduce((sum, [, weight], i) => sum + ((hashes[i]! >> BigInt(bit)) & 1n ? weight : -weight), 0);
    return features.length > 0 && (sum > 0 || (sum === 0 && bit % 2 === 1)) ? 1n << BigInt(bit) : 0n;
  });
  return bits.reduce((all, bit) => all | bit, 0n);
}

describe.each(builds)('simhash of features, $name build', ({ open }) => {
  beforeAll(() => useCore(open()));
  afterAll(() => useCore(undefined));

  it('agrees with the reference', () => {
    const feature = fc.tuple(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
      fc.oneof(fc.double({ min: -1e6, max: 1e6, noNaN: true }), fc.double({ min: -1e308, max: 1e308, noNaN: true })),
    );
    fc.assert(
      fc.property(fc.array(feature, { maxLength: 30 }), (features) => {
        expect(simhash(features)).toBe(reference.ofWeighted(features));
      }),
      { numRuns: 500 },
    );
  });

  it('does not depend on the order of features, nor on the unit of weights, and is exact in whole numbers', () => {
    const weighted = fc.uniqueArray(
      fc.tuple(fc.string({ minLength: 1, maxLength: 3 }), fc.integer({ min: -99, max: 99 })),
      {
        selector: ([feature]) => feature,
        maxLength: 14,
      },
    );
    const units = fc.constantFrom(0.1, 0.01, 0.7, 1e-300, 1e306, Number.MIN_VALUE, 2 ** 40);
    fc.assert(
      fc.property(weighted, units, (features, unit) => {
        const whole = simhash(features);
        const scaled = features.map(([feature, weight]): GivenFeature => [feature, weight * unit]);
        expect(whole).toBe(signsOf(features));
        expect(simhash(scaled)).toBe(whole);
        expect(simhash(scaled.toReversed())).toBe(whole);
      }),
      { numRuns: 500 },
    );
  });

  it('of the words of a text is that of the text by the recipe of words', () => {
    const text = 'the cat sat on the mat with the other cat and a remarkably comfortable rug';
    expect(simhash(text.split(' '))).toBe(new Fingerprinter({ recipe: 'words' }).fingerprint(text));
  });

  it('takes levels from 1 to 5, and does not mind the order', () => {
    const news: GivenFeature[] = [
      ['美国', 4],
      ['51区', 5],
      ['雇员', 3],
      ['称', 1],
      ['内部', 2],
    ];
    expect(simhash(news)).toBe(simhash([...news].reverse()));
    expect(simhash([...news, '传'])).not.toBe(simhash(news));
    expect(simhash([])).toBe(0n);
  });
});

describe('simhash refuses', () => {
  it.each([
    ['a number', 5],
    ['null', null],
    ['an empty feature', ['a', '']],
    ['a feature that is a number', [7]],
    ['a weight that is not a number', [['a', 'much']]],
    ['a weight that is not finite', [['a', Number.POSITIVE_INFINITY]]],
    ['a weight that is no number at all', [['a', Number.NaN]]],
    ['a pair without weight', [['a']]],
  ])('%s', (_, input) => {
    expect(() => simhash(input as unknown as string)).toThrow(InvalidArgumentError);
  });
});
