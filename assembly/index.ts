// What the WebAssembly module exports. Pointers are byte offsets into its memory.
export { spans } from './batch';
export { trimCount } from './count';
export { featureCount, fingerprint, firstFingerprint, nextFingerprint } from './fingerprint';
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
export { allocate, release } from './heap';
export { matchCount, matchList } from './matches';
export { indexPairs, indexSearch } from './search';
export { featureSet, featureSetBytes, jaccard, releaseFeatureSet } from './similarity';
export { needsNormalisation, nextTokens, startText } from './tokenise';
export { weightedFingerprint } from './weighted';
