import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InvalidArgumentError } from '../../src/errors.ts';
import { Fingerprinter } from '../../src/fingerprint/fingerprinter.ts';
import type { GivenFeature } from '../../src/fingerprint/recipe.ts';
import { simhash } from '../../src/fingerprint/simhash.ts';
import { useCore } from '../../src/wasm/core.ts';
import * as reference from '../reference/fingerprint.ts';
import { builds } from '../support/builds.ts';

describe.each(builds)('simhash of features, $name build', ({ open }) => {
  beforeAll(() => useCore(open()));
  afterAll(() => useCore(undefined));

  it('agrees with the reference', () => {
    const feature = fc.tuple(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
      fc.double({ min: -1e6, max: 1e6, noNaN: true }),
    );
    fc.assert(
      fc.property(fc.array(feature, { maxLength: 30 }), (features) => {
        expect(simhash(features)).toBe(reference.ofWeighted(features));
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
    [
      'weights that overflow',
      [
        ['a', 1e308],
        ['b', 1e308],
      ],
    ],
  ])('%s', (_, input) => {
    expect(() => simhash(input as unknown as string)).toThrow(InvalidArgumentError);
  });
});
