// What the WebAssembly module exports. Pointers are byte offsets into its memory.
export { spans } from './batch';
export { trimCount } from './count';
export { batchGram, countFeatures, featureCount, fingerprint, firstFingerprint, nextFingerprint } from './fingerprint';
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
export {
  createIndex,
  freeIndex,
  indexAdd,
  indexBuild,
  indexDead,
  indexFingerprint,
  indexHas,
  indexIds,
  indexPack,
  indexRemove,
  indexSize,
  indexTabled,
} from './hamming-index';
export { mix } from './hash';
export { allocate, release } from './heap';
export { matchCount, matchList } from './matches';
export { useRecipe } from './recipe';
export { indexPairs, indexSearch } from './search';
export { featureSet, featureSetBytes, jaccard, releaseFeatureSet } from './similarity';
export { needsNormalisation, openText } from './text';
export { nextTokens, startUnit } from './tokenise';
export { countGiven, weightedFingerprint } from './weighted';
export { weightOf } from './weights';
