// What compares texts by their feature sets. It allocates nothing, and has no data: its memory is that of the fingerprint core.
export { forgetFeatureSet, tableSize, useTable } from './comparison/lookup';
export { featureSetDigest, jaccards, sharedFeatures } from './comparison/similarity';
