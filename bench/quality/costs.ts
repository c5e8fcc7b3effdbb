import { DEDUPE_RECIPE, DEFAULT_DISTANCE, DEFAULT_THRESHOLD, REPEATS } from '../../src/dedupe/defaults.ts';
import { PairFinder } from '../../src/dedupe/pairs.ts';
import { Fingerprinter } from '../../src/index.ts';
import { bandedPairs, PERMUTATIONS, sketchesOf } from '../rivals/minhash.ts';
import type { LabelledSet } from './labelled-set.ts';

/** Milliseconds to read the texts, and to find their pairs. */
export interface Cost {
  readonly reading: number;
  readonly pairing: number;
}

/** Texts that are settled together. */
const TOGETHER = 1024;
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
  const fingerprinter = new Fingerprinter({ recipe: DEDUPE_RECIPE });
  const several = new BigUint64Array(REPEATS);
  const start = performance.now();
  for (const text of texts) fingerprinter.several(text, several);
  const reading = performance.now() - start;
  // It counts features once for both, so what it takes beyond the fingerprints is what the pairs take.
  const finder = new PairFinder({
    fingerprinter,
    repeats: REPEATS,
    maxDistance: DEFAULT_DISTANCE,
    threshold: DEFAULT_THRESHOLD,
    textOf: (document) => texts[document]!,
  });
  const began = performance.now();
  for (let first = 0; first < texts.length; first += TOGETHER) {
    await finder.add(texts.slice(first, first + TOGETHER));
  }
  const whole = performance.now() - began;
  finder.dispose();
  return { reading, pairing: Math.max(0, whole - reading) };
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
