// How many hashes have each bit: what is left of the sums of SimHash where all weights are 1.
import { joined } from './halves.ts';

/** No text has 2³² features: it would have as many bytes. */
const DIGITS = 32;

/**
 * Counts hashes by their bits, 32 bits at once: the counts are binary numbers that stand upright, all their lowest digits
 * in one integer, all the next ones in another. To add a hash is to carry until nothing is left to carry.
 */
export class BitCounts {
  readonly #low = new Int32Array(DIGITS);
  readonly #high = new Int32Array(DIGITS);
  #hashes = 0;

  add(low: number, high: number): void {
    carry(this.#low, low);
    carry(this.#high, high);
    this.#hashes++;
  }

  /** The number whose bits are those that more hashes have than have not, or as many and `tie` is 1. */
  majority(tie: 0 | 1): bigint {
    const least = tie === 1 ? this.#hashes / 2 : Math.floor(this.#hashes / 2) + 1;
    const used = DIGITS - Math.clz32(this.#hashes);
    return joined(bitsFrom(this.#low.subarray(0, used), least), bitsFrom(this.#high.subarray(0, used), least));
  }
}

function carry(digits: Int32Array, bits: number): void {
  let carried = bits;
  for (let i = 0; carried !== 0; i++) {
    const before = digits[i]!;
    digits[i] = before ^ carried;
    carried &= before;
  }
}

/** The bits whose counts are at least so many. */
function bitsFrom(digits: Int32Array, least: number): number {
  let bits = 0;
  for (let bit = 0; bit < 32; bit++) {
    let count = 0;
    for (let i = digits.length - 1; i >= 0; i--) count = 2 * count + ((digits[i]! >>> bit) & 1);
    if (count >= least) bits |= 1 << bit;
  }
  return bits >>> 0;
}
