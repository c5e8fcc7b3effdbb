/** Ids with equal fingerprints, put together. */
export interface EqualIds {
  /** Each fingerprint once, ascending. */
  readonly fingerprints: BigUint64Array;
  /** Those of fingerprint i stand from `starts[i]` to `starts[i + 1]`, ascending. */
  readonly ids: Uint32Array;
  readonly starts: Uint32Array;
}

/** Ids, and the fingerprint of each. */
export interface Entries {
  readonly ids: Uint32Array;
  readonly fingerprints: BigUint64Array;
}

/**
 * @param few undefined if no more pairs of ids are equal: as many pairs as there are ids are listed sooner than put together
 */
export function putTogether({ ids, fingerprints }: Entries, few = ids.length): EqualIds | undefined {
  const sorted = fingerprints.slice().sort();
  const starts = startsOfRuns(sorted);
  const pairs = starts.reduce((sum, start, i) => sum + pairsOf((starts[i + 1] ?? start) - start), 0);
  if (pairs <= few) return undefined;
  const distinct = new BigUint64Array(starts.length - 1).map((_, i) => sorted[starts[i]!]!);
  const together = new Uint32Array(ids.length);
  const places = starts.slice();
  for (let i = 0; i < ids.length; i++) together[places[placeIn(distinct, fingerprints[i]!)]!++] = ids[i]!;
  for (let i = 0; i < distinct.length; i++) {
    if (starts[i + 1]! - starts[i]! > 1) together.subarray(starts[i], starts[i + 1]).sort();
  }
  return { fingerprints: distinct, ids: together, starts };
}

const pairsOf = (count: number): number => (count * (count - 1)) / 2;

/** Where each run of equal ones begins, and where the last ends. */
function startsOfRuns(sorted: BigUint64Array): Uint32Array {
  const starts = new Uint32Array(sorted.length + 1);
  // Compared by halves: two numbers of 64 bits would be made of each.
  const halves = new Uint32Array(sorted.buffer);
  let count = 0;
  for (let i = 0; i < sorted.length; i++) {
    const isEqual = i > 0 && halves[2 * i] === halves[2 * i - 2] && halves[2 * i + 1] === halves[2 * i - 1];
    if (!isEqual) starts[count++] = i;
  }
  starts[count] = sorted.length;
  return starts.subarray(0, count + 1);
}

/** The place of a number that is there. */
function placeIn(ascending: BigUint64Array, wanted: bigint): number {
  let [from, to] = [0, ascending.length - 1];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (ascending[middle]! < wanted) from = middle + 1;
    else to = middle;
  }
  return from;
}
