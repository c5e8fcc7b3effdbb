import { hammingDistance } from '../../fingerprint/fingerprint.ts';
import type { Fingerprinter } from '../../fingerprint/fingerprinter.ts';
import type { Text } from '../../fingerprint/text.ts';
import { LARGEST_DISTANCE } from '../../search/plan.ts';
import { Turns } from '../../turns.ts';
import { BATCH, Comparison } from '../comparison.ts';
import type { MeasuredPair } from './tally.ts';

/** How documents are compared: as a run does it. */
export interface Engine {
  readonly fingerprinter: Fingerprinter;
  /** Independent fingerprints of each document. */
  readonly repeats: number;
  /** Is told how many texts have been measured, and of how many. */
  readonly onProgress?: ((measured: number, texts: number) => void) | undefined;
}

/** Fewer than a batch of `dedupe` has, since to measure takes longer: so interruptions are heard sooner. */
const AT_ONCE = BATCH / 4;

/** Which pairs are measured, and what becomes of them. */
export interface Inquiry {
  /** The earlier documents that one is measured with, given those that its fingerprints find. */
  partners(document: number, candidates: readonly number[]): Iterable<number>;
  see(partner: number, document: number, pair: MeasuredPair): void;
  /** Whether later documents may find a document that all was seen of. */
  isOpen(document: number): boolean;
}

/** Measures pairs of texts by the engine of `dedupe`, at its widest: any threshold, and any distance that it allows. */
export async function measurePairs(texts: readonly Text[], engine: Engine, inquiry: Inquiry): Promise<void> {
  const { fingerprinter, repeats } = engine;
  const textOf = (document: number) => texts[document]!;
  const comparison = new Comparison({ fingerprinter, repeats, maxDistance: LARGEST_DISTANCE, threshold: 0, textOf });
  const fingerprints = new BigUint64Array(texts.length * repeats);
  const severalOf = (document: number) => fingerprints.subarray(document * repeats, (document + 1) * repeats);
  const turns = new Turns();
  try {
    for (let first = 0; first < texts.length; first += AT_ONCE) {
      const batch = texts.slice(first, first + AT_ONCE);
      for (const [row, text] of batch.entries()) fingerprinter.several(text, severalOf(first + row));
      comparison.add(batch, (document, candidates) => {
        const found = candidates.map(([other]) => other);
        for (const partner of inquiry.partners(document, found)) {
          const distances = leastDistances(severalOf(partner), severalOf(document));
          inquiry.see(partner, document, { distances, similarity: comparison.similarity(partner, document) });
        }
        return inquiry.isOpen(document);
      });
      if (!turns.isOver) continue;
      engine.onProgress?.(comparison.length, texts.length);
      await turns.give();
    }
  } finally {
    comparison.dispose();
  }
}

function leastDistances(a: BigUint64Array, b: BigUint64Array): Uint8Array {
  let least = 64;
  return Uint8Array.from(a, (fingerprint, i) => {
    least = Math.min(least, hammingDistance(fingerprint, b[i]!));
    return least;
  });
}
