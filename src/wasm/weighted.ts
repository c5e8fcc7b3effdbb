import type { Core } from './core.ts';

const encoder = new TextEncoder();
/** Bytes that the kernel may read behind the last feature. */
const PADDING = 8;

/** The fingerprint of features with finite weights. */
export function weightedFingerprint(core: Core, features: readonly string[], weights: Float64Array): bigint {
  const { kernel, memory } = core;
  const encoded = features.map((feature) => encoder.encode(feature));
  const size = encoded.reduce((sum, { length }) => sum + length, 0);
  const weightsAt = memory.scratch(features.length * 12 + size + PADDING);
  const lengthsAt = weightsAt + features.length * 8;
  const bytesAt = lengthsAt + features.length * 4;
  memory.u8.set(new Uint8Array(weights.buffer, weights.byteOffset, weights.byteLength), weightsAt);
  let at = bytesAt;
  for (const [i, bytes] of encoded.entries()) {
    memory.u32[(lengthsAt >>> 2) + i] = bytes.length;
    memory.u8.set(bytes, at);
    at += bytes.length;
  }
  return BigInt.asUintN(64, kernel.weightedFingerprint(lengthsAt, weightsAt, bytesAt, features.length));
}
