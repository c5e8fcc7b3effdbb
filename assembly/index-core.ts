// What keeps and searches fingerprints. Pointers are byte offsets into the module's memory.

export { allocate, release } from './heap';
export { checksum } from './search/checksum';
export { foundDistance, foundFingerprint, foundId } from './search/found';
export {
  createIndex,
  dropTables,
  freeIndex,
  indexAdd,
  indexAddNew,
  indexBuild,
  indexEntries,
  indexHas,
  indexPut,
  indexRemove,
  indexRemoveAll,
  indexReserve,
  indexSize,
  indexTabled,
} from './search/hamming-index';
export { indexPairs } from './search/join';
export { matchCount, matchList } from './search/matches';
export { listSearch } from './search/read';
export { indexSearch, indexSearchOne } from './search/search';
export { finishLoad, loadBlocks, mapParts, saveBlocks, savedBytes, startLoad } from './search/snapshot';
export { indexStats } from './search/stats';
