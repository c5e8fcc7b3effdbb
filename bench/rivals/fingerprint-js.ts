import { countFeatures, distinct, singleCount } from './javascript/count.ts';
import { mixFeatures, mixSingle, mixWords } from './javascript/hash.ts';
import { features, single, words as wordHashes } from './javascript/memory.ts';
import { addRepeated } from './javascript/repeated.ts';
import { addAll, signs, startSums } from './javascript/sums.ts';
import { hashWords } from './javascript/words.ts';

// The library's own fingerprints, bit for bit, as fast as we could make them without WebAssembly, wherever the library
// runs.

/** The recipe `words`. */
export function words(text: string): bigint {
  const count = hashWords(text);
  if (count === 0) return 0n;
  mixWords(count);
  startSums();
  addAll(wordHashes, count, 0);
  return signs(count);
}

/** The recipe `words-bigrams`. */
export function wordsBigrams(text: string): bigint {
  const count = hashWords(text);
  if (count === 0) return 0n;
  countFeatures(count);
  mixFeatures(distinct);
  mixSingle(singleCount);
  startSums();
  // Every feature with the weight of one occurrence, 4 quarters; then what repetition adds.
  addAll(features, distinct, 2);
  addAll(single, singleCount, 2);
  return signs(4 * (distinct + singleCount) + addRepeated());
}

/**
 * From Node 24 on, V8 compiles loops of BigInt well only after some 40,000 texts of 2 KB: until then the rival takes five
 * times as long as it can.
 */
export function warmUp(texts: readonly string[]): void {
  for (let i = 0; i < 100_000; i++) wordsBigrams(texts[i % texts.length]!);
}
