import { countFeatures, distinct, singleCount } from './javascript/count.ts';
import { counts, features, single } from './javascript/memory.ts';
import { hashWords } from './javascript/words.ts';

// MinHash (Broder 1997) in plain TypeScript, on the words and pairs of words of the recipe `words-bigrams`: 128 numbers of 32
// bits a text. The share of numbers that two texts have in common estimates the Jaccard index of their features.

export const PERMUTATIONS = 128;

/** Bands of four numbers: texts with a Jaccard index of 0.6 share a band with a probability of 0.988, of 0.7 with 0.9998. */
const BANDS = 32;
const BAND_SIZE = PERMUTATIONS / BANDS;

/** 128 numbers for each text, one after the other; a text without features has none in common with any. */
export interface Sketches {
  readonly count: number;
  readonly numbers: Uint32Array;
}

/** @param isMultiset every occurrence of a feature counts, not only the first */
export function sketchesOf(texts: readonly string[], isMultiset: boolean): Sketches {
  const numbers = new Uint32Array(texts.length * PERMUTATIONS);
  for (const [i, text] of texts.entries()) {
    const sketch = numbers.subarray(i * PERMUTATIONS, (i + 1) * PERMUTATIONS);
    const words = hashWords(text);
    if (words === 0) {
      sketch.fill(i);
      continue;
    }
    countFeatures(words);
    sketch.fill(0xffffffff);
    for (let feature = 0; feature < distinct; feature++) {
      const times = isMultiset ? counts[feature]! : 1;
      for (let time = 0; time < times; time++) {
        takeMinima(sketch, features[2 * feature]! + Math.imul(time, 0x5bd1e995), features[2 * feature + 1]! | 1);
      }
    }
    for (let pair = 0; pair < singleCount; pair++) takeMinima(sketch, single[2 * pair]!, single[2 * pair + 1]! | 1);
  }
  return { count: texts.length, numbers };
}

/** 128 hashes from two (Kirsch, Mitzenmacher, ESA 2006). */
function takeMinima(sketch: Uint32Array, low: number, high: number): void {
  let value = low | 0;
  for (let i = 0; i < PERMUTATIONS; i++) {
    const hash = finish(value) >>> 0;
    if (hash < sketch[i]!) sketch[i] = hash;
    value = (value + high) | 0;
  }
}

/** Makes every bit depend on all others. */
function finish(hash: number): number {
  const product = Math.imul(hash ^ (hash >>> 15), -0x7a143595);
  return product ^ (product >>> 13);
}

/** How many of 128 numbers are equal; fewer than `least` count as none. */
function equalNumbers(numbers: Uint32Array, a: number, b: number, least: number): number {
  let mayDiffer = PERMUTATIONS - least;
  for (let i = 0; i < PERMUTATIONS; i++) {
    if (numbers[a * PERMUTATIONS + i] !== numbers[b * PERMUTATIONS + i] && --mayDiffer < 0) return 0;
  }
  return least + mayDiffer;
}

/** Calls back for all pairs with at least so many equal numbers: no banding, so nothing is missed. */
export function comparePairs(
  { count, numbers }: Sketches,
  least: number,
  onPair: (a: number, b: number, equal: number) => void,
): void {
  for (let a = 0; a < count; a++) {
    for (let b = a + 1; b < count; b++) {
      const equal = equalNumbers(numbers, a, b, least);
      if (equal > 0) onPair(a, b, equal);
    }
  }
}

/** The number of pairs that share a band and have at least so many equal numbers: the usual way, for its time. */
export function bandedPairs({ count, numbers }: Sketches, least: number): number {
  const candidates = new Set<number>();
  for (let band = 0; band < BANDS; band++) {
    const buckets = new Map<string, number[]>();
    for (let i = 0; i < count; i++) {
      const start = i * PERMUTATIONS + band * BAND_SIZE;
      const key = numbers.subarray(start, start + BAND_SIZE).join();
      const bucket = buckets.get(key);
      for (const other of bucket ?? []) candidates.add(other * count + i);
      if (bucket) bucket.push(i);
      else buckets.set(key, [i]);
    }
  }
  let pairs = 0;
  for (const key of candidates) {
    if (equalNumbers(numbers, Math.floor(key / count), key % count, least) > 0) pairs++;
  }
  return pairs;
}
