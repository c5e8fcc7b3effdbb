import type { Fingerprinter } from '../fingerprint/fingerprinter.ts';
import type { Text } from '../fingerprint/text.ts';
import type { FeatureSet } from '../wasm/feature-set.ts';

/** How documents are counted. */
export interface CountOptions {
  readonly fingerprinter: Fingerprinter;
  /** Independent fingerprints of each document; presets make one. */
  readonly repeats: number;
}

/** Documents that follow each other, their features counted, wherever that was done. */
export interface Counted {
  readonly length: number;
  /** The first of each document, the second of each document, and so on. */
  readonly fingerprints: readonly BigUint64Array[];
  /** How many features each has, repetitions counted. */
  readonly features: Uint32Array;
  /** How many of those that are compared. */
  readonly compared: Uint32Array;
  /** The features of a document. May be asked for once; whoever asks disposes of them. */
  set(row: number): FeatureSet;
}

/** The same of documents some of whose features were given back meanwhile, to be counted again where they are needed. */
export interface CountedBefore extends Omit<Counted, 'set'> {
  set(row: number): FeatureSet | undefined;
}

/** Counts texts in this thread: each once, for its fingerprints and for comparison. */
export function countTexts({ fingerprinter, repeats }: CountOptions, texts: readonly Text[]): Counted {
  const fingerprints = Array.from({ length: repeats }, () => new BigUint64Array(texts.length));
  const several = new BigUint64Array(repeats);
  const sets: FeatureSet[] = [];
  try {
    texts.forEach((text, row) => {
      sets.push(fingerprinter.featureSet(text, several));
      for (const [i, column] of fingerprints.entries()) column[row] = several[i]!;
    });
  } catch (error) {
    // Nobody else knows of those before.
    for (const set of sets) set.dispose();
    throw error;
  }
  const features = Uint32Array.from(sets, (set) => set.features);
  const compared = Uint32Array.from(sets, (set) => set.compared);
  return { length: texts.length, fingerprints, features, compared, set: (row) => sets[row]! };
}
