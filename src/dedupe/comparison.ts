import type { Text } from '../fingerprint/text.ts';
import { GrowingColumn } from '../search/column.ts';
import { Turns } from '../turns.ts';
import type { FeatureSet } from '../wasm/feature-set.ts';
import { batchCandidates } from './batch-candidates.ts';
import { type CandidateList, merged, those } from './candidate-list.ts';
import { Candidates } from './candidates.ts';
import { type CountedBefore, type CountOptions, countTexts } from './counted.ts';
import { Crowd } from './crowd.ts';
import { FeatureCache } from './feature-cache.ts';
import { MetDocuments } from './met-documents.ts';
import type { Visit } from './neighbours.ts';
import type { OtherThreads } from './other-threads.ts';
import { LEAST_THRESHOLD } from './rare-features.ts';
import { CLOSED, CROWDED, OPEN, type Settled } from './settled.ts';

export interface CompareOptions extends CountOptions {
  /** Candidates are documents one of whose fingerprints differs in at most so many bits, 0…16. */
  readonly maxDistance: number;
  /** A pair is near-duplicate if its exact similarity is at least this, 0…1. */
  readonly threshold: number;
  /** The text of a document before, again: what was counted is not kept for all. */
  readonly textOf: (document: number) => Text;
  /** The features of a document before, again, where they are kept instead of its text. */
  readonly setOf?: ((document: number) => FeatureSet | undefined) | undefined;
  /** Where indexes may go when they have grown; all stay here without it. */
  readonly threads?: OtherThreads | undefined;
  /** How many candidates make a document one of a crowd; 64 without it. No number changes what is found. */
  readonly crowded?: number | undefined;
  /** Which documents may be a pair at all, by their numbers; all of them without it. */
  readonly mayPair?: ((a: number, b: number) => boolean) | undefined;
}

/** Documents that are searched for at once, at most: many queries go through the tables in less time than one by one. */
const SEARCHED = 4096;
/** And so few that, if each has as many matches as those before, all have no more than this, at 5 bytes each. */
const MATCHES = 2 ** 24;

/** A document that so many resemble, and none of them so much that it would be closed, is one of a crowd. */
const MANY = 64;
/** Where most are of a crowd, fewer are searched for at once, since these are compared with each other, all with all. */
const SEARCHED_OF_CROWD = 256;

/** Decides on a document, given earlier ones that are worth comparing, and says whether later ones may meet it. */
export type Settle = (document: number, candidates: CandidateList) => boolean;

/** Counts documents once, finds those before them that are worth comparing, and compares. */
export class Comparison {
  readonly #options: CompareOptions;
  readonly #candidates: Candidates;
  readonly #met = new MetDocuments();
  readonly #cache: FeatureCache;
  #crowd: Crowd | undefined;
  readonly #features = new GrowingColumn(new Uint32Array(0));
  readonly #compared = new GrowingColumn(new Uint32Array(0));
  /** The number of features of each and the halves of its fingerprints, added. */
  readonly #sums = new GrowingColumn(new Uint32Array(0));
  /** Whether later documents may meet it, and where. */
  readonly #isOpen = new GrowingColumn(new Uint8Array(0));
  readonly #turns = new Turns();
  /** Documents that are searched for at once. */
  #searched = SEARCHED;

  constructor(options: CompareOptions) {
    this.#options = options;
    this.#candidates = new Candidates(options.repeats, options.maxDistance, options.threads);
    const { fingerprinter, textOf, setOf } = options;
    this.#cache = new FeatureCache((document) => setOf?.(document) ?? fingerprinter.featureSet(textOf(document)));
  }

  get length(): number {
    return this.#features.length;
  }

