// Two hashes of 32 bits each, since JavaScript multiplies no more than that quickly. A word is hashed from chunks
// of four bytes: three are multiplied side by side, which is all that nearly every word takes.

export function low3(a: number, b: number, c: number): number {
  return (Math.imul(a, 0x2c1b3c6d) + Math.imul(b, 0x297a2d39) + Math.imul(c, 0x1b56c4e9)) | 0;
}

export function high3(a: number, b: number, c: number): number {
  return (Math.imul(a, 0x7feb352d) + Math.imul(b, -0x7b935975) + Math.imul(c, 0x31848bab)) | 0;
}

/** The hash of a word, or of a pair of words, that goes on with `next`. */
export function lowNext(hash: number, next: number): number {
  return (Math.imul(hash, 0x5f4a7c15) + next) | 0;
}

export function highNext(hash: number, next: number): number {
  return (Math.imul(hash, 0x1ce4e5b9) + next) | 0;
}

/** Makes every bit depend on all others; the multiplications above have done half of it. */
export function finish(hash: number): number {
  const product = Math.imul(hash ^ (hash >>> 15), -0x7a143595);
  return product ^ (product >>> 13);
}
