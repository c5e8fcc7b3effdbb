// What keeps and searches fingerprints. Pointers are byte offsets into the module's memory.
export { checksum } from './checksum';
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
export { allocate, release } from './heap';
export { indexPairs } from './join';
export { matchCount, matchList } from './matches';
export { indexSearch, indexSearchOne } from './search';
export { finishLoad, loadBlocks, mapParts, saveBlocks, savedBytes, startLoad } from './snapshot';
export { indexStats } from './stats';
