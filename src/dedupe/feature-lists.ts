/** A document that is listed under a feature. */
export interface Entry {
  readonly document: number;
  /** A class of sizes, below `MOST_SIZES`. */
  readonly sizes: number;
  /** Whether what has the feature may resemble the document without having another of those that it is listed under. */
  readonly isEnough: boolean;
}

/** In place of a block. */
const NONE = 0xffffffff;
/** What stands before the entries of a block: the feature, the next block of the slot, its room and its length in entries. */
const HEADER = 4;
/** Entries of the widest block. */
const WIDEST = 1024;
/** 384 MiB. */
const MOST_WORDS = 3 * 2 ** 25;
/** Bits of an entry that tell a class of sizes; one above them tells whether it is enough, and the others the document. */
const SIZE_BITS = 10;
const ENOUGH = 2 ** SIZE_BITS;
const DOCUMENT_AT = SIZE_BITS + 1;
/** Classes of sizes, from 0 on. */
export const MOST_SIZES = 2 ** SIZE_BITS;

/**
 * Under each feature, the documents that are listed. Those of a feature stand side by side in blocks, each twice as long
 * as the one before: most features have one document, and others thousands, which are walked through.
 */
export class FeatureLists {
  #words = new Uint32Array(1024);
  #length = 0;
  /** The last block of each slot, by the upper bits of mixed features. */
  #slots = new Uint32Array(1024).fill(NONE);
  #blocks = 0;

  /** Whether there is no room for more, or for a document of this number. */
  isFull(document: number): boolean {
    return this.#length >= MOST_WORDS || document >= 2 ** (32 - DOCUMENT_AT);
  }

  add(feature: number, { document, sizes, isEnough }: Entry): void {
    const words = this.#words;
    let block = this.#slots[this.#slotOf(feature)]!;
    // A feature's last block, which alone may have room, comes before its others.
    while (block !== NONE && words[block] !== feature) block = words[block + 1]!;
    const [room, length] = block === NONE ? [0, 0] : [words[block + 2]!, words[block + 3]!];
    if (length === room) block = this.#begin(feature, Math.min(WIDEST, 2 * room || 1));
    const at = block + HEADER + this.#words[block + 3]!++;
    this.#words[at] = (document << DOCUMENT_AT) | (isEnough ? ENOUGH : 0) | sizes;
  }

  /** Visits the documents listed under a feature for classes from `first` to `last`. */
  visit(feature: number, first: number, last: number, visit: (document: number, isEnough: boolean) => void): void {
    const words = this.#words;
    for (let block = this.#slots[this.#slotOf(feature)]!; block !== NONE; block = words[block + 1]!) {
      if (words[block] !== feature) continue;
      const start = block + HEADER;
      for (let at = start; at < start + words[block + 3]!; at++) {
        const entry = words[at]!;
        const sizes = entry % MOST_SIZES;
        if (sizes >= first && sizes <= last) visit(entry >>> DOCUMENT_AT, (entry & ENOUGH) !== 0);
      }
    }
  }

  /** Begins a block with room for so many entries. */
  #begin(feature: number, room: number): number {
    const block = this.#length;
    this.#length += HEADER + room;
    if (this.#length > this.#words.length) {
      const longer = new Uint32Array(2 * this.#length);
      longer.set(this.#words);
      this.#words = longer;
    }
    this.#words.set([feature, NONE, room], block);
    if (this.#blocks++ === this.#slots.length) this.#widen();
    else this.#link(block);
    return block;
  }

  /** Puts a block before those of its slot. */
  #link(block: number): void {
    const slot = this.#slotOf(this.#words[block]!);
    this.#words[block + 1] = this.#slots[slot]!;
    this.#slots[slot] = block;
  }

  #widen(): void {
    this.#slots = new Uint32Array(2 * this.#slots.length).fill(NONE);
    for (let block = 0; block < this.#length; block += HEADER + this.#words[block + 2]!) this.#link(block);
  }

  #slotOf(feature: number): number {
    return (Math.imul(feature, 0x9e3779b1) >>> 0) >>> Math.clz32(this.#slots.length - 1);
  }
}
