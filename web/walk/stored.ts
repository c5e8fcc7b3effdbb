import { HammingIndex } from 'hammingbird';

/** Fingerprints among which one is looked for: as many as a table has buckets. */
export const STRANGERS = 65_536;
const BLOCKS = 4;
/** Any number but 0; the same on every visit. */
const SEED = 2463534242;

/** Random fingerprints, and an index of them. */
export class Strangers {
  readonly index = new HammingIndex({ maxDistance: 16 });
  /** Their blocks of 16 bits, the least significant first. */
  readonly #blocks: Uint16Array;

  constructor() {
    const halves = new Uint32Array(2 * STRANGERS);
    let state = SEED;
    for (let i = 0; i < halves.length; i++) {
      // Marsaglia, «Xorshift RNGs», Journal of Statistical Software 2003.
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      halves[i] = state;
    }
    this.#blocks = new Uint16Array(halves.buffer);
    this.index.addAll(new BigUint64Array(halves.buffer));
  }

  /** Which of them stand in the buckets that are looked into: those whose block has at most so many errors, by radius. */
  met(query: bigint, radii: readonly number[]): { readonly byBlock: number[]; readonly together: number } {
    const byBlock = new Array<number>(BLOCKS).fill(0);
    let together = 0;
    const blocks = blocksOf(query);
    for (let i = 0; i < STRANGERS; i++) {
      let isMet = false;
      for (let block = 0; block < BLOCKS; block++) {
        const errors = bitsOf(this.#blocks[BLOCKS * i + BLOCKS - 1 - block]! ^ blocks[block]!);
        if (errors > radii[block]!) continue;
        byBlock[block]!++;
        isMet = true;
      }
      if (isMet) together++;
    }
    return { byBlock, together };
  }
}

/** The four blocks of a fingerprint, the most significant first. */
export const blocksOf = (fingerprint: bigint): number[] =>
  [48n, 32n, 16n, 0n].map((shift) => Number((fingerprint >> shift) & 0xffffn));

/** How many bits of a block are set. */
export function bitsOf(block: number): number {
  let count = 0;
  for (let rest = block; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** Radii with Σ(radius + 1) = distance + 1, as even as can be; -1 leaves a table out. */
export function radiiFor(distance: number): number[] {
  const share = Math.floor((distance + 1) / BLOCKS);
  const more = (distance + 1) % BLOCKS;
  return Array.from({ length: BLOCKS }, (_, block) => share - 1 + Number(block >= BLOCKS - more));
}

/** How many values of 16 bits are within a radius of one. */
export function bucketsWithin(radius: number): number {
  let [buckets, ways] = [0, 1];
  for (let errors = 0; errors <= radius; errors++) {
    buckets += ways;
    ways = (ways * (16 - errors)) / (errors + 1);
  }
  return buckets;
}
