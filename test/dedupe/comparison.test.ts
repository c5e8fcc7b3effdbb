// Feature sets of one with many, at once and again: by their bitmaps, by the lookup table, and both.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Fingerprinter } from '../../src/fingerprint/fingerprinter.ts';
import { useCore } from '../../src/wasm/core.ts';
import type { FeatureSet } from '../../src/wasm/feature-set.ts';
import { builds } from '../support/builds.ts';

/** Each of the words from one number up to another, so many times. */
interface Words {
  readonly from: number;
  readonly to: number;
  readonly times: number;
}

const textOf = ({ from, to, times }: Words): string =>
  Array.from({ length: times * (to - from) }, (_, i) => `w${from + (i % (to - from))}`).join(' ');

function jaccard(a: Words, b: Words): number {
  const both = a.times * (a.to - a.from) + b.times * (b.to - b.from);
  const shared = Math.max(0, Math.min(a.to, b.to) - Math.max(a.from, b.from)) * Math.min(a.times, b.times);
  return shared / (both - shared);
}

// Bitmaps of 32 bytes to 4 KiB, and sets a little and much smaller than each other.
const LENGTHS = [1, 2, 7, 30, 64, 65, 100, 128, 129, 300, 1000, 1050, 2000, 5000];
const all: Words[] = LENGTHS.flatMap((length) =>
  [0, Math.ceil(length / 10), Math.ceil(length / 2), 10_000].flatMap((from) =>
    [1, 2, 3].map((times) => ({ from, to: from + length, times })),
  ),
);

describe.each([{ name: 'inline', open: () => undefined }, ...builds])('feature sets by the $name build', ({ open }) => {
  beforeAll(() => useCore(open()));
  afterAll(() => useCore(undefined));

  it('are as alike as they are, and never less than what is enough', () => {
    const fingerprinter = new Fingerprinter({ recipe: 'words' });
    const sets: FeatureSet[] = all.map((words) => fingerprinter.featureSet(textOf(words)));
    for (let round = 0; round < 3; round++) {
      for (const least of [0, 0.3, 0.75, 1]) {
        for (const [i, set] of sets.entries()) {
          const wrong = [...set.jaccards(sets, least)].flatMap((found, j) => {
            const exact = jaccard(all[i]!, all[j]!);
            const isRight = exact >= least ? found === exact : found < least;
            return isRight ? [] : [{ a: all[i], b: all[j], least, exact, found }];
          });
          expect(wrong).toEqual([]);
        }
      }
    }
    // Exactly as much is enough, however that is rounded.
    for (let i = 0; i < sets.length; i++) {
      for (let j = i % 7; j < sets.length; j += 7) {
        const exact = jaccard(all[i]!, all[j]!);
        if (sets[i]!.jaccards([sets[j]!], exact)[0] !== exact) expect.fail(`${exact} is not enough: ${i}, ${j}`);
      }
    }
    for (const set of sets) set.dispose();
  });

  it('are told apart when one takes the place of another', () => {
    const fingerprinter = new Fingerprinter({ recipe: 'words' });
    for (let i = 0; i < 50; i++) {
      const [a, b] = [`one two three four ${i}`, `five six seven eight ${i}`].map((text) =>
        fingerprinter.featureSet(text),
      );
      expect(a!.jaccard(a!)).toBe(1);
      expect(b!.jaccard(a!)).toBe(1 / 9);
      a!.dispose();
      b!.dispose();
    }
  });
});
