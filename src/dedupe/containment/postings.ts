/** Which texts have which grams: those of two texts and more, and for each text where its grams' holders begin. */
export interface Holders {
  /** The texts that have a gram, in their order, gram after gram. */
  readonly holders: Uint32Array;
  /** Where the holders of each gram of a text begin, text after text. */
  readonly starts: Uint32Array;
  /** Where each text's part of `starts` begins. */
  readonly offsets: Uint32Array;
  /** How many grams each text has, also such as no other has. */
  readonly grams: Uint32Array;
  /** How many grams are in more texts than was asked for. */
  readonly common: number;
}

/** Pairs of gram and text, 8 bytes each, of which there are at most so many: beyond that, every other gram is dropped. */
export class Postings {
  readonly #most: number;
  /** Of each pair the text and the gram: together a number of 64 bits, which goes by the gram. */
  #halves = new Uint32Array(2048);
  #length = 0;
  /** Grams are kept whose bits under the mask are 0. */
  #mask = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Of how many grams one is kept: 1, 2, 4, … */
  get thinning(): number {
    return this.#mask + 1;
  }

  /** Grams are not 0, which would fit any mask. */
  add(grams: Uint32Array, text: number): void {
    for (const gram of grams) {
      while ((gram & this.#mask) === 0 && this.#length === this.#most) this.#thin();
      if ((gram & this.#mask) === 0) this.#push(gram, text);
    }
  }

  /** All that was added, by gram and by text; grams in more than `many` texts are counted. Nothing can be added afterwards. */
  finish(texts: number, many: number): Holders {
    const halves = this.#halves.subarray(0, 2 * this.#length);
    new BigUint64Array(halves.buffer, 0, this.#length).sort();
    const grams = new Uint32Array(texts);
    const offsets = new Uint32Array(texts + 1);
    let common = 0;
    eachGram(halves, (from, to) => {
      for (let i = from; i < to; i++) {
        grams[halves[2 * i]!]!++;
        if (to - from > 1) offsets[halves[2 * i]! + 1]!++;
      }
      if (to - from > many) common++;
    });
    for (let text = 0; text < texts; text++) offsets[text + 1]! += offsets[text]!;
    const holders = new Uint32Array(offsets[texts]!);
    const starts = new Uint32Array(offsets[texts]!);
    const next = offsets.slice();
    let start = 0;
    eachGram(halves, (from, to) => {
      if (to - from === 1) return;
      for (let i = from; i < to; i++) {
        const text = halves[2 * i]!;
        holders[start + i - from] = text;
        starts[next[text]!++] = start;
      }
      start += to - from;
    });
    this.#halves = new Uint32Array(0);
    this.#length = 0;
    return { holders, starts, offsets, grams, common };
  }

  #push(gram: number, text: number): void {
    if (2 * this.#length === this.#halves.length) {
      const wider = new Uint32Array(2 * Math.min(this.#most, 2 * this.#length));
      wider.set(this.#halves);
      this.#halves = wider;
    }
    this.#halves[2 * this.#length] = text;
    this.#halves[2 * this.#length + 1] = gram;
    this.#length++;
  }

  #thin(): void {
    this.#mask = 2 * this.#mask + 1;
    let kept = 0;
    for (let i = 0; i < 2 * this.#length; i += 2) {
      if ((this.#halves[i + 1]! & this.#mask) !== 0) continue;
      this.#halves[kept++] = this.#halves[i]!;
      this.#halves[kept++] = this.#halves[i + 1]!;
    }
    this.#length = kept / 2;
  }
}

/** Calls `see` with the beginning and end of each gram's pairs, which are sorted. */
function eachGram(halves: Uint32Array, see: (from: number, to: number) => void): void {
  const length = halves.length / 2;
  for (let from = 0; from < length; ) {
    let to = from + 1;
    while (to < length && halves[2 * to + 1] === halves[2 * from + 1]) to++;
    see(from, to);
    from = to;
  }
}
