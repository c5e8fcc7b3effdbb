// The weight of a feature: by how often it occurs in the document, in quarters, and by how rare it is in a corpus.
import { numberOf } from './gram-table';
import { BINARY, corpusWeights, LOG_TERM_FREQUENCY, unknownWeight, weighting } from './recipe';

/** The weight by the number of occurrences alone. What occurs once weighs 4, whichever the rule, so that rules compare. */
export function textWeight(times: u32): u64 {
  if (weighting == LOG_TERM_FREQUENCY) return logWeight(times);
  return weighting == BINARY ? ONCE : (<u64>times) << ONCE_LEVEL;
}

/** A feature that occurs once weighs 2^ONCE_LEVEL. */
export const ONCE_LEVEL: usize = 2;
export const ONCE: u64 = 1 << 2;

/** The weight in a text, times that in the corpus where there is one. */
export function weightOf(gram: u64, times: u32): u64 {
  const weight = textWeight(times);
  return corpusWeights == 0 ? weight : weight * numberOf(corpusWeights, gram, unknownWeight);
}

/**
 * log2(1 + times) in quarters, rounded down, straight between powers of two: 4, 6, 8, 9, 10, 11, 12, 12, 13, …
 * Integers, so that every build and every engine agree to the last bit.
 */
function logWeight(times: u32): u32 {
  const x = times + 1;
  const exponent = 31 - clz(x);
  const fraction = <u32>(((<u64>x) << 2) >> exponent) & 3;
  return exponent * 4 + fraction;
}
