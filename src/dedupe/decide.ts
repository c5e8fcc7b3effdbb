import type { Fingerprinter } from '../fingerprint/fingerprinter.ts';
import type { Text } from '../fingerprint/text.ts';
import { Candidates } from './candidates.ts';
import { FeatureCache } from './feature-cache.ts';
import { Turns } from './turns.ts';

/** Documents by number, 0 and up, in the order in which they came. */
export interface Documents {
  /** Independent fingerprints: the first of every document, the second of every document, and so on. */
  readonly fingerprints: readonly BigUint64Array[];
  /** 1 for a document without any feature: it resembles nothing. */
  readonly featureless: Uint8Array;
  /** The text again, for exact comparison. */
  textOf(document: number): Text;
}

export interface DecideOptions {
  readonly fingerprinter: Fingerprinter;
  /** Candidates are documents one of whose fingerprints differs in at most so many bits, 0…16. */
  readonly maxDistance: number;
  /** A pair is near-duplicate if its exact similarity is at least this, 0…1. */
  readonly threshold: number;
  /** Called for every near-duplicate pair, a < b, ordered by a and then b. Without it, pairs of removed documents are not looked at. */
  readonly onPair?: (pair: Pair) => void;
  /** Called now and then with the number of documents decided. May throw, to stop. */
  readonly onProgress?: (decided: number) => void;
}

/** Two documents that were verified to be near-duplicates; `distance` is the least of their fingerprints' distances. */
export interface Pair {
  readonly a: number;
  readonly b: number;
  readonly distance: number;
  readonly similarity: number;
}

/** What becomes of each document. */
export interface Decisions {
  /** The document it duplicates, or itself if it is kept. */
  readonly leaders: Uint32Array;
  /** Distance and exact similarity to that document; 0 and 1 for kept ones. */
  readonly distances: Uint8Array;
  readonly similarities: Float64Array;
}

/**
 * Which documents are kept and which duplicate which: in their order, each document joins the most similar of the
 * leaders before it (the earliest, if several are equally similar), or else becomes a leader, and is kept.
 *
 * So every removed document was itself compared with the one it is removed for, and a chain of small changes does
 * not pull unrelated texts into one group, as connected components would.
 */
export async function decide(documents: Documents, options: DecideOptions): Promise<Decisions> {
  const count = documents.featureless.length;
  const decisions: Decisions = {
    leaders: Uint32Array.from({ length: count }, (_, document) => document),
    distances: new Uint8Array(count),
    similarities: new Float64Array(count).fill(1),
  };
  const candidates = new Candidates(documents.fingerprints, documents.featureless, options.maxDistance);
  const cache = new FeatureCache(options.fingerprinter, (document) => documents.textOf(document));
  try {
    const turns = new Turns();
    for (let document = 0; document < count; document++) {
      if (!documents.featureless[document]) decideAround(document, candidates, cache, options, decisions);
      if (!turns.isOver) continue;
      options.onProgress?.(document + 1);
      await turns.give();
    }
    options.onProgress?.(count);
    return decisions;
  } finally {
    cache.dispose();
    candidates.dispose();
  }
}

/** Compares a document with the candidates behind it; one that leads takes those that it resembles more than any leader before. */
function decideAround(
  document: number,
  candidates: Candidates,
  cache: FeatureCache,
  { threshold, onPair }: DecideOptions,
  decisions: Decisions,
): void {
  const leads = decisions.leaders[document] === document;
  if (!leads && !onPair) return;
  for (const [other, distance] of candidates.behind(document)) {
    const similarity = cache.similarity(document, other);
    if (similarity < threshold) continue;
    onPair?.({ a: document, b: other, distance, similarity });
    const led = decisions.leaders[other] !== other;
    if (leads && (!led || similarity > decisions.similarities[other]!)) {
      decisions.leaders[other] = document;
      decisions.distances[other] = distance;
      decisions.similarities[other] = similarity;
    }
  }
}
