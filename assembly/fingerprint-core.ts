// What makes fingerprints and compares texts. Pointers are byte offsets into the module's memory.
export { spans } from './batch';
export { trimCount } from './count';
export {
  batchGram,
  countFeatures,
  countWordGrams,
  featureCount,
  fingerprint,
  firstFingerprint,
  nextFingerprint,
} from './fingerprint';
export {
  countDocument,
  createGramTable,
  freeGramTable,
  gramTableSize,
  readGrams,
  readNumbers,
  setGrams,
} from './gram-table';
export { hammingDistance } from './hamming';
export { mix } from './hash';
export { allocate, release } from './heap';
export { useRecipe } from './recipe';
export {
  extendFeatureSet,
  featureSet,
  featureSetBytes,
  featureSetDigest,
  jaccard,
  releaseFeatureSet,
  sharedFeatures,
} from './similarity';
export { needsNormalisation, openText } from './text';
export { nextTokens, startUnit } from './tokenise';
export { countGiven, weightedFingerprint } from './weighted';
export { weightOf } from './weights';
export { chosenGrams, trimWinnow, winnow } from './winnow';
