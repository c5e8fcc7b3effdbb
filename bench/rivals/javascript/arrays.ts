/** The longest text this rival takes, in UTF-16 units. */
export const LONGEST_TEXT = 6_000_000;

// Of fixed size, so that they are constants: the compiler then puts their addresses into the loops, which saves
// these a fifth of their time. It does so only for constants of the same module, hence the aliases in the others.
// Memory that is never touched costs nothing.

/** The text: as ASCII with zeros behind it, or as UTF-16. */
export const buffer = new ArrayBuffer(2 * LONGEST_TEXT + 64);
/** Two hashes for every word of the text. */
export const wordsLow = new Int32Array(LONGEST_TEXT);
export const wordsHigh = new Int32Array(LONGEST_TEXT);

/** For every distinct feature of the text two hashes, and how often it occurs. */
export const featuresLow = new Int32Array(2 * LONGEST_TEXT);
export const featuresHigh = new Int32Array(2 * LONGEST_TEXT);
export const counts = new Int32Array(2 * LONGEST_TEXT);
/** Positions of the features that occur more than once. */
export const repeated = new Int32Array(LONGEST_TEXT);
