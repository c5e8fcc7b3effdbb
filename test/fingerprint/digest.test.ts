// The digest is made without a core, and is what the core makes of the same text as a feature.
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { digest } from '../../src/fingerprint/digest.ts';
import { simhash, toHex } from '../../src/index.ts';

it('is the fingerprint of one feature', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 100, unit: 'grapheme' }), (text) => {
      expect(digest(text)).toBe(toHex(simhash([[text, 1]])));
    }),
  );
  expect(digest('')).toBe('0000000000000000');
});
