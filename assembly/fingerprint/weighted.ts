// Features that the caller has found, and perhaps weighed.

import { again, hashBytes, mix } from '../hash';
import { finishCount, gather, roomFor, startCount } from './count';
import { ties } from './recipe';

/** f64 a bit: the weights of features that have it, less the weights of those that have it not. */
const balances: usize = memory.data(8 * 64, 16);

/**
 * `count` features: their lengths in bytes (u32) at `lengths`, their weights (f64) at `weights`, and their bytes one
 * after another at `bytes`, behind which eight more may be read. 0 without features. `round` 0, 1, 2, … gives
 * independent fingerprints, as `nextFingerprint` does.
 */
export function weightedFingerprint(lengths: usize, weights: usize, bytes: usize, count: u32, round: u32): u64 {
  memory.fill(balances, 0, 8 * 64);
  let feature = bytes;
  for (let i: usize = 0; i < count; i++) {
    const length = <usize>load<u32>(lengths + (i << 2));
    let hash = hashBytes(feature, feature + length);
    for (let done: u32 = 0; done < round; done++) hash = again(hash);
    weigh(mix(hash), load<f64>(weights + (i << 3)));
    feature += length;
  }
  return count > 0 ? balanceSigns() : 0;
}

/** Counts `count` features given by their lengths and bytes as above. */
export function countGiven(lengths: usize, bytes: usize, count: u32): void {
  startCount();
  let feature = bytes;
  for (let i: usize = 0; i < count; i++) {
    const length = <usize>load<u32>(lengths + (i << 2));
    store<u64>(roomFor(1), hashBytes(feature, feature + length));
    gather(1);
    feature += length;
  }
  finishCount();
}

function weigh(hash: u64, weight: f64): void {
  for (let bit: usize = 0; bit < 64; bit++) {
    const place = balances + (bit << 3);
    store<f64>(place, load<f64>(place) + (((hash >> bit) & 1) != 0 ? weight : -weight));
  }
}

/** Where the weights are in balance, the recipe decides, as in fingerprints of texts. */
function balanceSigns(): u64 {
  let result: u64 = 0;
  for (let bit: usize = 0; bit < 64; bit++) {
    const balance = load<f64>(balances + (bit << 3));
    if (balance > 0 || (balance == 0 && ((ties >> bit) & 1) != 0)) result |= (<u64>1) << bit;
  }
  return result;
}
