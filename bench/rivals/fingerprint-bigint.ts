/** It is so slow that a few texts have to do. */
export const BIGINT_TEXTS = 5;

const MASK = (1n << 64n) - 1n;

/** FNV-1a of 64 bits. */
function hash(token: string): bigint {
  let state = 0xcbf29ce484222325n;
  for (let i = 0; i < token.length; i++) {
    state ^= BigInt(token.charCodeAt(i));
    state = (state * 0x100000001b3n) & MASK;
  }
  return state;
}

/** SimHash as it is passed around in answers and gists: split, BigInt hash, an array of 64 counters. */
export function simhashBigInt(text: string, { bigrams = false } = {}): bigint {
  const words = text
    .toLowerCase()
    .split(/\W+/)
    .filter((word) => word.length > 0);
  const features = bigrams ? words.concat(words.slice(1).map((word, i) => `${words[i]} ${word}`)) : words;
  const counters = new Array<number>(64).fill(0);
  for (const feature of features) {
    const hashed = hash(feature);
    for (let bit = 0; bit < 64; bit++) {
      if ((hashed >> BigInt(bit)) & 1n) counters[bit]!++;
      else counters[bit]!--;
    }
  }
  let fingerprint = 0n;
  for (let bit = 0; bit < 64; bit++) {
    if (counters[bit]! > 0) fingerprint |= 1n << BigInt(bit);
  }
  return fingerprint;
}
