import { GrowingColumn } from '../search/column.ts';
import type { FeatureSet } from '../wasm/feature-set.ts';
import type { CandidateList } from './candidate-list.ts';
import { RareFeatures } from './rare-features.ts';

export interface CrowdOptions {
  readonly maxDistance: number;
  readonly threshold: number;
}

/**
 * Documents that have much in common with very many others and yet are no near-duplicates: lines of a log, pages made from
 * a template. Their fingerprints are near each other, so of n of them a search meets n, and all would be compared with all.
 *
 * Here each is found by its rarest features, as many as it takes that whatever has none of them cannot reach the
 * threshold (the prefix filter of Chaudhuri, Ganti, Kaushik, ICDE 2006; since all features of the other are looked up, no two
 * documents need agree on what is rare). Of these the fingerprints decide, as anywhere else: the candidates stay the same.
 */
export class Crowd {
  readonly #options: CrowdOptions;
  readonly #rare: RareFeatures;
  readonly #documents = new GrowingColumn(new Uint32Array(0));
  /** Of each document all fingerprints, in two halves each. */
  readonly #halves = new GrowingColumn(new Uint32Array(0));

  constructor(options: CrowdOptions) {
    this.#options = options;
    this.#rare = new RareFeatures(options.threshold);
  }

  /** Takes a document, later than all before, if enough of its features are rare; says whether it has. */
  add(document: number, set: FeatureSet, batch: readonly BigUint64Array[], row: number): boolean {
    if (!this.#rare.add(set, this.#documents.length)) return false;
    this.#documents.push(document);
    this.#halves.append(halvesOf(batch, row));
    return true;
  }

  /** The documents taken that are worth comparing with one. */
  candidates(set: FeatureSet, batch: readonly BigUint64Array[], row: number): CandidateList {
    const halves = halvesOf(batch, row);
    const all = this.#halves.from(0);
    const distanceTo = (place: number) => leastDistance(all, place * halves.length, halves);
    const near = this.#rare.sharing(set).filter((place) => distanceTo(place) <= this.#options.maxDistance);
    // Places are in the order of documents.
    near.sort();
    return { documents: near.map((place) => this.#documents.at(place)), distances: Uint8Array.from(near, distanceTo) };
  }
}

/** Between the fingerprints in `halves` and those that stand in `all` from `start` on. */
function leastDistance(all: Uint32Array, start: number, halves: Uint32Array): number {
  let least = 64;
  for (let i = 0; i < halves.length; i += 2) {
    const lower = all[start + i]! ^ halves[i]!;
    const upper = all[start + i + 1]! ^ halves[i + 1]!;
    least = Math.min(least, bitsIn(lower) + bitsIn(upper));
  }
  return least;
}

/** The fingerprints of a document of a batch, in two halves each. */
function halvesOf(batch: readonly BigUint64Array[], row: number): Uint32Array {
  const halves = new Uint32Array(2 * batch.length);
  for (const [i, { buffer, byteOffset }] of batch.entries()) {
    halves.set(new Uint32Array(buffer, byteOffset + 8 * row, 2), 2 * i);
  }
  return halves;
}

/** The set bits of 32, added pairwise: 16 sums of two bits, 8 of four, 4 of eight, and those by a multiplication. */
function bitsIn(word: number): number {
  const twos = word - ((word >>> 1) & 0x55555555);
  const fours = (twos & 0x33333333) + ((twos >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
