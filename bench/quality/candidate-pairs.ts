import { type FeatureSet, Fingerprinter, HammingIndex, type Pairs } from '../../src/index.ts';
import { type LabelledSet, pairKey } from './labelled-set.ts';

/** The largest number of fingerprints and the largest distance that are looked at. */
const MOST_REPEATS = 5;
const LARGEST_RADIUS = 16;

/** All that a decision about a pair can rest on. */
export interface CandidatePair {
  readonly key: number;
  /** The least distance of the first, the first two, the first three … fingerprints; more than the largest radius: 255. */
  readonly distances: Uint8Array;
  /** The multiset Jaccard index of their features, by recipe. */
  readonly similarities: ReadonlyMap<string, number>;
}

/** How pairs are decided: among so many fingerprints any within the radius, and then features in common. */
export interface Setting {
  /** Of the fingerprints. */
  readonly recipe: string;
  readonly repeats: number;
  readonly radius: number;
  /** None: fingerprints decide. */
  readonly verification?: {
    /** Whose features are compared. */
    readonly recipe: string;
    readonly threshold: number;
  };
}

/**
 * The pairs of a set of which any fingerprint is near.
 *
 * @param verifying the recipes whose features are compared
 */
export function candidatePairs(set: LabelledSet, recipe: string, verifying: Iterable<string>): CandidatePair[] {
  const fingerprinter = new Fingerprinter({ recipe });
  const { texts } = set;
  const several = texts.map((text) => {
    const fingerprints = new BigUint64Array(MOST_REPEATS);
    return fingerprinter.several(text, fingerprints) > 0 ? fingerprints : undefined;
  });
  const distances = new Map<number, Uint8Array>();
  for (let repeat = 0; repeat < MOST_REPEATS; repeat++) {
    const pairs = nearPairs(several, repeat);
    for (let i = 0; i < pairs.length; i++) {
      const key = pairKey(pairs.a[i]!, pairs.b[i]!, texts.length);
      const known = distances.get(key) ?? new Uint8Array(MOST_REPEATS).fill(255);
      known.fill(Math.min(known[repeat]!, pairs.distances[i]!), repeat);
      distances.set(key, known);
    }
  }
  const similarities = new Map(
    Array.from(verifying, (name) => [name, similaritiesOf(texts, [...distances.keys()], name)]),
  );
  return [...distances].map(([key, known], i) => ({
    key,
    distances: known,
    similarities: new Map([...similarities].map(([name, all]) => [name, all[i]!])),
  }));
}

function similaritiesOf(texts: readonly string[], keys: readonly number[], recipe: string): number[] {
  const fingerprinter = new Fingerprinter({ recipe });
  const sets = new Map<number, FeatureSet>();
  const featuresOf = (i: number) => {
    if (!sets.has(i)) sets.set(i, fingerprinter.featureSet(texts[i]!));
    return sets.get(i)!;
  };
  const similarities = keys.map((key) =>
    featuresOf(Math.floor(key / texts.length)).jaccard(featuresOf(key % texts.length)),
  );
  for (const set of sets.values()) set.dispose();
  return similarities;
}

/** The pairs whose fingerprints of that number are near. */
function nearPairs(several: readonly (BigUint64Array | undefined)[], repeat: number): Pairs {
  const index = new HammingIndex({ maxDistance: LARGEST_RADIUS });
  // Texts without features resemble nothing.
  several.forEach((fingerprints, i) => {
    if (fingerprints) index.add(fingerprints[repeat]!, i);
  });
  const pairs = index.pairs();
  index.dispose();
  return pairs;
}

/** The keys of the pairs that a setting takes. */
export function decided(pairs: readonly CandidatePair[], { repeats, radius, verification }: Setting): number[] {
  return pairs
    .filter(
      ({ distances, similarities }) =>
        distances[repeats - 1]! <= radius &&
        (!verification || similarities.get(verification.recipe)! >= verification.threshold),
    )
    .map(({ key }) => key);
}
