import { GrowingColumn } from '../../search/column.ts';
import { HammingIndex } from '../../search/hamming-index.ts';
import type { Match } from '../../search/matches.ts';
import { Turns } from '../../turns.ts';
import { fingerprintOf, type State } from './encoding.ts';
import type { Tables } from './tables.ts';

/** Up to where an index has what is recorded. */
export interface Position {
  readonly nextNumber: number;
  readonly nextRemoval: number;
}

/** Fingerprints that are added at once, at least. */
const PORTION = 65_536;

/** The fingerprints of a record in memory, by the numbers of their documents. */
export class MemoryIndex {
  #index: HammingIndex;
  #position: Position;
  /** How to undo, last first, what is not yet recorded. */
  #undo: (() => void)[] = [];

  constructor(index: HammingIndex, position: Position) {
    this.#index = index;
    this.#position = position;
  }

  static empty(maxDistance: number, identity: string): MemoryIndex {
    return new MemoryIndex(new HammingIndex({ maxDistance, recipe: identity }), { nextNumber: 0, nextRemoval: 0 });
  }

  /** What it has is recorded up to here. */
  get position(): Position {
    return this.#position;
  }

  /** Whether it has all that is recorded in a state. */
  isAt({ nextNumber, nextRemoval }: State): boolean {
    return this.#position.nextNumber === nextNumber && this.#position.nextRemoval === nextRemoval;
  }

  get index(): HammingIndex {
    return this.#index;
  }

  search(fingerprint: bigint, maxDistance: number): Match[] {
    return this.#index.search(fingerprint, { maxDistance });
  }

  add(fingerprint: bigint | null, number: number): void {
    if (fingerprint === null) return;
    // First, for where there is no room, it may have been done all the same.
    this.#undo.push(() => this.#index.remove(number));
    this.#index.add(fingerprint, number);
  }

  remove(fingerprint: bigint | null, number: number): void {
    if (fingerprint === null) return;
    this.#undo.push(() => this.#index.add(fingerprint, number));
    this.#index.remove(number);
  }

  /** What was done is recorded. */
  keep(position: Position): void {
    this.#undo = [];
    this.#position = position;
  }

  /** What was done since the last `keep` could not be recorded. */
  undo(): void {
    for (const undo of this.#undo.reverse()) undo();
    this.#undo = [];
  }

  /**
   * Takes in what was recorded since its position. The record may go on changing meanwhile: what comes later is left for
   * the next time.
   */
  async follow(tables: Tables, { nextNumber, firstRemoval, nextRemoval }: State): Promise<void> {
    if (this.#position.nextRemoval < firstRemoval) this.#forget();
    const turns = new Turns();
    for (const number of tables.removals(this.#position.nextRemoval)) this.#index.remove(number);
    const fingerprints = new GrowingColumn(new BigUint64Array(0));
    const numbers = new GrowingColumn(new Uint32Array(0));
    const addPortion = () => this.#index.addAll(fingerprints.take(), numbers.take());
    for (const [number, bytes] of tables.documents(this.#position.nextNumber)) {
      if (number >= nextNumber) break;
      const fingerprint = fingerprintOf(bytes);
      if (fingerprint !== null) {
        fingerprints.push(fingerprint);
        numbers.push(number);
      }
      // As many as there are: then all are sorted anew, which is faster than to add them one by one.
      if (numbers.length >= Math.max(PORTION, this.#index.size)) addPortion();
      if (turns.isOver) await turns.give();
    }
    addPortion();
    this.#position = { nextNumber, nextRemoval };
  }

  dispose(): void {
    this.#index.dispose();
  }

  /** Begins anew. */
  #forget(): void {
    const { maxDistance, recipe } = this.#index;
    this.#index.dispose();
    this.#index = new HammingIndex({ maxDistance, recipe });
    this.#position = { nextNumber: 0, nextRemoval: 0 };
  }
}
