// Features that the caller has found, and perhaps weighed.

import { again, hashBytes, mix } from '../hash';
import { finishCount, gather, roomFor, startCount } from './count';
import { ties } from './recipe';

/** f64 a bit: the weights of features that have it, less the weights of those that have it not. */
const balances: usize = memory.data(8 * 64, 16);

/** Sums of whole numbers are exact up to 2^53, and so do not depend on the order of the features. */
const EXACT_BITS: i32 = 53;

/**
 * `count` features: their lengths in bytes (u32) at `lengths`, their weights (f64) at `weights`, and their bytes one
 * after another at `bytes`, behind which eight more may be read. 0 without features. `round` 0, 1, 2, … gives
 * independent fingerprints, as `nextFingerprint` does.
 *
 * Weights count as whole numbers of a unit: the largest power of 2 by which all of their sums are exact. A balance that
 * rounding may have made, as of 0.1, 0.2 and -0.3, is none.
 */
export function weightedFingerprint(lengths: usize, weights: usize, bytes: usize, count: u32, round: u32): u64 {
  memory.fill(balances, 0, 8 * 64);
  const shift = EXACT_BITS - bitLength(count) - exponentOf(largest(weights, count));
  // In two steps: a factor alone might be beyond all bounds.
  const some = powerOf2(shift >> 1);
  const rest = powerOf2(shift - (shift >> 1));
  let rounded: f64 = 0;
  let feature = bytes;
  for (let i: usize = 0; i < count; i++) {
    const length = <usize>load<u32>(lengths + (i << 2));
    let hash = hashBytes(feature, feature + length);
    for (let done: u32 = 0; done < round; done++) hash = again(hash);
    const weight = load<f64>(weights + (i << 3)) * some * rest;
    const whole = nearest(weight);
    if (whole != weight) rounded++;
    weigh(mix(hash), whole);
    feature += length;
  }
  return count > 0 ? balanceSigns(rounded / 2) : 0;
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

function largest(weights: usize, count: u32): f64 {
  let most: f64 = 0;
  for (let i: usize = 0; i < count; i++) most = max(most, abs(load<f64>(weights + (i << 3))));
  return most;
}

function bitLength(value: u32): i32 {
  return 32 - <i32>clz(value);
}

/** The least e for which a number, 0 or more, is below 2^e. */
function exponentOf(value: f64): i32 {
  const bits = reinterpret<u64>(value);
  const exponent = <i32>(bits >> 52);
  return exponent > 0 ? exponent - 1022 : -1010 - <i32>clz(bits);
}

function powerOf2(exponent: i32): f64 {
  return reinterpret<f64>((<u64>(exponent + 1023)) << 52);
}

function weigh(hash: u64, weight: f64): void {
  for (let bit: usize = 0; bit < 64; bit++) {
    const place = balances + (bit << 3);
    store<f64>(place, load<f64>(place) + (((hash >> bit) & 1) != 0 ? weight : -weight));
  }
}

/** Where the weights are in balance, but for what rounding may have done, the recipe decides, as in fingerprints of texts. */
function balanceSigns(error: f64): u64 {
  let result: u64 = 0;
  for (let bit: usize = 0; bit < 64; bit++) {
    const balance = load<f64>(balances + (bit << 3));
    if (balance > error || (balance >= -error && ((ties >> bit) & 1) != 0)) result |= (<u64>1) << bit;
  }
  return result;
}
