/**
 * The exports of the core as WebAssembly gives them: pointers and counts come back as signed 32-bit numbers,
 * fingerprints as signed 64-bit ones. Only this folder sees them.
 */
export interface Kernel {
  readonly memory: WebAssembly.Memory;
  allocate(size: number): number;
  release(block: number): void;

  fingerprint(text: number, length: number, normalised: number, sizes: number, weighting: number): bigint;
  firstFingerprint(text: number, length: number, normalised: number, sizes: number, weighting: number): bigint;
  nextFingerprint(): bigint;
  featureCount(): number;
  needsNormalisation(): number;
  trimCount(): void;

  startText(text: number, length: number, normalised: number): void;
  nextTokens(): number;
  readonly spans: { readonly value: number };

  featureSet(text: number, length: number, normalised: number, sizes: number): number;
  featureSetBytes(set: number): number;
  releaseFeatureSet(set: number): void;
  jaccard(a: number, b: number): number;

  weightedFingerprint(lengths: number, weights: number, bytes: number, count: number): bigint;

  hammingDistance(a: bigint, b: bigint): number;

  createIndex(): number;
  freeIndex(index: number): void;
  indexAdd(index: number, fingerprints: number, ids: number, firstId: number, count: number): void;
  indexRemove(index: number, id: number): number;
  indexHas(index: number, id: number): number;
  indexSize(index: number): number;
  indexTabled(index: number): number;
  indexDead(index: number): number;
  indexBuild(index: number): void;
  indexPack(index: number): void;
  indexIds(index: number, target: number): void;
  indexFingerprint(index: number, id: number): bigint;
  indexSearch(index: number, queries: number, count: number, k: number, radii: number, ends: number): number;
  indexPairs(
    index: number,
    ids: number,
    queries: number,
    count: number,
    k: number,
    radii: number,
    ends: number,
  ): number;
  matchList(): number;
  readonly matchCount: { readonly value: number };
}
