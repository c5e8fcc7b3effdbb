// Sets of fingerprints that an index may trip over; seeded, so that a failure can be seen again.

/** SplitMix64 (Steele, Lea, Flood, OOPSLA 2014). */
export function randomBits(seed: bigint): () => bigint {
  let state = seed;
  return () => {
    state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n);
    let z = state;
    z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
    z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn);
    return z ^ (z >> 31n);
  };
}

/** `value` with `count` different bits flipped. */
export function flipped(value: bigint, count: number, random: () => bigint): bigint {
  const bits = new Set<bigint>();
  while (bits.size < count) bits.add(random() & 63n);
  return [...bits].reduce((flippedSoFar, bit) => flippedSoFar ^ (1n << bit), value);
}

type Generate = (count: number, random: () => bigint) => bigint[];

const uniform: Generate = (count, random) => Array.from({ length: count }, random);

/** Around a few centres, up to 18 bits away: every distance up to 16 and a little more occurs often. */
const clustered: Generate = (count, random) => {
  const centres = uniform(Math.ceil(count / 12), random);
  return Array.from({ length: count }, (_, i) => flipped(centres[i % centres.length]!, Number(random() % 19n), random));
};

/** Few values, many times. */
const repeated: Generate = (count, random) => {
  const values = clustered(Math.ceil(count / 20), random);
  return Array.from({ length: count }, () => values[Number(random() % BigInt(values.length))]!);
};

/** All in one bucket of the first table, and few in the others. */
const oneBucket: Generate = (count, random) => uniform(count, random).map((value) => (value & ~0xffffn) | 0xbeefn);

const allEqual: Generate = (count, random) => new Array<bigint>(count).fill(random());

export const sets: Readonly<Record<string, Generate>> = { uniform, clustered, repeated, oneBucket, allEqual };
