import type { Fingerprinter } from '../fingerprint/fingerprinter.ts';
import type { Text } from '../fingerprint/text.ts';
import { GrowingColumn } from '../search/column.ts';
import type { FeatureSet } from '../wasm/feature-set.ts';
import { type Candidate, Candidates } from './candidates.ts';
import { FeatureCache } from './feature-cache.ts';

export interface DecideOptions {
  readonly fingerprinter: Fingerprinter;
  /** Independent fingerprints of each document; presets make one. */
  readonly repeats: number;
  /** Candidates are documents one of whose fingerprints differs in at most so many bits, 0…16. */
  readonly maxDistance: number;
  /** A pair is near-duplicate if its exact similarity is at least this, 0…1. */
  readonly threshold: number;
  /** The text of a document before, again: what was counted is not kept for all. */
  readonly textOf: (document: number) => Text;
  /** Called for every near-duplicate pair, ordered by b and then a. Without it, documents are compared with kept ones only. */
  readonly onPair?: ((pair: Pair) => void) | undefined;
}

/** Two documents, a < b, that were verified to be near-duplicates; `distance` is the least of their fingerprints' distances. */
export interface Pair {
  readonly a: number;
  readonly b: number;
  readonly distance: number;
  readonly similarity: number;
}

/** What becomes of each document, by its number. */
export interface Decisions {
  /** The document it duplicates, or itself if it is kept. */
  readonly leaders: Uint32Array;
  /** Distance and exact similarity to that document; 0 and 1 for kept ones. */
  readonly distances: Uint8Array;
  readonly similarities: Float64Array;
  /** How many features it has, repetitions counted. */
  readonly features: Uint32Array;
}

/** Documents that are searched for at once. */
export const BATCH = 256;

/**
 * Decides which documents are kept and which duplicate which: in their order, each joins the most similar of the
 * leaders before it (the earliest, if several are equally similar), or else becomes a leader, and is kept.
 *
 * So every removed document was itself compared with the one it is removed for, and a chain of small changes does
 * not pull unrelated texts into one group, as connected components would. Documents come a batch at a time; how they
 * are put into batches changes nothing.
 */
export class Decider {
  readonly #options: DecideOptions;
  readonly #candidates: Candidates;
  readonly #cache: FeatureCache;
  readonly #leaders = new GrowingColumn(new Uint32Array(0));
  readonly #distances = new GrowingColumn(new Uint8Array(0));
  readonly #similarities = new GrowingColumn(new Float64Array(0));
  readonly #features = new GrowingColumn(new Uint32Array(0));

  constructor(options: DecideOptions) {
    this.#options = options;
    this.#candidates = new Candidates(options.repeats, options.maxDistance);
    this.#cache = new FeatureCache((document) => options.fingerprinter.featureSet(options.textOf(document)));
  }

  /** How many documents have been decided. */
  get length(): number {
    return this.#leaders.length;
  }

  /** Decides on the next documents, at most `BATCH` of them. */
  add(texts: readonly Text[]): void {
    const first = this.length;
    const batch = Array.from({ length: this.#options.repeats }, () => new BigUint64Array(texts.length));
    for (const [row, text] of texts.entries()) this.#cache.put(first + row, this.#count(text, batch, row));
    const found = this.#candidates.find(batch, first);
    for (const [row, candidates] of found.entries()) this.#decide(first + row, candidates);
    const rows = Array.from(texts.keys()).filter((row) => this.#isCandidate(first + row));
    this.#candidates.add(batch, first, rows);
  }

  /** What has been decided. */
  decisions(): Decisions {
    return {
      leaders: this.#leaders.finish(),
      distances: this.#distances.finish(),
      similarities: this.#similarities.finish(),
      features: this.#features.finish(),
    };
  }

  dispose(): void {
    this.#cache.dispose();
    this.#candidates.dispose();
  }

  /** Counts the features of a text once, for its fingerprints and for comparison. */
  #count(text: Text, batch: readonly BigUint64Array[], row: number): FeatureSet {
    const several = new BigUint64Array(this.#options.repeats);
    const set = this.#options.fingerprinter.featureSet(text, several);
    for (const [i, fingerprints] of batch.entries()) fingerprints[row] = several[i]!;
    this.#features.push(set.features);
    return set;
  }

  #decide(document: number, candidates: readonly Candidate[]): void {
    let leader = document;
    let nearest = 0;
    let best = 0;
    for (const [other, distance] of candidates) {
      if (!this.#isCandidate(other) || !this.#canReach(document, other)) continue;
      const similarity = this.#cache.similarity(document, other);
      if (similarity < this.#options.threshold) continue;
      this.#options.onPair?.({ a: other, b: document, distance, similarity });
      if (similarity <= best || this.#leaders.at(other) !== other) continue;
      leader = other;
      nearest = distance;
      best = similarity;
    }
    this.#leaders.push(leader);
    this.#distances.push(nearest);
    this.#similarities.push(leader === document ? 1 : best);
    if (!this.#isCandidate(document)) this.#cache.forget(document);
  }

  /** Texts without features resemble nothing; and where nobody asks for pairs, only leaders are of interest. */
  #isCandidate(document: number): boolean {
    if (this.#features.at(document) === 0) return false;
    return this.#options.onPair !== undefined || this.#leaders.at(document) === document;
  }

  /** No more features are shared than the smaller number of them. */
  #canReach(a: number, b: number): boolean {
    const [ofA, ofB] = [this.#features.at(a), this.#features.at(b)];
    return ofA > 0 && ofB > 0 && Math.min(ofA, ofB) >= this.#options.threshold * Math.max(ofA, ofB);
  }
}
