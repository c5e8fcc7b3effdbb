// Texts that are made so that the hashes of all their words begin alike, and would all want the same slots of a hash table.
import { expect, it } from 'vitest';
import { Fingerprinter } from '../../src/fingerprint/fingerprinter.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const MULTIPLIER = 0x9e3779b97f4a7c15n;
/** Bits by which all hashes begin. */
const ALIKE = 16n;

/** The hash of four letters that stand from a byte of an eight-letter word on, less what `absorb` folds into its lower half. */
function hashFrom(letters: string, byte: number): bigint {
  return BigInt.asUintN(64, (BigInt(Buffer.from(letters).readUInt32LE()) << BigInt(8 * byte)) * MULTIPLIER);
}

function fourLetters(): string[] {
  return Array.from({ length: 26 ** 4 }, (_, n) =>
    [17576, 676, 26, 1].map((step) => LETTERS[Math.floor(n / step) % 26]).join(''),
  );
}

/** So many words whose hashes begin with the same bits: of a first half and all second halves that are as much as it lacks. */
function alikeWords(count: number): string[] {
  const halves = fourLetters();
  const seconds = halves.map((half) => ({ half, hash: hashFrom(half, 4) })).sort((a, b) => (a.hash < b.hash ? -1 : 1));
  const words: string[] = [];
  for (const first of halves) {
    const least = BigInt.asUintN(64, -hashFrom(first, 0));
    let at = firstFrom(seconds, least);
    for (; at < seconds.length && seconds[at]!.hash - least < 1n << (64n - ALIKE); at++)
      words.push(first + seconds[at]!.half);
    if (words.length >= count) break;
  }
  return words.slice(0, count);
}

function firstFrom(sorted: readonly { readonly hash: bigint }[], least: bigint): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]!.hash < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

const words = alikeWords(100_000);

it('have hashes that begin alike', () => {
  const begins = words.map(
    (word) => BigInt.asUintN(64, hashFrom(word.slice(0, 4), 0) + hashFrom(word.slice(4), 4)) >> (64n - ALIKE),
  );
  expect([words.length, new Set(words).size, new Set(begins).size]).toEqual([100_000, 100_000, 1]);
});

// With slots that are looked through one after the other, these took 21, 35 and 9 seconds.
it('are counted and compared as soon as any other', { timeout: 15_000 }, () => {
  const fingerprinter = new Fingerprinter({ recipe: 'dedupe' });
  expect(fingerprinter.inspect(words.join(' ')).features).toBe(100_000);
  const a = fingerprinter.featureSet(words.join(' '));
  const b = fingerprinter.featureSet(words.slice(50_000).join(' '));
  // Words count twice, and once each pair of neighbours, of which the last one and the end are shared, too.
  expect(a.jaccard(b)).toBeCloseTo((2 * 50_000 + 50_000) / (2 * 100_000 + 100_002), 12);
  a.dispose();
  b.dispose();
});
