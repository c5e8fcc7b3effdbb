// The tokens that were read last: a batch of at most 1024, so that a text of any length needs one small buffer, and its
// 16 KiB stay in the first-level cache until they are counted.

/** Tokens of the batch before that stand in front of this one: grams have up to sixteen. */
export const REACH: usize = 15;
/** The most tokens that a batch has room for. */
export const BATCH: usize = 1024;
/** A reader stops at so many: a block of 64 bytes has at most 32 words more, and edges are written eight at a time. */
export const FULL: usize = 960;

const hashArea: usize = memory.data(8 * (15 + 1024), 16);
/** The hash (u64) of every token. */
export const hashes: usize = hashArea + 8 * REACH;
/** Where every token begins and ends (u32 each). */
export const spans: usize = memory.data(8 * 1024, 16);

/** Keeps the last REACH of `count` tokens in front of the batch to come. */
export function carryOver(count: usize): void {
  memory.copy(hashArea, hashArea + (count << 3), 8 * REACH);
}

/** Writes a token that stands from one place up to another. */
export function put(token: usize, hash: u64, from: usize, to: usize): void {
  store<u64>(hashes + (token << 3), hash);
  store<u64>(spans + (token << 3), <u64>from | ((<u64>to) << 32));
}
