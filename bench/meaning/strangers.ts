import { type Fingerprinter, HammingIndex } from '../../src/index.ts';

/** Pairs of texts that have nothing to do with each other, but the language. */
export interface Strangers {
  /** Which share of them is that near in one of their fingerprints at least; up to 16. */
  within(distance: number): number;
}

export function strangers(fingerprinter: Fingerprinter, texts: readonly string[], fingerprints = 1): Strangers {
  const different = differentOf(fingerprinter, texts).map((text) => {
    const several = new BigUint64Array(fingerprints);
    fingerprinter.several(text, several);
    return several;
  });
  const nearest = new Map<number, number>();
  for (let i = 0; i < fingerprints; i++) {
    const index = new HammingIndex({ maxDistance: 16 });
    index.addAll(BigUint64Array.from(different, (several) => several[i]!));
    const { a, b, distances } = index.pairs();
    index.dispose();
    distances.forEach((distance, pair) => {
      const key = a[pair]! * different.length + b[pair]!;
      nearest.set(key, Math.min(distance, nearest.get(key) ?? 64));
    });
  }
  const found = [...nearest.values()];
  const pairs = (different.length * (different.length - 1)) / 2;
  return { within: (distance) => found.filter((one) => one <= distance).length / pairs };
}

/** Texts with the same features are no strangers: each is taken once, and those without any not at all. */
function differentOf(fingerprinter: Fingerprinter, texts: readonly string[]): string[] {
  const byFingerprint = new Map<bigint, string[]>();
  for (const text of texts) {
    const { fingerprint, features } = fingerprinter.inspect(text);
    const alike = byFingerprint.get(fingerprint) ?? [];
    if (features === 0 || alike.some((other) => fingerprinter.exactSimilarity(text, other) === 1)) continue;
    byFingerprint.set(fingerprint, [...alike, text]);
  }
  return [...byFingerprint.values()].flat();
}
