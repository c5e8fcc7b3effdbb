// Chosen by measurement on six labelled sets; see docs/quality.md.

/** Independent fingerprints of each document. */
export const REPEATS = 3;

/** Candidates are documents one of whose fingerprints differs in at most so many of 64 bits. */
export const DEFAULT_DISTANCE = 10;

/** Near-duplicates have at least this multiset Jaccard index of their features. */
export const DEFAULT_THRESHOLD = 0.72;
