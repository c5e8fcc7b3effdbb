import { LONGEST_TEXT } from '../javascript/arrays.ts';

// Numbers of 64 bits stand as two halves, the low one first.

/** Words of the text: their first eight bytes at first, then their hashes. */
export const words = new Int32Array(2 * LONGEST_TEXT);

/** What words longer than eight bytes go on with: eight bytes at a time, and for each the word that it belongs to. */
export const rest = new Int32Array(2 * LONGEST_TEXT);
export const restOf = new Int32Array(LONGEST_TEXT);

/** The distinct features of the text. */
export const features = new Int32Array(4 * LONGEST_TEXT);

/** Pairs of words that occur once for certain. Nothing goes on any more when they are found. */
export const single = rest;
