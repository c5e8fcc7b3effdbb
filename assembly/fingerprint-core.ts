// What makes fingerprints, and the feature sets that are compared. Pointers are byte offsets into the module's memory.
export { spans } from './fingerprint/batch';
export { trimCount } from './fingerprint/count';
export { extendFeatureSet, featureSet, featureSetBytes, releaseFeatureSet } from './fingerprint/feature-set';
export {
  batchGram,
  countFeatures,
  countWordGrams,
  featureCount,
  fingerprint,
  firstFingerprint,
  nextFingerprint,
} from './fingerprint/fingerprint';
export {
  countDocument,
  createGramTable,
  forgetGrams,
  freeGramTable,
  readGrams,
  readNumbers,
  setGrams,
} from './fingerprint/gram-table';
export { hammingDistance } from './fingerprint/hamming';
export { useRecipe } from './fingerprint/recipe';
export { needsNormalisation, openText } from './fingerprint/text';
export { nextTokens, startUnit } from './fingerprint/tokenise';
export { encodeUnits } from './fingerprint/utf16';
export { countGiven, weightedFingerprint } from './fingerprint/weighted';
export { weightOf } from './fingerprint/weights';
export { chosenGrams, trimWinnow, winnow } from './fingerprint/winnow';
export { mix } from './hash';
export { allocate, release } from './heap';
