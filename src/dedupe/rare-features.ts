import { GrowingColumn } from '../search/column.ts';
import type { FeatureSet } from '../wasm/feature-set.ts';

/** Counters of features, 4 MiB. Several features share one, which makes a rare one look a little less rare. */
const COUNTERS = 2 ** 20;
/** The share of all documents that may have the features of one: to walk past a document takes a tenth of comparing it. */
const MOST = 1 / 8;
/** A size and its double are so many classes apart: wider ones would have documents of a size in the way of those of another. */
export const CLASSES = 32;
/** The lower the threshold, the more sizes of documents are looked up: 425 a feature for this one, and without end for 1e-200. */
export const LEAST_THRESHOLD = 0.01;
/** What no rounding of sizes and similarities comes near. */
export const MORE = 1 + 1e-9;
/** 384 MiB of entries. */
const MOST_ENTRIES = 2 ** 25;
/** Entries that there is room for at first. */
const SMALLEST = 1024;
/** In place of an entry. */
const NONE = 0xffffffff;

/**
 * Which documents, by number from 0 on, have features that are rare, so that those that may resemble another are found.
 *
 * What has a features and shares s of them with what has b has a Jaccard index of s / (a + b - s). If the first has none of
 * the rarest r of the second, s is b - r at most: that is too little if a is large enough. So the rarest feature of
 * a document is looked up for all others, the next for others that are smaller than some size, and so on.
 */
export class RareFeatures {
  readonly #threshold: number;
  /** How many documents had a feature, and whether any is listed under it; both may be said of several features together. */
  readonly #counters = new Uint32Array(COUNTERS);
  readonly #isListed = new Uint8Array(COUNTERS);
  #counted = 0;
  /** An entry: a key made of a feature and a class of sizes, a document that is listed under it, and the entry before it in the same list. */
  #entries = new Uint32Array(3 * SMALLEST);
  #length = 0;
  /** The last entry of each list, by the upper bits of its keys. */
  #lists = new Uint32Array(SMALLEST).fill(NONE);

  /** @param threshold of the similarity that must be impossible with what shares none of the features, at least `LEAST_THRESHOLD` */
  constructor(threshold: number) {
    this.#threshold = threshold;
  }

  /** Lists a document, if its rarest features are rare enough, and there is room; says whether it has. */
  add(set: FeatureSet, document: number): boolean {
    const { hashes, counts, total } = featuresOf(set);
    const seen = hashes.map((hash) => this.#counters[hash % COUNTERS]!++);
    const mostSeen = MOST * this.#counted++;
    const rarest = Uint32Array.from(hashes.keys()).sort((a, b) => seen[a]! - seen[b]!);
    const ownSize = classOf(total);
    const listed: { readonly hash: number; readonly sizes: number }[] = [];
    let sharing = 0;
    let left = total;
    for (const i of rarest) {
      // Others that share all that is left may be near-duplicates up to this size.
      const size = MORE * (left / this.#threshold + left - total);
      if (size < this.#threshold * total) break;
      const sizes = classOf(size);
      if (sizes >= ownSize) sharing += seen[i]!;
      listed.push({ hash: hashes[i]!, sizes });
      left -= counts[i]!;
    }
    if (sharing > mostSeen || this.#length + 3 * listed.length > 3 * MOST_ENTRIES) return false;
    for (const { hash, sizes } of listed) {
      this.#isListed[hash % COUNTERS] = 1;
      this.#enter(keyOf(hash, sizes), document);
    }
    return true;
  }

  /** The documents that may resemble another, in their order. */
  sharing(set: FeatureSet): Uint32Array {
    const { hashes, total } = featuresOf(set);
    const found = new GrowingColumn(new Uint32Array(0));
    const first = classOf(total);
    const last = classOf((MORE * total) / this.#threshold ** 2) + 1;
    for (const hash of hashes) {
      if (this.#isListed[hash % COUNTERS] === 0) continue;
      for (let sizes = first; sizes <= last; sizes++) this.#collect(keyOf(hash, sizes), found);
    }
    return found
      .finish()
      .sort()
      .filter((document, i, all) => document !== all[i - 1]);
  }

  #collect(key: number, found: GrowingColumn<Uint32Array>): void {
    const entries = this.#entries;
    for (let entry = this.#lists[this.#listOf(key)]!; entry !== NONE; entry = entries[entry + 2]!) {
      if (entries[entry] === key) found.push(entries[entry + 1]!);
    }
  }

  #enter(key: number, document: number): void {
    if (this.#length === this.#entries.length) this.#widen();
    this.#entries[this.#length] = key;
    this.#entries[this.#length + 1] = document;
    this.#link(this.#length);
    this.#length += 3;
  }

  /** Puts an entry before those of its list. */
  #link(entry: number): void {
    const list = this.#listOf(this.#entries[entry]!);
    this.#entries[entry + 2] = this.#lists[list]!;
    this.#lists[list] = entry;
  }

  #widen(): void {
    const wider = new Uint32Array(2 * this.#entries.length);
    wider.set(this.#entries);
    this.#entries = wider;
    this.#lists = new Uint32Array(2 * this.#lists.length).fill(NONE);
    for (let entry = 0; entry < this.#length; entry += 3) this.#link(entry);
  }

  #listOf(key: number): number {
    return key >>> Math.clz32(this.#lists.length - 1);
  }
}

function classOf(size: number): number {
  return Math.floor(CLASSES * Math.log2(size));
}

function keyOf(hash: number, sizes: number): number {
  return Math.imul(hash ^ Math.imul(sizes, 0x9e3779b1), 0x85ebca6b) >>> 0;
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
