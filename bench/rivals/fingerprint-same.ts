import { counts, repeated } from './javascript/arrays.ts';
import { countWords, distinct, repeatedCount, startCount } from './same/count.ts';
import { extendWords, mixFeatures, mixWords } from './same/hash.ts';
import { features, words as wordHashes } from './same/memory.ts';
import { add, addAll, signs, startSums } from './same/sums.ts';
import { hashWords } from './same/words.ts';

const result = new BigUint64Array(1);
const halves = new Int32Array(result.buffer);

// The library's own fingerprints, bit for bit, as fast as we could make them without WebAssembly, wherever the library
// runs.

/** The recipe `words`. */
export function words(text: string): bigint {
  const count = hashWords(text);
  if (count === 0) return 0n;
  mixWords(count);
  for (let half = 0; half < 2; half++) {
    startSums();
    addAll(wordHashes, half, count, 0);
    halves[half] = signs(count);
  }
  return result[0]!;
}

/** The recipe `words-bigrams`. */
export function wordsBigrams(text: string): bigint {
  const count = hashWords(text);
  if (count === 0) return 0n;
  startCount();
  countWords(count);
  extendWords(count);
  countWords(count - 1);
  mixFeatures(distinct);
  halves[0] = signsOfDistinct(0);
  halves[1] = signsOfDistinct(1);
  return result[0]!;
}

/** Every feature with the weight of one occurrence, 4 quarters; then what repetition adds. */
function signsOfDistinct(half: number): number {
  startSums();
  addAll(features, half, distinct, 2);
  let total = 4 * distinct;
  for (let i = 0; i < repeatedCount; i++) {
    const feature = repeated[i]!;
    const more = logWeight(counts[feature]!) - 4;
    add(features[2 * feature + half]!, more);
    total += more;
  }
  return signs(total);
}

/** log2(1 + times) in quarters, straight between powers of two, rounded down. */
function logWeight(times: number): number {
  const exponent = 31 - Math.clz32(times + 1);
  return 4 * exponent + ((((times + 1) << 2) >>> exponent) & 3);
}
