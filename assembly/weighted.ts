// The fingerprint of features that the caller has found and weighed.
import { absorb, mix } from './hash';

/** f64 a bit: the weights of features that have it, less the weights of those that have it not. */
const balances: usize = memory.data(8 * 64, 16);

/**
 * `count` features: their lengths in bytes (u32) at `lengths`, their weights (f64) at `weights`, and their bytes one
 * after another at `bytes`, behind which eight more may be read. 0 without features.
 */
export function weightedFingerprint(lengths: usize, weights: usize, bytes: usize, count: u32): u64 {
  memory.fill(balances, 0, 8 * 64);
  let feature = bytes;
  for (let i: usize = 0; i < count; i++) {
    const length = <usize>load<u32>(lengths + (i << 2));
    weigh(mix(hashBytes(feature, feature + length)), load<f64>(weights + (i << 3)));
    feature += length;
  }
  return count > 0 ? balanceSigns() : 0;
}

/** As a word of a text is hashed, but that its case is kept. */
function hashBytes(from: usize, end: usize): u64 {
  let hash: u64 = 0;
  for (let p = from; p < end; p += 8) {
    const left = end - p;
    hash = absorb(hash, left < 8 ? load<u64>(p) & (<u64>-1 >> (64 - (left << 3))) : load<u64>(p));
  }
  return hash;
}

function weigh(hash: u64, weight: f64): void {
  for (let bit: usize = 0; bit < 64; bit++) {
    const place = balances + (bit << 3);
    store<f64>(place, load<f64>(place) + (((hash >> bit) & 1) != 0 ? weight : -weight));
  }
}

/** Where the weights are in balance, odd bits are set, as in fingerprints of texts. */
function balanceSigns(): u64 {
  let result: u64 = 0;
  for (let bit: usize = 0; bit < 64; bit++) {
    const balance = load<f64>(balances + (bit << 3));
    if (balance > 0 || (balance == 0 && (bit & 1) != 0)) result |= (<u64>1) << bit;
  }
  return result;
}
