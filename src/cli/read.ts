import type { Fingerprinter } from '../fingerprint/fingerprinter.ts';
import type { Corpus } from '../io/corpus.ts';
import { thousands } from './numbers.ts';
import type { Progress } from './progress.ts';

/** The fingerprints of a corpus, and what they rest on. */
export interface Fingerprinted {
  readonly fingerprints: BigUint64Array;
  /** 1 for documents without any feature. */
  readonly featureless: Uint8Array;
  /** How many documents have too few features for a fingerprint to say much. */
  readonly tooShort: number;
}

/** Reads a corpus once and keeps the fingerprint of each document. */
export async function fingerprintAll(
  corpus: Corpus,
  fingerprinter: Fingerprinter,
  progress: Progress,
): Promise<Fingerprinted> {
  const fingerprints: bigint[] = [];
  const featureless: number[] = [];
  let tooShort = 0;
  let turn = performance.now();
  for (const { number, text } of corpus.read()) {
    const inspection = fingerprinter.inspect(text);
    fingerprints.push(inspection.fingerprint);
    if (inspection.tooShort) tooShort++;
    if (inspection.features === 0) featureless.push(number);
    if (performance.now() - turn < 50) continue;
    progress.say(() => `reading: ${thousands(number + 1)} documents, ${thousands(corpus.textBytes / 1e6)} MB`);
    await new Promise(setImmediate);
    turn = performance.now();
  }
  const marks = new Uint8Array(fingerprints.length);
  for (const number of featureless) marks[number] = 1;
  return { fingerprints: BigUint64Array.from(fingerprints), featureless: marks, tooShort };
}
