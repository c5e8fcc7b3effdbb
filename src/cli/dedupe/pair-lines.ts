import { type Pair, PairList } from '../../dedupe/pair-list.ts';
import { DistinctIds } from '../../io/distinct-ids.ts';
import { HashTable } from '../../io/hash-table.ts';
import type { PairRecord } from '../../io/side-files/pairs-file.ts';
import { GrowingColumn } from '../../search/column.ts';

/** A pair by the numbers of its ids: a is among those of references, or else both are among those of documents. */
interface PairLine extends Required<Pair> {
  readonly reference: boolean;
}

/** What is known of a line besides: that its a is a reference, and that another line stands for its pair. */
const REFERENCE = 1;
const SURPASSED = 2;

/** The lines of a file of pairs. Each id is there once, and all else in typed arrays: many lines would fill the heap. */
export class PairLines {
  readonly documents = new DistinctIds();
  readonly references = new DistinctIds();
  /** 1 without lines. */
  leastSimilarity = 1;
  readonly #pairs = new PairList();
  readonly #flags = new GrowingColumn(new Uint8Array(0));
  /** By the first line of a pair, the first of its most similar ones: files of several runs may have been joined. */
  readonly #best = new GrowingColumn(new Uint32Array(0));
  readonly #firsts = new HashTable({ hash: (line) => this.#hash(line), areEqual: (a, b) => this.#areEqual(a, b) });

  get length(): number {
    return this.#pairs.length;
  }

  add({ a, b, distance, similarity, same, reference }: PairRecord): void {
    const line = this.length;
    const first = (reference ? this.references : this.documents).add(a);
    this.#pairs.add({ a: first, b: this.documents.add(b), distance, similarity, same });
    this.#flags.push(reference ? REFERENCE : 0);
    this.#best.push(line);
    this.leastSimilarity = Math.min(this.leastSimilarity, similarity);
    const known = this.#firsts.add(line);
    if (known === line) return;
    const best = this.#best.at(known);
    const isBetter = similarity > this.#pairs.at(best).similarity;
    this.#flags.from(isBetter ? best : line)[0]! |= SURPASSED;
    if (isBetter) this.#best.from(known)[0] = line;
  }

  /** Each pair once, as the first of its most similar lines has it. */
  *[Symbol.iterator](): Generator<PairLine> {
    for (let line = 0; line < this.length; line++) {
      const flags = this.#flags.at(line);
      if ((flags & SURPASSED) !== 0) continue;
      const { a, b, distance, similarity, same } = this.#pairs.at(line);
      yield { a, b, distance, similarity, same, reference: flags === REFERENCE };
    }
  }

  #areEqual(one: number, other: number): boolean {
    const isReference = this.#flags.at(one) & REFERENCE;
    if (isReference !== (this.#flags.at(other) & REFERENCE)) return false;
    const [first, second] = [this.#pairs.at(one), this.#pairs.at(other)];
    if (first.a === second.a && first.b === second.b) return true;
    return isReference === 0 && first.a === second.b && first.b === second.a;
  }

  #hash(line: number): number {
    const { a, b } = this.#pairs.at(line);
    const isTurned = a > b && (this.#flags.at(line) & REFERENCE) === 0;
    // 2³² by the golden ratio, so that neighbours come far apart (Knuth, The Art of Computer Programming 3, 6.4).
    return Math.imul(isTurned ? b : a, 0x9e3779b1) ^ (isTurned ? a : b);
  }
}
