// What the WebAssembly module exports. Pointers are byte offsets into its memory.
export { spans } from './batch';
export { checksum } from './checksum';
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
export {
  createIndex,
  dropTables,
  freeIndex,
  indexAdd,
  indexBuild,
  indexEntries,
  indexFingerprint,
  indexHas,
  indexPut,
  indexRemove,
  indexReserve,
  indexSize,
  indexTabled,
} from './hamming-index';
export { mix } from './hash';
export { allocate, release } from './heap';
export { indexPairs } from './join';
export { matchCount, matchList } from './matches';
export { useRecipe } from './recipe';
export { indexSearch, indexSearchOne } from './search';
export {
  extendFeatureSet,
  featureSet,
  featureSetBytes,
  featureSetDigest,
  jaccard,
  releaseFeatureSet,
  sharedFeatures,
} from './similarity';
export { finishLoad, loadBlocks, mapParts, saveBlocks, savedBytes, startLoad } from './snapshot';
export { indexStats } from './stats';
export { needsNormalisation, openText } from './text';
export { nextTokens, startUnit } from './tokenise';
export { countGiven, weightedFingerprint } from './weighted';
export { weightOf } from './weights';
export { chosenGrams, trimWinnow, winnow } from './winnow';
