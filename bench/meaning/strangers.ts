import { type Fingerprinter, HammingIndex } from '../../src/index.ts';

/** Pairs of texts that have nothing to do with each other, but the language. */
export interface Strangers {
  /** Which share of them is that near in one of their fingerprints at least; up to 16. */
  within(distance: number): number;
}

/** Texts with the same features are no strangers: each is taken once. */
export function strangers(fingerprinter: Fingerprinter, texts: readonly string[], fingerprints = 1): Strangers {
  const different = [...new Map(texts.map((text) => [keyOf(fingerprinter, text), text])).values()];
  const several = different.map((text) => {
    const target = new BigUint64Array(fingerprints);
    fingerprinter.several(text, target);
    return target;
  });
  const nearest = new Map<number, number>();
  for (let i = 0; i < fingerprints; i++) {
    const index = new HammingIndex({ maxDistance: 16 });
    index.addAll(BigUint64Array.from(several, (target) => target[i]!));
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

function keyOf(fingerprinter: Fingerprinter, text: string): string {
  const features = fingerprinter.features(text).map(({ feature, count }) => `${feature} ${count}`);
  return features.sort().join('\n');
}
