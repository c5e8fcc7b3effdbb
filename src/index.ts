export { DisposedError, HammingbirdError, InvalidArgumentError, OutOfMemoryError } from './errors.ts';
export { fromHex, hammingDistance, similarity, toHex } from './fingerprint/fingerprint.ts';
export { type Feature, Fingerprinter, type Inspection, type Text } from './fingerprint/fingerprinter.ts';
export type { Recipe } from './fingerprint/recipes.ts';
export { simhash, type WeightedFeature } from './fingerprint/simhash.ts';
export { HammingIndex, type Match, type Matches, type Pairs } from './search/hamming-index.ts';
export type { FeatureSet } from './wasm/feature-set.ts';
