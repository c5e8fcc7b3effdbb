import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Fingerprinter } from '../src/fingerprint/fingerprinter.ts';
import type { Recipe } from '../src/fingerprint/recipes.ts';
import { useCore } from '../src/wasm/core.ts';
import { builds } from './builds.ts';
import * as reference from './reference/fingerprint.ts';
import { anyBytes, anyText } from './texts.ts';

const news = readFileSync(new URL('../examples/news.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line).text as string);

const RECIPES = ['words-bigrams', 'words'] as const;

const english = news.join(' ').slice(0, 20_000);
/** What the reference, being slow, tells only once for all builds. */
const large = [
  english.repeat(Math.ceil(5_000_000 / english.length)),
  'x'.repeat(5_000_000),
  new Uint8Array(5_000_000).fill(0x20),
  Array.from({ length: 60_000 }, (_, i) => `word${i}`).join(' '),
].map((text) => ({ text, expected: new Map<string, bigint>() }));

function referenceOnce({ text, expected }: (typeof large)[number], recipe: Recipe): bigint {
  const known = expected.get(recipe.name) ?? reference.fingerprint(text, recipe);
  expected.set(recipe.name, known);
  return known;
}

describe.each(builds)('fingerprints of the $name build', ({ open }) => {
  const fingerprinters: Fingerprinter[] = [];

  beforeAll(() => {
    useCore(open());
    fingerprinters.push(...RECIPES.map((recipe) => new Fingerprinter({ recipe })));
  });
  afterAll(() => useCore(undefined));

  const expectReference = (text: string | Uint8Array): void => {
    for (const fingerprinter of fingerprinters) {
      const { fingerprint, features } = fingerprinter.inspect(text);
      const counts = reference.features(text, fingerprinter.recipe.wordGrams);
      expect(features).toBe([...counts.values()].reduce((sum, count) => sum + count, 0));
      expect(fingerprint).toBe(reference.fingerprint(text, fingerprinter.recipe));
    }
  };

  it('agree with the reference on generated texts', () => {
    fc.assert(fc.property(anyText, expectReference), { numRuns: 2000 });
  });

  it('agree with the reference on bytes that need not be UTF-8', () => {
    fc.assert(fc.property(anyBytes, expectReference), { numRuns: 2000 });
  });

  it('agree with the reference on the example news, whole and cut anywhere', () => {
    for (const text of news) expectReference(text);
    fc.assert(
      fc.property(fc.constantFrom(...news), fc.nat(), fc.nat(300), (text, start, length) =>
        expectReference(text.slice(start % text.length, (start % text.length) + length)),
      ),
      { numRuns: 300 },
    );
  });

  it('are the same for a string and for its bytes', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const one of fingerprinters) {
          expect(one.fingerprint(new TextEncoder().encode(text))).toBe(one.fingerprint(text));
        }
      }),
    );
  });

  it('agree with the reference on every code point, alone and between letters', () => {
    const [fingerprinter] = fingerprinters;
    const wrong: string[] = [];
    for (let code = 0; code < 0x110000; code++) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const text = `a${String.fromCodePoint(code)}b`;
      if (fingerprinter!.inspect(text).features !== 2 * reference.tokens(text).length - 1)
        wrong.push(code.toString(16));
    }
    expect(wrong).toEqual([]);
  });

  it('of texts without words are 0 and rest on no features', () => {
    for (const text of [
      '',
      ' ',
      '\0',
      '!?',
      '，。',
      '😀',
      '\u00ad',
      '\ufeff',
      '\ud800',
      new Uint8Array([0xff, 0xc0]),
    ]) {
      expect(fingerprinters[0]!.inspect(text)).toEqual({ fingerprint: 0n, features: 0, tooShort: true });
    }
  });

  it('agree with the reference on 5 MB, and small texts after it are what they were', () => {
    const before = fingerprinters[0]!.fingerprint('after the flood');
    for (const one of large) {
      for (const fingerprinter of fingerprinters) {
        expect(fingerprinter.fingerprint(one.text)).toBe(referenceOnce(one, fingerprinter.recipe));
      }
    }
    expect(fingerprinters[0]!.fingerprint('after the flood')).toBe(before);
  });

  it('several of one text agree with the reference, and the first is the usual one', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const fingerprinter of fingerprinters) {
          const target = new BigUint64Array(4);
          fingerprinter.several(text, target);
          expect([...target]).toEqual(reference.several(text, fingerprinter.recipe, 4));
          expect(target[0]).toBe(fingerprinter.fingerprint(text));
        }
      }),
      { numRuns: 500 },
    );
  });

  it('exact similarity agrees with the reference', () => {
    fc.assert(
      fc.property(anyText, anyText, fc.nat(), (a, other, cut) => {
        const b = a.slice(cut % (a.length + 1)) + other;
        for (const fingerprinter of fingerprinters) {
          const sizes = fingerprinter.recipe.wordGrams;
          const expected = reference.jaccard(reference.features(a, sizes), reference.features(b, sizes));
          expect(fingerprinter.exactSimilarity(a, b)).toBe(expected);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('features in words count as the kernel counts', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const fingerprinter of fingerprinters) {
          const features = fingerprinter.features(text);
          const counts = reference.features(text, fingerprinter.recipe.wordGrams);
          expect(features.reduce((sum, { count }) => sum + count, 0)).toBe(
            [...counts.values()].reduce((sum, count) => sum + count, 0),
          );
        }
      }),
      { numRuns: 300 },
    );
  });
});
