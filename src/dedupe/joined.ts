import type { Counted } from './counted.ts';

/** Documents that were counted in several parts, as if it had been one. */
export function joined(parts: readonly Counted[]): Counted {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const fingerprints = (parts[0]?.fingerprints ?? []).map(() => new BigUint64Array(length));
  const features = new Uint32Array(length);
  const compared = new Uint32Array(length);
  const begins: number[] = [];
  let begin = 0;
  for (const part of parts) {
    for (const [i, column] of fingerprints.entries()) column.set(part.fingerprints[i]!, begin);
    features.set(part.features, begin);
    compared.set(part.compared, begin);
    begins.push(begin);
    begin += part.length;
  }
  const set = (row: number) => {
    const part = begins.findLastIndex((start) => start <= row);
    return parts[part]!.set(row - begins[part]!);
  };
  return { length, fingerprints, features, compared, set };
}