  /** Settles the next documents in their order. One call must be done before the next is made. */
  async add(documents: readonly Text[] | CountedBefore, settle: Settle): Promise<void> {
    const counted = 'fingerprints' in documents ? documents : countTexts(this.#options, documents);
    let taken = 0;
    try {
      while (taken < counted.length) {
        const from = taken;
        taken = Math.min(from + this.#searched, counted.length);
        await this.#addRows(counted, from, taken, settle);
      }
    } finally {
      // After an error nobody else asks for the rest.
      for (; taken < counted.length; taken++) counted.set(taken)?.dispose();
    }
  }

  /** Takes documents that were settled before. One call must be done before the next is made. */
  async restore({ first, fingerprints, features, compared, isOpen }: Settled): Promise<void> {
    this.#note(fingerprints, features, compared);
    this.#isOpen.append(isOpen);
    const open = Array.from(isOpen.keys()).filter((row) => isOpen[row] !== CLOSED);
    const left = open.filter((row) => isOpen[row] === OPEN || !this.#joinsCrowd(fingerprints, row, first + row));
    await this.#candidates.add(fingerprints, first, left);
  }

  /** Of so many documents from `first` on, whether later ones may meet them, and where: as in `Settled`. */
  isOpenIn(first: number, length: number): Uint8Array {
    return Uint8Array.from({ length }, (_, i) => this.#isOpen.at(first + i));
  }

  /** Visits the candidates that are near-duplicates of a document, in their order. */
  visit(document: number, candidates: CandidateList, visit: Visit): void {
    if (candidates.documents.length === 0) return;
    const { threshold } = this.#options;
    const { documents, distances } = those(candidates, (other) => this.#areComparable(other, document));
    const similarities = this.#cache.similarities(document, documents, threshold);
    for (let i = 0; i < documents.length; i++) {
      if (similarities[i]! >= threshold) visit(documents[i]!, distances[i]!, similarities[i]!);
    }
  }

  /** The exact similarity of two documents; undefined if they are no near-duplicates. */
  similarity(a: number, b: number): number | undefined {
    if (!this.#areComparable(a, b)) return undefined;
    const { threshold } = this.#options;
    const similarity = this.#cache.similarity(b, a, threshold);
    return similarity < threshold ? undefined : similarity;
  }

  /**
   * Whether documents that are compared by the same have the same features and fingerprints, too, and so the same candidates:
   * by a recipe of one's own, others may count in these. One in 2³² of those that have others is said to have the same.
   */
  areSame(a: number, b: number): boolean {
    return this.#sums.at(a) === this.#sums.at(b);
  }

  /** How many features each document has, repetitions counted. */
  features(): Uint32Array {
    return this.#features.finish();
  }

  dispose(): void {
    this.#cache.dispose();
    this.#candidates.dispose();
  }

  async #addRows(counted: CountedBefore, from: number, to: number, settle: Settle): Promise<void> {
    const first = this.length;
    // Before anything can fail: from here on the cache gives them back.
    for (let row = from; row < to; row++) {
      const set = counted.set(row);
      if (set) this.#cache.put(first + row - from, set);
    }
    const batch = counted.fingerprints.map((column) => column.subarray(from, to));
    const before = await this.#candidates.find(batch);
    const matches = before.reduce((sum, { ids }) => sum + ids.length, 0);
    this.#searched = Math.min(SEARCHED, Math.max(1, Math.floor(((to - from) * MATCHES) / matches)));
    this.#note(batch, counted.features.subarray(from, to), counted.compared.subarray(from, to));
    const { threads, maxDistance } = this.#options;
    const open: number[] = [];
    const crowded: number[] = [];
    const isOpen = (document: number) => this.#isOpen.at(document) !== CLOSED;
    let row = 0;
    for (const candidates of batchCandidates(batch, first, before, maxDistance, this.#met, isOpen)) {
      if (this.#settle(first + row, this.#withCrowd(candidates, batch, row, first + row), settle)) {
        (candidates.documents.length < this.#crowded ? open : crowded).push(row);
      }
      row++;
      // After each, since where all resemble each other, one is compared with thousands.
      if (threads) await threads.hear();
      else if (this.#turns.isOver) await this.#turns.give();
    }
    if (2 * crowded.length > to - from) this.#searched = Math.min(this.#searched, SEARCHED_OF_CROWD);
    const left = crowded.filter((row) => !this.#joinsCrowd(batch, row, first + row));
    await this.#candidates.add(batch, first, [...open, ...left]);
  }

  #note(fingerprints: readonly BigUint64Array[], features: Uint32Array, compared: Uint32Array): void {
    const first = this.length;
    this.#features.append(features);
    this.#compared.append(compared);
    this.#sums.append(features);
    const sums = this.#sums.from(first);
    for (const { buffer, byteOffset } of fingerprints) {
      new Uint32Array(buffer, byteOffset, 2 * sums.length).forEach((half, i) => {
        sums[i >> 1]! += half;
      });
    }
  }

  /** From how many candidates on a document is of a crowd; where hardly anything is too unlike, there is none. */
  get #crowded(): number {
    const { crowded = MANY, threshold } = this.#options;
    return threshold < LEAST_THRESHOLD ? Number.POSITIVE_INFINITY : crowded;
  }

  /** Puts a document into the crowd, if it can be found there. */
  #joinsCrowd(batch: readonly BigUint64Array[], row: number, document: number): boolean {
    this.#crowd ??= new Crowd(this.#options);
    const joins = this.#crowd.add(document, this.#cache.setOf(document), batch, row);
    if (joins) this.#isOpen.from(document)[0] = CROWDED;
    return joins;
  }

  /** With those of the crowd. */
  #withCrowd(
    candidates: CandidateList,
    batch: readonly BigUint64Array[],
    row: number,
    document: number,
  ): CandidateList {
    if (this.#crowd === undefined) return candidates;
    return merged(candidates, this.#crowd.candidates(this.#cache.setOf(document), batch, row));
  }

  /** Whether later ones may meet it. Texts without features resemble nothing. */
  #settle(document: number, candidates: CandidateList, settle: Settle): boolean {
    const isOpen = settle(document, candidates) && this.#features.at(document) > 0;
    this.#isOpen.push(isOpen ? OPEN : CLOSED);
    if (!isOpen) this.#cache.forget(document);
    return isOpen;
  }

  /** No more features are shared than the smaller number of them: divided as they are, so that rounding is the same. */
  #areComparable(a: number, b: number): boolean {
    const ofA = this.#compared.at(a);
    const ofB = this.#compared.at(b);
    const canReach = ofA > 0 && ofB > 0 && Math.min(ofA, ofB) / Math.max(ofA, ofB) >= this.#options.threshold;
    return canReach && this.#options.mayPair?.(a, b) !== false;
  }
}
