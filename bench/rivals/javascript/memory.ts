// Of fixed size, so that they are constants: the compiler then puts their addresses into the loops, which saves
// these a fifth of their time. It does so only for constants of the same module, hence the aliases in the others.
// Memory that is never touched costs nothing. Numbers of 64 bits stand as two halves, the low one first.

/** The longest text this rival takes, in UTF-16 units. */
export const LONGEST_TEXT = 6_000_000;

/** The bytes of the text, with zeros behind them. */
export const buffer = new ArrayBuffer(2 * LONGEST_TEXT + 64);

/** Words of the text: their first eight bytes at first, then their hashes. */
export const words = new Int32Array(2 * LONGEST_TEXT);

/** What words longer than eight bytes go on with: eight bytes at a time, and for each the word that it belongs to. */
export const rest = new Int32Array(2 * LONGEST_TEXT);
export const restOf = new Int32Array(LONGEST_TEXT);

/** The distinct features of the text. */
export const features = new Int32Array(4 * LONGEST_TEXT);

/** How often each of them occurs. */
export const counts = new Int32Array(2 * LONGEST_TEXT);
/** Positions of those that occur more than once. */
export const repeated = new Int32Array(LONGEST_TEXT);

/** Pairs of words that occur once for certain. Nothing goes on any more when they are found. */
export const single = rest;
