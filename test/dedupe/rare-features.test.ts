// What is found by rare features against all that is similar enough, found by comparing all with all.
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { RareFeatures } from '../../src/dedupe/rare-features.ts';
import { Fingerprinter } from '../../src/fingerprint/fingerprinter.ts';
import type { FeatureSet } from '../../src/wasm/feature-set.ts';

const fingerprinter = new Fingerprinter({ recipe: 'dedupe' });
const sets: FeatureSet[] = [];
afterEach(() => {
  for (const set of sets.splice(0)) set.dispose();
});

function setOf(text: string): FeatureSet {
  const set = fingerprinter.featureSet(text);
  sets.push(set);
  return set;
}

/** Lines of a few templates, of different lengths, with some words of their own. */
const line = fc
  .tuple(fc.nat(2), fc.integer({ min: 1, max: 24 }), fc.array(fc.tuple(fc.nat(23), fc.nat(30)), { maxLength: 5 }))
  .map(([template, length, own]) => {
    const words = Array.from({ length }, (_, i) => `t${template}w${i % 17}`);
    for (const [place, word] of own) words[place % length] = `own${word}`;
    return words.join(' ');
  });

describe('documents listed under rare features', () => {
  it('are found for all that they may be near-duplicates of', () => {
    let refused = 0;
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 2, maxLength: 60 }),
        fc.constantFrom(0.05, 0.3, 0.5, 2 / 3, 0.75, 29 / 35, 0.9, 1),
        (lines, threshold) => {
          const rare = new RareFeatures(threshold);
          const all = lines.map(setOf);
          const listed = new Set([...all.keys()].filter((document) => rare.add(all[document]!, document)));
          refused += all.length - listed.size;
          for (const set of all) {
            const found = [...rare.sharing(set)];
            expect(found.length).toBe(new Set(found).size);
            const similar = [...listed].filter((document) => set.jaccard(all[document]!) >= threshold);
            expect(found).toEqual(expect.arrayContaining(similar));
          }
          for (const set of sets.splice(0)) set.dispose();
        },
      ),
      { numRuns: 300 },
    );
    expect(refused).toBeGreaterThan(0);
  });

  it('are hardly ever found for others of their template', () => {
    const rare = new RareFeatures(0.75);
    const lines = Array.from(
      { length: 5000 },
      (_, i) => `connection from host h${i} to port p${i} was closed by the daemon`,
    );
    const all = lines.map(setOf);
    expect(all.every((set, document) => rare.add(set, document))).toBe(true);
    const found = all.reduce((sum, set) => sum + rare.sharing(set).length, 0);
    expect(found / all.length).toBeLessThan(10);
  });

  it('are refused where nothing of them is rare', () => {
    const rare = new RareFeatures(0.75);
    const taken = Array.from({ length: 1000 }, (_, i) =>
      rare.add(setOf(`door ${i % 2} of house ${i % 3} was opened`), i),
    );
    expect(taken.filter(Boolean).length).toBeLessThan(30);
  });
});
