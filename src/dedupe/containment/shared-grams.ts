import { type Holders, Postings } from './postings.ts';

/** Of the texts that have a gram, the first so many are met by all others, which do not meet each other by that gram. */
export const HUBS = 64;

/** 128 MiB of grams: all of 48 million words. */
const MOST_GRAMS = 2 ** 24;

/** A text, and how many grams it shares with another. */
export interface Sharing {
  readonly text: number;
  readonly shared: number;
}

export interface SharedGramsOptions {
  readonly mostGrams?: number;
  readonly hubs?: number;
}

/** Finds the texts that share chosen grams with a text, without comparing all with all. */
export class SharedGrams {
  readonly #hubs: number;
  readonly #postings: Postings;
  #texts = 0;
  #found: Holders | undefined;
  /** How many grams each text shares with the one that is asked about. */
  #shared = new Uint32Array(0);

  constructor({ mostGrams = MOST_GRAMS, hubs = HUBS }: SharedGramsOptions = {}) {
    this.#hubs = hubs;
    this.#postings = new Postings(mostGrams);
  }

  /** Of how many grams one is kept, so that they fit the memory: 1, 2, 4, … */
  get thinning(): number {
    return this.#postings.thinning;
  }

  /** How many grams are in more texts than those that are met by it. */
  get common(): number {
    return this.#holders.common;
  }

  /** The next text, by its different grams. */
  add(grams: Uint32Array): void {
    this.#postings.add(grams, this.#texts++);
  }

  /** How many grams of a text were kept. */
  gramsOf(text: number): number {
    return this.#holders.grams[text]!;
  }

  /** The texts before this one that share grams with it, in their order. */
  before(text: number): Sharing[] {
    const { starts, offsets, holders } = this.#holders;
    const met: number[] = [];
    for (let i = offsets[text]!; i < offsets[text + 1]!; i++) {
      const start = starts[i]!;
      // The text itself is among the holders, so that it is their end as well.
      for (let at = start; at < start + this.#hubs && holders[at]! < text; at++) {
        if (this.#shared[holders[at]!]!++ === 0) met.push(holders[at]!);
      }
    }
    return met.sort((a, b) => a - b).map((other) => this.#take(other));
  }

  #take(text: number): Sharing {
    const shared = this.#shared[text]!;
    this.#shared[text] = 0;
    return { text, shared };
  }

  get #holders(): Holders {
    if (this.#found === undefined) {
      this.#found = this.#postings.finish(this.#texts, this.#hubs);
      this.#shared = new Uint32Array(this.#texts);
    }
    return this.#found;
  }
}
