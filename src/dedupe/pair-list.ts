import { GrowingColumn } from '../search/column.ts';

/** Two documents, a < b, that were verified to be near-duplicates; `distance` is the least of their fingerprints' distances. */
export interface Pair {
  readonly a: number;
  readonly b: number;
  readonly distance: number;
  readonly similarity: number;
  /** b has the features of a, and every other pair of a stands for one of b, too. */
  readonly same?: boolean;
}

/** All near-duplicate pairs of some documents, in typed arrays: 18 bytes each, and room for as many again. */
export class PairList {
  readonly #a = new GrowingColumn(new Uint32Array(0));
  readonly #b = new GrowingColumn(new Uint32Array(0));
  readonly #distances = new GrowingColumn(new Uint8Array(0));
  readonly #similarities = new GrowingColumn(new Float64Array(0));
  readonly #same = new GrowingColumn(new Uint8Array(0));

  static from(pairs: Iterable<Pair>): PairList {
    const list = new PairList();
    for (const pair of pairs) list.add(pair);
    return list;
  }

  get length(): number {
    return this.#a.length;
  }

  add({ a, b, distance, similarity, same = false }: Pair): void {
    this.#a.push(a);
    this.#b.push(b);
    this.#distances.push(distance);
    this.#similarities.push(similarity);
    this.#same.push(Number(same));
  }

  at(i: number): Required<Pair> {
    return {
      a: this.#a.at(i),
      b: this.#b.at(i),
      distance: this.#distances.at(i),
      similarity: this.#similarities.at(i),
      same: this.#same.at(i) === 1,
    };
  }

  *[Symbol.iterator](): Generator<Required<Pair>> {
    for (let i = 0; i < this.length; i++) yield this.at(i);
  }
}
