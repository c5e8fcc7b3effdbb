// Fractional weights are rounded as they are added up, so what 1e0ng/simhash adds first can decide a bit.
import { expect, it } from 'vitest';
import { type OneEngFeatures, oneEng } from '../../src/presets/index.ts';

// PyPI simhash 2.1.2 on Python 3.11 with NumPy 1.26; whole numbers are ints there.
it.each<[what: string, features: OneEngFeatures, fingerprint: bigint]>([
  [
    'whole numbers are added up by themselves',
    [
      ['w335', 0.2],
      ['w965', 3],
      ['w935', 3],
      ['w30', 0.3],
      ['w544', 0.1],
    ],
    0x105075e645a03a83n,
  ],
  [
    'those of pairs up to 50, and of plain features',
    [['w36', 0.1], ['w53', 0.3], ['w89', 0.2], ['w34', 51], 'p30', ['w36', 0.2], ['w39', 0.7], ['w42', 0.1]],
    0x9c0d57067f51c3c5n,
  ],
  [
    'at most 200 of them',
    Array.from({ length: 540 }, (_, i) => [String(i), i % 2 === 0 ? 0.1 : 1]),
    0x6ec92e1fbd16bdd7n,
  ],
  ['fractions one after another', { a: 0.1, b: 0.2, c: 0.3 }, 1244277933967890211n],
])('%s', (_, features, fingerprint) => {
  expect(oneEng.fingerprintOfFeatures(features)).toBe(fingerprint);
});
