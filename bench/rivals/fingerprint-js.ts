import { counts, featuresHigh, featuresLow, repeated, wordsHigh, wordsLow } from './javascript/arrays.ts';
import { countFeatures, distinct, repeatedCount } from './javascript/features.ts';
import { add, addAll, signs, startSums } from './javascript/sums.ts';
import { hashWords } from './javascript/words.ts';

const result = new BigUint64Array(1);
const halves = new Int32Array(result.buffer);

/** How many features the last text had: with repetitions, and distinct ones, which only `wordsBigrams` counts. */
export const lastText = { features: 0, distinct: 0 };

// Fingerprints in JavaScript with a free hand: the same features and weights as the library's recipes and the same
// ideas, in 32-bit integers, but two 32-bit hashes, so that the fingerprints are others; no NFKC; Node's Buffer.

/** The recipe `words`. */
export function words(text: string): bigint {
  const count = hashWords(text);
  lastText.features = count;
  if (count === 0) return 0n;
  halves[0] = signsOfOccurrences(wordsLow, count);
  halves[1] = signsOfOccurrences(wordsHigh, count);
  return result[0]!;
}

/** The recipe `words-bigrams`. */
export function wordsBigrams(text: string): bigint {
  const count = hashWords(text);
  lastText.features = Math.max(0, 2 * count - 1);
  lastText.distinct = 0;
  if (count === 0) return 0n;
  countFeatures(count);
  lastText.distinct = distinct;
  halves[0] = signsOfDistinct(featuresLow);
  halves[1] = signsOfDistinct(featuresHigh);
  return result[0]!;
}

function signsOfOccurrences(hashes: Int32Array, count: number): number {
  startSums();
  addAll(hashes, count, 0);
  return signs(count);
}

/** Every feature with the weight of one occurrence, 4 quarters; then what repetition adds. */
function signsOfDistinct(hashes: Int32Array): number {
  startSums();
  addAll(hashes, distinct, 2);
  let total = 4 * distinct;
  for (let i = 0; i < repeatedCount; i++) {
    const feature = repeated[i]!;
    const more = logWeight(counts[feature]!) - 4;
    add(hashes[feature]!, more);
    total += more;
  }
  return signs(total);
}

/** log2(1 + times) in quarters, straight between powers of two, rounded down. */
function logWeight(times: number): number {
  const exponent = 31 - Math.clz32(times + 1);
  return 4 * exponent + ((((times + 1) << 2) >>> exponent) & 3);
}
