/** Ids with equal fingerprints, put together. */
export interface EqualIds {
  /** Each fingerprint once. */
  readonly fingerprints: BigUint64Array;
  /** Those of fingerprint i stand from `starts[i]` to `starts[i + 1]`, ascending. */
  readonly ids: Uint32Array;
  readonly starts: Uint32Array;
  /** How many pairs there are of two ids with one fingerprint. */
  readonly pairs: number;
}

/** Ids, and the fingerprint of each. */
export interface Entries {
  readonly ids: Uint32Array;
  readonly fingerprints: BigUint64Array;
}

export function putTogether({ ids, fingerprints }: Entries): EqualIds {
  const order = orderOf(fingerprints);
  const together = order.map((place) => ids[place]!);
  const distinct = new BigUint64Array(order.length);
  const starts = new Uint32Array(order.length + 1);
  let count = 0;
  let pairs = 0;
  for (let i = 0; i < order.length; ) {
    const start = i;
    const fingerprint = fingerprints[order[start]!]!;
    while (i < order.length && fingerprints[order[i]!] === fingerprint) i++;
    together.subarray(start, i).sort();
    pairs += ((i - start) * (i - start - 1)) / 2;
    distinct[count++] = fingerprint;
    starts[count] = i;
  }
  return { fingerprints: distinct.subarray(0, count), ids: together, starts: starts.subarray(0, count + 1), pairs };
}

/** Places in an order in which equal fingerprints stand together: a radix sort by 16 bits at a time. */
function orderOf(fingerprints: BigUint64Array): Uint32Array {
  const { length } = fingerprints;
  const digits = new Uint16Array(fingerprints.buffer, fingerprints.byteOffset, 4 * length);
  let [from, to] = [new Uint32Array(length).map((_, place) => place), new Uint32Array(length)];
  for (let digit = 0; digit < 4; digit++) {
    const ends = new Uint32Array(65537);
    for (let i = 0; i < length; i++) ends[digits[4 * i + digit]! + 1]!++;
    for (let value = 1; value < ends.length; value++) ends[value]! += ends[value - 1]!;
    for (let i = 0; i < length; i++) to[ends[digits[4 * from[i]! + digit]!]!++] = from[i]!;
    [from, to] = [to, from];
  }
  return from;
}
