// The exports of the cores as WebAssembly gives them: pointers and counts come back as signed 32-bit numbers, fingerprints
// as signed 64-bit ones. Only this folder sees those that take pointers.

/** What every core has. */
export interface HeapKernel {
  /** Grows, and then has another buffer. */
  readonly memory: { readonly buffer: ArrayBuffer };
  allocate(size: number): number;
  release(block: number): void;
}

/** The fingerprint core, `assembly/fingerprint-core.ts`. */
export interface FingerprintKernel extends HeapKernel {
  useRecipe(
    words: number,
    characters: number,
    bytes: number,
    foldsCase: number,
    splitsUnspaced: number,
    weighting: number,
    ties: bigint,
    corpusWeights: number,
    unknownWeight: number,
  ): void;

  fingerprint(text: number, length: number, normalised: number): bigint;
  countFeatures(text: number, length: number, normalised: number, again: number): void;
  countWordGrams(text: number, length: number, normalised: number, sizes: number, ends: number): void;
  countGiven(lengths: number, bytes: number, count: number): void;
  firstFingerprint(): bigint;
  nextFingerprint(): bigint;
  featureCount(): number;
  needsNormalisation(): number;
  encodeUnits(units: number, count: number, target: number): number;
  trimCount(): void;

  openText(text: number, length: number, normalised: number): void;
  startUnit(unit: number): void;
  nextTokens(): number;
  readonly spans: { readonly value: number };
  batchGram(token: number, size: number): bigint;
  mix(gram: bigint): bigint;
  weightOf(gram: bigint, times: number): bigint;

  featureSet(features: number, occurrences: number): number;
  extendFeatureSet(set: number, factor: number): number;
  featureSetBytes(set: number): number;
  releaseFeatureSet(set: number): void;

  winnow(text: number, length: number, normalised: number): number;
  chosenGrams(): number;
  trimWinnow(): void;

  createGramTable(): number;
  freeGramTable(table: number): void;
  countDocument(table: number): number;
  setGrams(table: number, grams: number, numbers: number, count: number): void;
  forgetGrams(table: number, least: number): number;
  readGrams(table: number, target: number): void;
  readNumbers(table: number, grams: number, count: number, target: number): void;

  weightedFingerprint(lengths: number, weights: number, bytes: number, count: number, round: number): bigint;

  hammingDistance(a: bigint, b: bigint): number;
}

/** The comparison core, `assembly/comparison-core.ts`, in the memory of the fingerprint core. */
export interface ComparisonKernel {
  tableSize(set: number): number;
  useTable(block: number): void;
  forgetFeatureSet(set: number): void;
  jaccards(set: number, others: number, count: number, least: number, target: number): void;
  sharedFeatures(a: number, b: number, least: number): number;
  featureSetDigest(set: number): bigint;
}

/** The index core, `assembly/index-core.ts`. */
export interface IndexKernel extends HeapKernel {
  createIndex(layout: number, tables: number): number;
  freeIndex(index: number): void;
  indexReserve(index: number, count: number): void;
  indexAdd(index: number, fingerprints: number, ids: number, firstId: number, count: number): void;
  indexAddNew(
    index: number,
    fingerprints: number,
    ids: number,
    firstId: number,
    count: number,
    changes: number,
  ): number;
  indexPut(index: number, fingerprint: bigint, id: number): void;
  indexRemove(index: number, id: number): number;
  indexRemoveAll(index: number, ids: number, count: number, changes: number): number;
  indexHas(index: number, id: number): number;
  indexSize(index: number): number;
  indexTabled(index: number): number;
  indexBuild(index: number): void;
  dropTables(index: number): void;
  indexEntries(index: number, ids: number, fingerprints: number): void;
  indexStats(index: number, target: number): void;
  indexSearch(index: number, program: number, queries: number, count: number, ends: number, sorted: number): number;
  indexSearchOne(index: number, program: number, query: bigint): number;
  listSearch(list: number, length: number, k: number, queries: number, count: number, ends: number): void;
  foundId(match: number): number;
  foundDistance(match: number): number;
  foundFingerprint(index: number, match: number): bigint;
  indexPairs(index: number, program: number, cursor: number): number;
  checksum(before: bigint, bytes: number, length: number): bigint;
  mapParts(index: number, section: number): number;
  saveBlocks(index: number, section: number, cursor: bigint, target: number, capacity: number): bigint;
  readonly savedBytes: { readonly value: number };
  startLoad(index: number, parts: number, tabled: number, twinParts: number): void;
  loadBlocks(index: number, section: number, source: number, length: number): number;
  finishLoad(index: number): number;
  matchList(): number;
  readonly matchCount: { readonly value: number };
}

/** All in one, with one memory. */
export interface Kernel extends FingerprintKernel, ComparisonKernel, IndexKernel {}
