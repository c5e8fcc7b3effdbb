import type { Pair } from '../../dedupe/pair-list.ts';
import { DistinctIds } from '../../io/distinct-ids.ts';
import { HashTable } from '../../io/hash-table.ts';
import type { PairRecord } from '../../io/side-files/pairs-file.ts';
import { GrowingColumn } from '../../search/column.ts';

/** A pair by the numbers of its ids: a is among those of references, or else both are among those of documents. */
interface PairLine extends Required<Pair> {
  readonly reference: boolean;
}

/** What a line says besides. */
const SAME = 1;
const REFERENCE = 2;
/** Another line stands for its pair. */
const SURPASSED = 4;

/** The lines of a file of pairs. Each id is there once, and all else in typed arrays: many lines would fill the heap. */
export class PairLines {
  readonly documents = new DistinctIds();
  readonly references = new DistinctIds();
  /** 1 without lines. */
  leastSimilarity = 1;
  readonly #a = new GrowingColumn(new Uint32Array(0));
  readonly #b = new GrowingColumn(new Uint32Array(0));
  readonly #distances = new GrowingColumn(new Uint8Array(0));
  readonly #similarities = new GrowingColumn(new Float64Array(0));
  readonly #flags = new GrowingColumn(new Uint8Array(0));
  /** By the first line of a pair, the first of its most similar ones: files of several runs may have been joined. */
  readonly #best = new GrowingColumn(new Uint32Array(0));
  readonly #firsts = new HashTable({ hash: (line) => this.#hash(line), areEqual: (a, b) => this.#areEqual(a, b) });

  get length(): number {
    return this.#a.length;
  }

  add({ a, b, distance, similarity, same, reference }: PairRecord): void {
    const line = this.length;
    this.#a.push((reference ? this.references : this.documents).add(a));
    this.#b.push(this.documents.add(b));
    this.#distances.push(distance);
    this.#similarities.push(similarity);
    this.#flags.push((same ? SAME : 0) | (reference ? REFERENCE : 0));
    this.#best.push(line);
    this.leastSimilarity = Math.min(this.leastSimilarity, similarity);
    const first = this.#firsts.add(line);
    if (first === line) return;
    const best = this.#best.at(first);
    const isBetter = similarity > this.#similarities.at(best);
    this.#flags.from(isBetter ? best : line)[0]! |= SURPASSED;
    if (isBetter) this.#best.from(first)[0] = line;
  }

  /** Each pair once, as the first of its most similar lines has it. */
  *[Symbol.iterator](): Generator<PairLine> {
    for (let line = 0; line < this.length; line++) {
      const flags = this.#flags.at(line);
      if ((flags & SURPASSED) !== 0) continue;
      yield {
        a: this.#a.at(line),
        b: this.#b.at(line),
        distance: this.#distances.at(line),
        similarity: this.#similarities.at(line),
        same: (flags & SAME) !== 0,
        reference: (flags & REFERENCE) !== 0,
      };
    }
  }

  #areEqual(one: number, other: number): boolean {
    const isReference = this.#flags.at(one) & REFERENCE;
    if (isReference !== (this.#flags.at(other) & REFERENCE)) return false;
    const [a, b] = [this.#a.at(one), this.#b.at(one)];
    if (this.#a.at(other) === a && this.#b.at(other) === b) return true;
    return isReference === 0 && this.#a.at(other) === b && this.#b.at(other) === a;
  }

  #hash(line: number): number {
    const [a, b] = [this.#a.at(line), this.#b.at(line)];
    const isTurned = a > b && (this.#flags.at(line) & REFERENCE) === 0;
    // 2³² by the golden ratio, so that neighbours come far apart (Knuth, The Art of Computer Programming 3, 6.4).
    return Math.imul(isTurned ? b : a, 0x9e3779b1) ^ (isTurned ? a : b);
  }
}
