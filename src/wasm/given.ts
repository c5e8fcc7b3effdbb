import { encoder } from '../utf8.ts';
import type { FingerprintCore } from './core.ts';
import { FeatureSet } from './feature-set.ts';

/** Bytes that the kernel may read behind the last feature. */
const PADDING = 8;

/** Counts features that the caller has found. */
export function countGiven(core: FingerprintCore, features: readonly string[]): void {
  withGiven(core, features, new Float64Array(0), (lengthsAt, bytesAt) =>
    core.kernel.countGiven(lengthsAt, bytesAt, features.length),
  );
}

/** The set of features that the caller has found. */
export function setOfGiven(core: FingerprintCore, features: readonly string[]): FeatureSet {
  countGiven(core, features);
  return FeatureSet.filled(core, features.length, (set) => set.extend());
}

/** Fills `target` with independent fingerprints of features with finite weights. */
export function fillWeighted(
  core: FingerprintCore,
  features: readonly string[],
  weights: Float64Array,
  target: BigUint64Array,
): void {
  withGiven(core, features, weights, (lengthsAt, bytesAt, weightsAt) => {
    for (let round = 0; round < target.length; round++) {
      target[round] = core.kernel.weightedFingerprint(lengthsAt, weightsAt, bytesAt, features.length, round);
    }
  });
}

/** Calls a kernel with features that are in the scratch block meanwhile: their weights, lengths in bytes, and bytes. */
function withGiven(
  { memory }: FingerprintCore,
  features: readonly string[],
  weights: Float64Array,
  call: (lengthsAt: number, bytesAt: number, weightsAt: number) => void,
): void {
  const encoded = features.map((feature) => encoder.encode(feature));
  const size = encoded.reduce((sum, { length }) => sum + length, 0);
  memory.guard(() => {
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
    try {
      call(lengthsAt, bytesAt, weightsAt);
    } finally {
      memory.trimScratch();
    }
  });
}

/** The hash of one feature, 0…2^64 - 1. */
export function digestOf(core: FingerprintCore, feature: string): bigint {
  const target = new BigUint64Array(1);
  fillWeighted(core, [feature], Float64Array.of(1), target);
  return target[0]!;
}
