import type { Counted } from '../dedupe/counted.ts';
import { fingerprintCore } from '../wasm/core.ts';
import { FeatureSet } from '../wasm/feature-set.ts';

/** Counted documents as a message carries them. */
export interface PackedCounts extends Omit<Counted, 'length' | 'set'> {
  /** The bytes of their feature sets, one after another. */
  readonly sets: Uint8Array<ArrayBuffer>;
  /** Where those of each document end. */
  readonly ends: Float64Array;
}

/** Packs counted documents, whose feature sets are given back. */
export function packed({ length, set, ...counts }: Counted): PackedCounts {
  const all = Array.from({ length }, (_, row) => set(row));
  const ends = new Float64Array(length);
  let size = 0;
  for (const [row, one] of all.entries()) {
    size += one.view().length;
    ends[row] = size;
  }
  const sets = new Uint8Array(size);
  for (const [row, one] of all.entries()) {
    sets.set(one.view(), ends[row - 1] ?? 0);
    one.dispose();
  }
  const { fingerprints, features, compared } = counts;
  return { fingerprints, features, compared, sets, ends };
}

export function unpacked({ sets, ends, ...counts }: PackedCounts): Counted {
  const bytesOf = (row: number) => sets.subarray(row === 0 ? 0 : ends[row - 1], ends[row]);
  const set = (row: number) => FeatureSet.from(fingerprintCore(), counts.features[row]!, bytesOf(row));
  return { ...counts, length: counts.features.length, set };
}
