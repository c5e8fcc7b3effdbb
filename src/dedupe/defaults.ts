// Chosen by measurement on six labelled sets; see docs/quality.md.

/** What is counted, and what is compared. */
export const DEDUPE_RECIPE = 'dedupe';

/** Independent fingerprints of each document. */
export const REPEATS = 5;

/** Candidates are documents one of whose fingerprints differs in at most so many of 64 bits. */
export const DEFAULT_DISTANCE = 8;

/** Near-duplicates have at least this multiset Jaccard index of their features. */
export const DEFAULT_THRESHOLD = 0.75;
