import type { Signal } from '../../abort.ts';
import { hammingDistance } from '../../fingerprint/fingerprint.ts';
import type { Text } from '../../fingerprint/text.ts';
import { LARGEST_DISTANCE } from '../../search/plan.ts';
import { Turns } from '../../turns.ts';
import type { CandidateList } from '../candidate-list.ts';
import { Comparison } from '../comparison.ts';
import { type CountOptions, countTexts } from '../counted.ts';
import type { MeasuredPair } from './tally.ts';

/** How documents are compared: as a run does it. */
export interface Engine extends CountOptions {
  /** Is told how many texts have been measured, and of how many. */
  readonly onProgress?: ((measured: number, texts: number) => void) | undefined;
  /** Ends it. */
  readonly signal?: Signal | undefined;
}

/** Fewer than a batch of `dedupe` has, since to measure takes longer: so interruptions are heard sooner. */
const AT_ONCE = 64;

/** Which pairs are measured, and what becomes of them. */
export interface Inquiry {
  /** The earlier documents that one is measured with, given those that its fingerprints find. */
  partners(document: number, candidates: Uint32Array): Iterable<number>;
  see(partner: number, document: number, pair: MeasuredPair): void;
}

/**
 * Measures pairs of texts by the engine of `dedupe`, at its widest: any threshold, and any distance that it allows.
 *
 * @param open so many of the first texts may be found by later ones
 */
export async function measurePairs(
  texts: readonly Text[],
  open: number,
  engine: Engine,
  inquiry: Inquiry,
): Promise<void> {
  const { fingerprinter, repeats, signal } = engine;
  const textOf = (document: number) => texts[document]!;
  const comparison = new Comparison({ fingerprinter, repeats, maxDistance: LARGEST_DISTANCE, threshold: 0, textOf });
  const fingerprints = Array.from({ length: repeats }, () => new BigUint64Array(texts.length));
  const settle = (document: number, { documents }: CandidateList) => {
    signal?.throwIfAborted();
    for (const partner of inquiry.partners(document, documents)) {
      const distances = leastDistances(fingerprints, partner, document);
      inquiry.see(partner, document, { distances, similarity: comparison.similarity(partner, document) });
    }
    return document < open;
  };
  const turns = new Turns();
  try {
    for (let first = 0; first < texts.length; first += AT_ONCE) {
      const counted = countTexts(engine, texts.slice(first, first + AT_ONCE));
      for (const [i, column] of fingerprints.entries()) column.set(counted.fingerprints[i]!, first);
      await comparison.add(counted, settle);
      if (!turns.isOver) continue;
      engine.onProgress?.(comparison.length, texts.length);
      await turns.give(signal);
    }
  } finally {
    comparison.dispose();
  }
}

/** Of the first fingerprints of two documents, of the first two, and so on. */
function leastDistances(fingerprints: readonly BigUint64Array[], a: number, b: number): Uint8Array {
  let least = 64;
  return Uint8Array.from(fingerprints, (column) => {
    least = Math.min(least, hammingDistance(column[a]!, column[b]!));
    return least;
  });
}
