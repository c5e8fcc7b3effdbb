// The step that all SimHash libraries share: weighted hashes become one fingerprint, a bit at a time.
// Charikar, «Similarity estimation techniques from rounding algorithms», STOC 2002.
import { InvalidArgumentError } from '../errors.ts';
import { shown } from '../shown.ts';
import { BitCounts } from './bit-counts.ts';
import type { HashPart } from './halves.ts';
import type { Parts } from './parts.ts';

/** The 64-bit hash of a feature and how much it weighs. */
export type WeightedHash = readonly [hash: bigint, weight: number];

/** One that may be in a batch. */
export type BatchedHash = readonly [hash: bigint, weight: number, isBatched?: boolean];

const LARGEST_BATCH = 200;

/** What a bit becomes whose weights for and against it are equal. */
export type Tie = 0 | 1;

/**
 * Bit i of the fingerprint is the sign of the sum over all features of weight where their hash has the bit, and of
 * -weight where it has not.
 *
 * @throws {InvalidArgumentError} if a weight, or all of them together, is not a finite number
 * @example foldSigns([[0b110n, 1], [0b011n, 1], [0b010n, 1]], 0) // 0b010n
 */
export function foldSigns(features: Iterable<WeightedHash>, tie: Tie): bigint {
  const sums = new Float64Array(64);
  let total = 0;
  for (const [hash, weight] of features) {
    checkWeight(weight);
    total += Math.abs(weight);
    addByBit(sums, hash, weight, -weight);
  }
  checkTotal(total);
  return bitsWhere((bit) => sums[bit]! > 0 || (sums[bit] === 0 && tie === 1));
}

/**
 * Bit i of the fingerprint is 1 if the features whose hash has it weigh more than half of all. The same as the sign
 * with ties to 0, but for the rounding of fractional weights: those of a batch are added to each other before they are added to
 * the rest, at the latest 200 of them.
 *
 * @throws {InvalidArgumentError} if a weight, or all of them together, is not a finite number
 * @example foldMajority([[0b110n, 0.5], [0b011n, 0.2]]) // 0b110n
 */
export function foldMajority(features: Iterable<BatchedHash>): bigint {
  const sums = new Float64Array(64);
  const batch = new Float64Array(64);
  let total = 0;
  let batched = 0;
  function addBatch(): void {
    for (let bit = 0; bit < 64; bit++) sums[bit]! += batch[bit]!;
    batch.fill(0);
    batched = 0;
  }
  for (const [hash, weight, isBatched = false] of features) {
    checkWeight(weight);
    total += weight;
    addByBit(isBatched ? batch : sums, hash, weight, 0);
    if (isBatched && ++batched === LARGEST_BATCH) addBatch();
  }
  addBatch();
  checkTotal(total);
  return bitsWhere((bit) => sums[bit]! > total / 2);
}

/**
 * The fingerprint of parts of a text, each of which weighs 1: what `foldSigns` makes of their hashes, many times as fast.
 *
 * @example foldParts(codePoints(bytes), fnv1, 1)
 */
export function foldParts({ bytes, starts, ends }: Parts, hashPart: HashPart, tie: Tie): bigint {
  const counts = new BitCounts();
  const hash = new Uint32Array(2);
  for (let i = 0; i < starts.length; i++) {
    hashPart(bytes, starts[i]!, ends[i]!, hash);
    counts.add(hash[0]!, hash[1]!);
  }
  return counts.majority(tie);
}

/** Adds the weight to the sums of the bits that the hash has, and `unset` to the others. */
function addByBit(sums: Float64Array, hash: bigint, weight: number, unset: number): void {
  const low = Number(hash & 0xffffffffn);
  const high = Number(hash >> 32n);
  for (let bit = 0; bit < 32; bit++) {
    sums[bit]! += (low >>> bit) & 1 ? weight : unset;
    sums[bit + 32]! += (high >>> bit) & 1 ? weight : unset;
  }
}

function checkTotal(total: number): void {
  if (total !== Infinity) return;
  throw new InvalidArgumentError(
    `The weights of all features add up to at most ${Number.MAX_VALUE}, but these to more. Divide all of them by the largest.`,
  );
}

function checkWeight(weight: unknown): void {
  if (Number.isFinite(weight)) return;
  throw new InvalidArgumentError(
    `A weight is a finite number, not ${shown(weight)}. Leave features without a weight out, or give them 1.`,
  );
}

function bitsWhere(isSet: (bit: number) => boolean): bigint {
  let fingerprint = 0n;
  for (let bit = 63; bit >= 0; bit--) fingerprint = (fingerprint << 1n) | (isSet(bit) ? 1n : 0n);
  return fingerprint;
}
