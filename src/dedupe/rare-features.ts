import { GrowingColumn } from '../search/column.ts';
import type { FeatureSet } from '../wasm/feature-set.ts';
import { FeatureLists, MOST_SIZES } from './feature-lists.ts';

/** Counters of features, 4 MiB. Several features share one, which makes a rare one look a little less rare. */
const COUNTERS = 2 ** 20;
/** The share of all documents that may be met, or take as long to be walked past. */
const MOST = 1 / 8;
/** To walk past a document in a list takes so much of the time that it takes to compare it. */
export const WALK = 1 / 10;
/** A size and its double are so many classes apart: wider ones would have documents of a size in the way of those of another. */
export const CLASSES = 32;
/** Classes that share a list: half as many are looked into, and few documents are listed for the next smaller class alone. */
const TOGETHER = 2;
/** The lower the threshold, the more lists are looked into: 213 a feature for this one, and without end for 1e-200. */
export const LEAST_THRESHOLD = 0.01;
/** What no rounding of sizes and similarities comes near. */
export const MORE = 1 + 1e-9;

/** The features under which a document is listed. */
interface Listing {
  readonly features: readonly { readonly hash: number; readonly sizes: number }[];
  /** Whether others must share but one of them to be met, and not two. */
  readonly isEnough: boolean;
  /** What a search takes that walks past all that have them, in documents that could be met in that time. */
  readonly cost: number;
}

/**
 * Which documents, by number from 0 on, have features that are rare, so that those that may resemble another are found.
 *
 * What has a features and shares s of them with what has b has a Jaccard index of s / (a + b - s). If the first has none of
 * the rarest r of the second, s is b - r at most: that is too little if a is large enough. So the rarest feature of
 * a document is looked up for all others, the next for others that are smaller than some size, and so on.
 *
 * Where these features are not that rare, a few more are listed, so many that others must share two of them (as Wang, Li,
 * Feng, SIGMOD 2012): more documents are walked past, and far fewer are met.
 */
export class RareFeatures {
  readonly #threshold: number;
  /** How many documents had a feature, and whether any is listed under it; both may be said of several features together. */
  readonly #counters = new Uint32Array(COUNTERS);
  readonly #isListed = new Uint8Array(COUNTERS);
  #counted = 0;
  readonly #lists = new FeatureLists();
  /** The number of the search in which each document was walked past last, and one more if it was met there. */
  readonly #met = new GrowingColumn(new Uint32Array(0));
  #search = 0;

  /** @param threshold of the similarity that must be impossible with what shares none of the features, at least `LEAST_THRESHOLD` */
  constructor(threshold: number) {
    this.#threshold = threshold;
  }

  /** Lists a document, if its rarest features are rare enough, and there is room; says whether it has. */
  add(set: FeatureSet, document: number): boolean {
    const own = featuresOf(set);
    const { hashes } = own;
    const seen = hashes.map((hash) => this.#counters[hash % COUNTERS]!++);
    const mostSeen = MOST * this.#counted++;
    const rarest = Uint32Array.from(hashes.keys()).sort((a, b) => seen[a]! - seen[b]!);
    const one = this.#listing(own, seen, rarest, true)!;
    const two = this.#listing(own, seen, rarest, false);
    const { features, isEnough, cost } = two !== undefined && two.cost < one.cost ? two : one;
    if (cost > mostSeen || this.#lists.isFull(document)) return false;
    this.#met.extend(Math.max(0, document + 1 - this.#met.length));
    for (const { hash, sizes } of features) {
      const key = keyOf(hash, Math.floor(sizes / TOGETHER));
      this.#isListed[key % COUNTERS] = 1;
      this.#lists.add(key, { document, sizes, isEnough });
    }
    return true;
  }

  /**
   * As many of the rarest features that others must share one of them, or two.
   *
   * @returns undefined if others may resemble the document that share a single one
   */
  #listing(
    { hashes, counts, total }: Features,
    seen: Uint32Array,
    rarest: Uint32Array,
    isEnough: boolean,
  ): Listing | undefined {
    const ownSize = classOf(total);
    const features: Listing['features'][number][] = [];
    const found = (): Listing => ({ features, isEnough, cost: isEnough ? walked : WALK * walked });
    let walked = 0;
    /** What others can have of it without sharing so many: the features that are not listed, and the heaviest listed one. */
    let [left, heaviest] = [total, 0];
    for (const i of rarest) {
      const size = this.#largest(left + heaviest, total);
      if (size < this.#threshold * total) return found();
      const sizes = classOf(size);
      if (sizes >= ownSize) walked += seen[i]!;
      features.push({ hash: hashes[i]!, sizes });
      left -= counts[i]!;
      if (!isEnough) heaviest = Math.max(heaviest, counts[i]!);
    }
    return this.#largest(heaviest, total) < this.#threshold * total ? found() : undefined;
  }

  /** How many features others have at most that share so many of `total` and may be near-duplicates. */
  #largest(shared: number, total: number): number {
    return MORE * (shared / this.#threshold + shared - total);
  }

  /** The documents that may resemble another, in any order. */
  sharing(set: FeatureSet): Uint32Array {
    const { hashes, total } = featuresOf(set);
    const found = new GrowingColumn(new Uint32Array(0));
    this.#search += 2;
    const met = this.#met.from(0);
    const meet = (document: number, isEnough: boolean) => {
      const before = met[document]!;
      if (before > this.#search) return;
      const isMet = isEnough || before === this.#search;
      met[document] = isMet ? this.#search + 1 : this.#search;
      if (isMet) found.push(document);
    };
    const first = classOf(total);
    const last = classOf((MORE * total) / this.#threshold ** 2) + 1;
    for (const hash of hashes) {
      for (let at = Math.floor(first / TOGETHER); at <= last / TOGETHER; at++) {
        const key = keyOf(hash, at);
        if (this.#isListed[key % COUNTERS]) this.#lists.visit(key, first, last, meet);
      }
    }
    return found.finish();
  }
}

/** Of a feature, and of several classes of sizes. */
function keyOf(hash: number, sizes: number): number {
  return Math.imul(hash ^ Math.imul(sizes, 0x9e3779b1), 0x85ebca6b) >>> 0;
}

/** The last class is that of all sizes from 2^(1023 / 32) on, 2% below 2^32; those below 1, which no document has, are in the first. */
function classOf(size: number): number {
  return Math.min(MOST_SIZES - 1, Math.max(0, Math.floor(CLASSES * Math.log2(size))));
}

/** The features of a set: 32 bits of each, how often each occurs, and how many all are. */
export interface Features {
  readonly hashes: Uint32Array;
  readonly counts: Uint32Array;
  readonly total: number;
}

export function featuresOf(set: FeatureSet): Features {
  const { buffer, byteOffset, byteLength } = set.view();
  const words = new Uint32Array(buffer, byteOffset, byteLength / 4);
  const length = words[0]!;
  const grams = words.subarray(2);
  const hashes = new Uint32Array(length);
  for (let i = 0; i < length; i++) hashes[i] = grams[2 * i + 1]! ^ Math.imul(grams[2 * i]!, 0x9e3779b1);
  return { hashes, counts: grams.subarray(2 * length), total: words[1]! };
}
