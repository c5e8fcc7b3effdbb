import { encoder } from '../utf8.ts';
import type { FingerprintCore } from './core.ts';

/** Bytes that the kernel may read behind the last feature. */
const PADDING = 8;

/** Counts features that the caller has found. */
export function countGiven(core: FingerprintCore, features: readonly string[]): void {
  const { lengthsAt, bytesAt } = put(core, features, new Float64Array(0));
  core.memory.guard(() => core.kernel.countGiven(lengthsAt, bytesAt, features.length));
  core.memory.trimScratch();
}

/** Fills `target` with independent fingerprints of features with finite weights. */
export function fillWeighted(
  core: FingerprintCore,
  features: readonly string[],
  weights: Float64Array,
  target: BigUint64Array,
): void {
  const { lengthsAt, bytesAt, weightsAt } = put(core, features, weights);
  for (let round = 0; round < target.length; round++) {
    target[round] = core.kernel.weightedFingerprint(lengthsAt, weightsAt, bytesAt, features.length, round);
  }
  core.memory.trimScratch();
}

/** Puts features into the scratch block: weights, lengths in bytes, bytes. */
function put({ memory }: FingerprintCore, features: readonly string[], weights: Float64Array) {
  const encoded = features.map((feature) => encoder.encode(feature));
  const size = encoded.reduce((sum, { length }) => sum + length, 0);
  const weightsAt = memory.scratch(features.length * 12 + size + PADDING);
  const lengthsAt = weightsAt + weights.byteLength;
  const bytesAt = lengthsAt + features.length * 4;
  memory.u8.set(new Uint8Array(weights.buffer, weights.byteOffset, weights.byteLength), weightsAt);
  let at = bytesAt;
  for (const [i, bytes] of encoded.entries()) {
    memory.u32[(lengthsAt >>> 2) + i] = bytes.length;
    memory.u8.set(bytes, at);
    at += bytes.length;
  }
  return { lengthsAt, bytesAt, weightsAt };
}

/** The hash of one feature, 0…2^64 - 1. */
export function digestOf(core: FingerprintCore, feature: string): bigint {
  const target = new BigUint64Array(1);
  fillWeighted(core, [feature], Float64Array.of(1), target);
  return target[0]!;
}
