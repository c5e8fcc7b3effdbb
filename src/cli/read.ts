import { REPEATS } from '../dedupe/defaults.ts';
import { Turns } from '../dedupe/turns.ts';
import { FEWEST_FEATURES, type Fingerprinter } from '../fingerprint/fingerprinter.ts';
import type { Corpus } from '../io/corpus.ts';
import { thousands } from './numbers.ts';
import type { Progress } from './progress.ts';

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
  corpus: Corpus,
  fingerprinter: Fingerprinter,
  progress: Progress,
): Promise<Fingerprinted> {
  const columns = Array.from({ length: REPEATS }, (): bigint[] => []);
  const featureless: number[] = [];
  const several = new BigUint64Array(REPEATS);
  let tooShort = 0;
  const turns = new Turns();
  for await (const { number, text } of corpus.read()) {
    const features = fingerprinter.several(text, several);
    for (const [i, column] of columns.entries()) column.push(several[i]!);
    if (features < FEWEST_FEATURES) tooShort++;
    featureless.push(features === 0 ? 1 : 0);
    if (!turns.isOver) continue;
    progress.say(() => `reading: ${thousands(number + 1)} documents, ${thousands(corpus.textBytes / 1e6)} MB`);
    await turns.give();
  }
  return {
    fingerprints: columns.map((column) => BigUint64Array.from(column)),
    featureless: Uint8Array.from(featureless),
    tooShort,
  };
}
