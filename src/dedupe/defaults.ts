// Chosen by measurement on six labelled sets; see docs/quality.md.

/** Candidates are documents whose fingerprints differ in at most so many of 64 bits. */
export const DEFAULT_DISTANCE = 14;

/** Near-duplicates have at least this multiset Jaccard index of their features. */
export const DEFAULT_THRESHOLD = 0.72;
