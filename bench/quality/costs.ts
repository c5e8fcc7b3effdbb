import { decide } from '../../src/dedupe/decide.ts';
import { DEFAULT_DISTANCE, DEFAULT_THRESHOLD, REPEATS } from '../../src/dedupe/defaults.ts';
import { Fingerprinter } from '../../src/index.ts';
import { bandedPairs, PERMUTATIONS, sketchesOf } from '../rivals/minhash.ts';
import type { LabelledSet } from './labelled-set.ts';

/** Milliseconds to read the texts, and to find their pairs. */
export interface Cost {
  readonly reading: number;
  readonly pairing: number;
}

/** The middle of so many runs. */
const RUNS = 3;

/** What a text takes in an index, bytes. */
export const OWN_BYTES = REPEATS * 8;
export const MINHASH_BYTES = PERMUTATIONS * 4;

/** Both in turns; the threshold of MinHash is of no account for its time. */
export async function costs(set: LabelledSet): Promise<{ own: Cost; minHash: Cost }> {
  const runs: { own: Cost; minHash: Cost }[] = [];
  for (let i = 0; i < RUNS; i++) runs.push({ own: await ownCost(set), minHash: minHashCost(set) });
  return { own: middle(runs.map(({ own }) => own)), minHash: middle(runs.map(({ minHash }) => minHash)) };
}

async function ownCost({ texts }: LabelledSet): Promise<Cost> {
  const start = performance.now();
  const fingerprinter = new Fingerprinter();
  const fingerprints = Array.from({ length: REPEATS }, () => new BigUint64Array(texts.length));
  const featureless = new Uint8Array(texts.length);
  const several = new BigUint64Array(REPEATS);
  for (const [i, text] of texts.entries()) {
    featureless[i] = fingerprinter.several(text, several) === 0 ? 1 : 0;
    for (const [repeat, column] of fingerprints.entries()) column[i] = several[repeat]!;
  }
  const read = performance.now();
  await decide(
    { fingerprints, featureless, textOf: (document) => texts[document]! },
    { fingerprinter, maxDistance: DEFAULT_DISTANCE, threshold: DEFAULT_THRESHOLD, onPair: () => {} },
  );
  return { reading: read - start, pairing: performance.now() - read };
}

function minHashCost({ texts }: LabelledSet): Cost {
  const start = performance.now();
  const sketches = sketchesOf(texts, false);
  const read = performance.now();
  bandedPairs(sketches, Math.round(0.7 * PERMUTATIONS));
  return { reading: read - start, pairing: performance.now() - read };
}

function middle(runs: readonly Cost[]): Cost {
  return [...runs].sort((a, b) => a.reading + a.pairing - b.reading - b.pairing)[RUNS >> 1]!;
}
