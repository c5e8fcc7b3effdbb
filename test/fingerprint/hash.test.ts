// Fingerprints are only as good as their bits are independent: a text of one word shows its hash.
import { expect, it } from 'vitest';
import { Fingerprinter } from '../../src/fingerprint/fingerprinter.ts';
import { randomBits } from '../support/fingerprints.ts';

const random = randomBits(99n);
const letter = (): string => String.fromCharCode(97 + Number(random() % 26n));
const word = (length: number): string => Array.from({ length }, letter).join('');

/** How often each bit differs between the fingerprints of pairs of texts. */
function flipRates(fingerprinter: Fingerprinter, pair: () => readonly [string, string]): number[] {
  const rounds = 4000;
  const flips = new Array<number>(64).fill(0);
  for (let round = 0; round < rounds; round++) {
    const [a, b] = pair();
    const different = fingerprinter.fingerprint(a) ^ fingerprinter.fingerprint(b);
    for (let bit = 0; bit < 64; bit++) flips[bit]! += Number((different >> BigInt(bit)) & 1n);
  }
  return flips.map((count) => count / rounds);
}

/** A word, and the same word with another letter at a place. */
function changed(length: number, place: number): readonly [string, string] {
  const a = word(length);
  let other = letter();
  while (other === a[place]) other = letter();
  return [a, a.slice(0, place) + other + a.slice(place + 1)];
}

const words = new Fingerprinter({ recipe: 'words' });

// 4,000 coin tosses are within 0.5 ± 0.04 with a probability of 1 - 4·10⁻⁷; these are seeded, so they stay there.
it.each([
  [1, 0],
  [3, 0],
  [3, 2],
  [8, 0],
  [8, 7],
  [9, 0],
  [9, 8],
  [20, 3],
])('a changed letter (of a word of %i, number %i) changes every bit half of the time', (length, place) => {
  for (const rate of flipRates(words, () => changed(length, place))) {
    // A word of one letter has only 26 values: fewer than 4,000 different pairs.
    expect(Math.abs(rate - 0.5)).toBeLessThan(length === 1 ? 0.25 : 0.04);
  }
});

it('every bit is set in half of all words', () => {
  const ones = new Array<number>(64).fill(0);
  for (let i = 0; i < 4000; i++) {
    const fingerprint = words.fingerprint(`item${i}`);
    for (let bit = 0; bit < 64; bit++) ones[bit]! += Number((fingerprint >> BigInt(bit)) & 1n);
  }
  for (const count of ones) expect(Math.abs(count / 4000 - 0.5)).toBeLessThan(0.04);
});
