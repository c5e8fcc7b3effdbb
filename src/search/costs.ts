// What the steps of a search cost, in nanoseconds, fitted to searches of 10⁴ to 10⁶ uniform fingerprints at distances 3
// to 16. They choose between ways that find the same, so that machines on which they differ lose only time.

/** A fingerprint that is read through. */
export const READ_COST = 0.65;

/** A probe whose bucket has so many entries on average. */
export function probeCost(entries: number): number {
  return 20 + 0.6 * entries;
}

/** The same where a batch of searches goes through a table together, so that they share what is fetched. */
export function sharedProbeCost(entries: number): number {
  return 10 + 0.6 * entries;
}

/** So many searches are a batch. */
export const BATCH_FROM = 32;

/** With fewer fingerprints there are no tables. Sorting so many takes a millisecond or two. */
export const TABLES_FROM = 1024;
