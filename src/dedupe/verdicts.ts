/** What becomes of each document, by its number. */
export interface Verdicts {
  /** The document it duplicates, or itself if it is kept. */
  readonly leaders: Uint32Array;
  /** The document it was verified to be a near-duplicate of: its leader, or in a chain the next one towards it. */
  readonly partners: Uint32Array;
  /** Distance and exact similarity to that document; 0 and 1 for kept ones. */
  readonly distances: Uint8Array;
  readonly similarities: Float64Array;
}

/** Verdicts in the making: every document kept, until it joins another. */
export function keepAll(count: number): Verdicts {
  return {
    leaders: Uint32Array.from({ length: count }, (_, document) => document),
    partners: Uint32Array.from({ length: count }, (_, document) => document),
    distances: new Uint8Array(count),
    similarities: new Float64Array(count).fill(1),
  };
}
