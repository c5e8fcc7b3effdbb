// What repetition adds to the weight of a feature.
import { repeatedCount } from './count.ts';
import {
  words as chosenHashes,
  features as distinctFeatures,
  counts as featureCounts,
  LONGEST_TEXT,
  repeated as repeatedFeatures,
} from './memory.ts';
import { addAll } from './sums.ts';

const features = distinctFeatures;
const counts = featureCounts;
const repeated = repeatedFeatures;
/** Words are of no interest any more. */
const chosen = chosenHashes;
const weights = new Int32Array(LONGEST_TEXT);

/** Adds it binary digit by binary digit, so that many hashes are added at once, and returns the sum of the weights. */
export function addRepeated(): number {
  let total = 0;
  let digits = 0;
  for (let i = 0; i < repeatedCount; i++) {
    const weight = logWeight(counts[repeated[i]!]!) - 4;
    weights[i] = weight;
    total += weight;
    digits |= weight;
  }
  for (let level = 0; digits >> level !== 0; level++) addAll(chosen, choose(level), level);
  return total;
}

/** Gathers the hashes whose weight has the binary digit `level`, and returns how many there are. */
function choose(level: number): number {
  let count = 0;
  for (let i = 0; i < repeatedCount; i++) {
    const feature = 2 * repeated[i]!;
    // Written on suspicion, and kept or not without a branch.
    chosen[2 * count] = features[feature]!;
    chosen[2 * count + 1] = features[feature + 1]!;
    count += (weights[i]! >> level) & 1;
  }
  return count;
}

/** log2(1 + times) in quarters, straight between powers of two, rounded down. */
function logWeight(times: number): number {
  const exponent = 31 - Math.clz32(times + 1);
  return 4 * exponent + ((((times + 1) << 2) >>> exponent) & 3);
}
