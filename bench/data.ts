import { below, type Random, seeded } from './random.ts';

const VOCABULARY = 20_000;
const HAN_CHARACTERS = 3_000;

/** Ranks as words of a language have them: the probability falls with 1 / (rank + shift) (Zipf, Mandelbrot). */
class Zipf {
  readonly #cumulative: Float64Array;

  constructor(size: number, shift: number) {
    let sum = 0;
    this.#cumulative = Float64Array.from({ length: size }, (_, rank) => {
      sum += 1 / (rank + shift);
      return sum;
    });
  }

  rank(random: Random): number {
    const wanted = (random() / 2 ** 32) * this.#cumulative.at(-1)!;
    let low = 0;
    let high = this.#cumulative.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#cumulative[middle]! < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/**
 * Texts as English ones are built: words of 4.7 letters on average, the frequent ones short, in sentences with
 * commas and full stops; ASCII.
 */
export function englishTexts(count: number, bytes: number): string[] {
  const random = seeded(1);
  const word = englishWords(random);
  const sentence = () => {
    const list = Array.from({ length: 6 + below(random, 18) }, word);
    const text = list.map((word) => (below(random, 10) === 0 ? `${word},` : word)).join(' ');
    return `${text[0]!.toUpperCase()}${text.slice(1)}.${below(random, 8) === 0 ? '\n' : ' '}`;
  };
  return Array.from({ length: count }, () => textOf(sentence, bytes));
}

/** Words as English ones are: a vocabulary, of which each call gives one. */
export function englishWords(random: Random): () => string {
  const words = vocabulary(random);
  const ranks = new Zipf(VOCABULARY, 3.7);
  return () => words[ranks.rank(random)]!;
}

/** Texts as Chinese ones are built: Han characters of very different frequency, in clauses with Chinese punctuation. */
export function chineseTexts(count: number, bytes: number): string[] {
  const random = seeded(2);
  const ranks = new Zipf(HAN_CHARACTERS, 12);
  const clause = () => {
    // Frequent characters stand all over the block, so neighbouring ranks must not be neighbouring code points.
    const characters = Array.from(
      { length: 5 + below(random, 12) },
      () => 0x4e00 + ((ranks.rank(random) * 6971) % 20_900),
    );
    return String.fromCharCode(...characters) + (below(random, 3) === 0 ? '。' : '，');
  };
  return Array.from({ length: count }, () => textOf(clause, Math.floor(bytes / 3)));
}

/** The English texts in Cyrillic letters. */
export function russianTexts(count: number, bytes: number): string[] {
  const spell = (text: string) =>
    text.replace(/[a-z]/gi, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0x3cf));
  // Four units in five are letters of two bytes.
  return englishTexts(count, Math.floor(bytes / 1.8)).map((text) => flat(spell(text)));
}

/** The English texts in Hangul: two letters are a syllable, which is three bytes. */
export function koreanTexts(count: number, bytes: number): string[] {
  const syllable = (letters: string) =>
    String.fromCharCode(0xac00 + ((letters.charCodeAt(0) * 587 + (letters.charCodeAt(1) || 0) * 29) % 11_172));
  const spell = (text: string) => text.replace(/[a-z]{1,2}/gi, syllable);
  return englishTexts(count, Math.floor(bytes / 1.5)).map((text) => flat(spell(text)));
}

function textOf(part: () => string, length: number): string {
  const parts: string[] = [];
  for (let units = 0; units < length; units += parts.at(-1)!.length) parts.push(part());
  return flat(parts.join('').slice(0, length));
}

/** A string of its own: what was sliced and joined is read through pointers, and would measure those. */
function flat(text: string): string {
  return new TextDecoder().decode(new TextEncoder().encode(text));
}

function vocabulary(random: Random): string[] {
  const words = new Set<string>();
  while (words.size < VOCABULARY) {
    const usual = 1.15 + 0.43 * Math.log2(words.size + 2);
    const deviation = 4 * (random() / 2 ** 32 + random() / 2 ** 32 - 1);
    words.add(pronounceable(random, Math.max(1, Math.round(usual + deviation))));
  }
  return [...words];
}

function pronounceable(random: Random, length: number): string {
  const alphabets = below(random, 2) === 0 ? ['aeiou', 'bcdfghjklmnprstvw'] : ['bcdfghjklmnprstvw', 'aeiou'];
  return Array.from({ length }, (_, i) => {
    const letters = alphabets[i % 2]!;
    return letters[below(random, letters.length)];
  }).join('');
}

/** Uniform fingerprints: unlike those of real texts they fill all buckets of an index alike. */
export function uniformFingerprints(count: number): BigUint64Array<ArrayBuffer> {
  const random = seeded(3);
  const fingerprints = new BigUint64Array(count);
  new Uint32Array(fingerprints.buffer).forEach((_, i, halves) => {
    halves[i] = random();
  });
  return fingerprints;
}

/** By turns a fingerprint of the index with 0…5 bits flipped, and one that resembles nothing. */
export function queriesNear(fingerprints: BigUint64Array, count: number): BigUint64Array<ArrayBuffer> {
  const random = seeded(4);
  return BigUint64Array.from({ length: count }, (_, i) => {
    if (i % 2 === 1) return (BigInt(random()) << 32n) | BigInt(random());
    let query = fingerprints[below(random, fingerprints.length)]!;
    for (let flips = below(random, 6); flips > 0; flips--) query ^= 1n << BigInt(below(random, 64));
    return query;
  });
}
