import { GrowingColumn } from '../search/column.ts';
import type { FeatureSet } from '../wasm/feature-set.ts';
import type { Counted, CountedBefore } from './counted.ts';
import { type DecideOptions, Decider, type Decisions } from './decide.ts';
import { inOrder } from './order.ts';
import type { Found, Settled } from './settled.ts';

/** What feature sets may take until documents are decided on, in bytes; those of others are made again. */
const KEPT_SETS = 128 * 1024 * 1024;
/** Documents that are decided on together: as many as when they are decided on as they come. */
const BATCH = 2048;

/**
 * A decider for an order of preference that is known only when all documents have been read. Until then it keeps what was
 * counted: 8 bytes a document, 8 a fingerprint, and as many feature sets as `KEPT_SETS` allows. All pairs, which the rule
 * «leader» could be applied to as well, grow with the square of a group.
 */
export class LateDecider {
  readonly #options: DecideOptions;
  readonly #fingerprints: readonly GrowingColumn<BigUint64Array>[];
  readonly #features = new GrowingColumn(new Uint32Array(0));
  readonly #compared = new GrowingColumn(new Uint32Array(0));
  readonly #sets = new Map<number, FeatureSet>();
  #bytes = 0;

  constructor(options: DecideOptions) {
    this.#options = options;
    this.#fingerprints = Array.from({ length: options.repeats }, () => new GrowingColumn(new BigUint64Array(0)));
  }

  get length(): number {
    return this.#features.length;
  }

  async add(counted: Counted): Promise<void> {
    const first = this.length;
    this.#push(counted);
    for (let row = 0; row < counted.length; row++) this.#keep(first + row, counted.set(row));
  }

  /** Takes what was counted before. */
  async restore(settled: Settled): Promise<void> {
    this.#push(settled);
  }

  /** Nothing is found before the end. */
  foundIn(first: number, length: number): Found {
    return { first, pairs: [], isOpen: new Uint8Array(length) };
  }

  /**
   * Decides on all documents.
   *
   * @param order the preferred ones first, and references before all others
   * @param tell is told how many have been decided on
   */
  async decide(order: Uint32Array, tell: (done: number) => void): Promise<Decisions> {
    const decider = new Decider(byRank(this.#options, order));
    try {
      for (let from = 0; from < order.length; from += BATCH) {
        tell(from);
        await decider.add(this.#rows(order.subarray(from, from + BATCH)));
      }
      return { ...inOrder(decider.decisions(), order), features: this.#features.finish() };
    } finally {
      decider.dispose();
    }
  }

  dispose(): void {
    for (const set of this.#sets.values()) set.dispose();
    this.#sets.clear();
  }

  #push({ fingerprints, features, compared }: Omit<Counted, 'set'>): void {
    for (const [i, column] of this.#fingerprints.entries()) column.append(fingerprints[i]!);
    this.#features.append(features);
    this.#compared.append(compared);
  }

  #keep(document: number, set: FeatureSet): void {
    if (this.#bytes + set.bytes > KEPT_SETS) {
      set.dispose();
      return;
    }
    this.#bytes += set.bytes;
    this.#sets.set(document, set);
  }

  /** What was counted of some documents. Their sets are the caller's. */
  #rows(documents: Uint32Array): CountedBefore {
    return {
      length: documents.length,
      fingerprints: this.#fingerprints.map((column) => BigUint64Array.from(documents, (one) => column.at(one))),
      features: documents.map((one) => this.#features.at(one)),
      compared: documents.map((one) => this.#compared.at(one)),
      set: (row) => {
        const set = this.#sets.get(documents[row]!);
        this.#sets.delete(documents[row]!);
        return set;
      },
    };
  }
}

/**
 * The same options where the numbers of documents are their ranks in an order. Those of references are what they were, and
 * with them what is asked of references alone: which are such, have sets instead of texts, or fold.
 */
function byRank(options: DecideOptions, order: Uint32Array): DecideOptions {
  const { textOf, mayPair } = options;
  return {
    ...options,
    textOf: (rank) => textOf(order[rank]!),
    mayPair: mayPair && ((a, b) => mayPair(order[a]!, order[b]!)),
  };
}
