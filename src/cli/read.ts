import { REPEATS } from '../dedupe/defaults.ts';
import { FEWEST_FEATURES, type Fingerprinter } from '../fingerprint/fingerprinter.ts';
import { isPreset } from '../fingerprint/recipe.ts';
import type { Progress } from './progress.ts';
import { inTurns, type Texts } from './texts.ts';

/** The fingerprints of a corpus, and what they rest on. */
export interface Fingerprinted {
  /** The first fingerprint of every document, the second of every document, and so on. */
  readonly fingerprints: readonly BigUint64Array[];
  /** 1 for documents without any feature. */
  readonly featureless: Uint8Array;
  /** How many documents have too few features for a fingerprint to say much. */
  readonly tooShort: number;
}

/** Reads a corpus once and keeps the fingerprints of each document. */
export async function fingerprintAll(
  corpus: Texts,
  fingerprinter: Fingerprinter,
  progress: Progress,
): Promise<Fingerprinted> {
  // Presets make one and no more.
  const several = new BigUint64Array(isPreset(fingerprinter.recipe) ? 1 : REPEATS);
  const columns = Array.from(several, (): bigint[] => []);
  const featureless: number[] = [];
  let tooShort = 0;
  for await (const { text } of inTurns(corpus, progress)) {
    const features = fingerprinter.several(text, several);
    for (const [i, column] of columns.entries()) column.push(several[i]!);
    if (features < FEWEST_FEATURES) tooShort++;
    featureless.push(features === 0 ? 1 : 0);
  }
  return {
    fingerprints: columns.map((column) => BigUint64Array.from(column)),
    featureless: Uint8Array.from(featureless),
    tooShort,
  };
}
