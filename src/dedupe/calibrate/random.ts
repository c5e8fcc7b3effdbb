/** Uniform numbers from 0 to 2^32 - 1. */
export type Random = () => number;

/** xoshiro128** (Blackman and Vigna, 2021): the same data on every machine and in every run. */
export function seeded(seed: number): Random {
  const state = Uint32Array.of(seed, 0x9e3779b9, 0x243f6a88, 0xb7e15162);
  const next = () => {
    let [a, b, c, d] = state as unknown as [number, number, number, number];
    const result = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotate(d, 11);
    state.set([a, b, c, d]);
    return result;
  };
  // Seeds that differ in a few bits give similar numbers at first.
  for (let i = 0; i < 20; i++) next();
  return next;
}

function rotate(x: number, bits: number): number {
  return (x << bits) | (x >>> (32 - bits));
}

/** A whole number from 0 up to `bound`, without it. */
export function below(random: Random, bound: number): number {
  return Math.floor((random() / 2 ** 32) * bound);
}
