function distance(a: bigint, b: bigint): number {
  let bits = 0;
  for (let different = a ^ b; different > 0n; different &= different - 1n) bits++;
  return bits;
}

/** Search as it is passed around: compare with everything. */
export class BigIntScan {
  readonly #fingerprints: readonly bigint[];

  constructor(fingerprints: BigUint64Array) {
    this.#fingerprints = Array.from(fingerprints);
  }

  /** The row numbers within `maxDistance`, ascending. */
  search(query: bigint, maxDistance: number): number[] {
    const found: number[] = [];
    this.#fingerprints.forEach((fingerprint, row) => {
      if (distance(fingerprint, query) <= maxDistance) found.push(row);
    });
    return found;
  }
}
