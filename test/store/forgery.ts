// Where things lie in a data file of LMDB, to forge them.

export const PAGE = 4096;
export const HEAD = 24;

/** A copy of the file, in which something is forged. */
export class Forgery {
  readonly bytes: Buffer;
  /** Where the trees are described on the newest page that does. */
  readonly free: number;
  readonly main: number;

  constructor(sound: Buffer) {
    this.bytes = Buffer.from(sound);
    const [first, second] = [0, PAGE].map((page) => this.bytes.readUInt32LE(page + HEAD + 128));
    this.free = (first! > second! ? 0 : PAGE) + HEAD + 24;
    this.main = this.free + 48;
  }

  /** The page with which a tree begins. */
  root(tree: number): number {
    return this.bytes.readUInt32LE(tree + 40) * PAGE;
  }

  /** Nodes of a page. */
  nodes(page: number): number[] {
    const count = this.bytes.readUInt16LE(page + 20) / 2;
    return Array.from({ length: count }, (_, i) => page + HEAD + this.bytes.readUInt16LE(page + HEAD + 2 * i));
  }

  /** Nodes of the branch with which the main tree begins. */
  get branch(): number[] {
    return this.nodes(this.root(this.main));
  }

  /** A leaf, by its place below the branch. */
  leaf(i: number): number {
    return this.bytes.readUInt32LE(this.branch.at(i)!) * PAGE;
  }

  /** What a node with a value on pages of its own says of them: the first, and 16 bytes on how many. */
  get big(): number {
    const nodes = this.branch.flatMap((node) => this.nodes(this.bytes.readUInt32LE(node) * PAGE));
    const node = nodes.find((node) => this.bytes.readUInt16LE(node + 4) === 1)!;
    return node + 8 + this.bytes.readUInt16LE(node + 6);
  }

  /** The first list of free pages: how many, and these. */
  get list(): number {
    return this.nodes(this.root(this.free))[0]! + 16;
  }

  get lastPage(): number {
    return this.bytes.readInt32LE(this.free + 96);
  }

  /** In it, a free page that is of no run. */
  get single(): number {
    for (let i = 1; i <= this.#entry(0); i++)
      if (this.#entry(i) > 0 && (i === 1 || this.#entry(i - 1) >= 0)) return this.list + 8 * i;
    throw new Error('there is none');
  }

  /** In it, three free pages that lie side by side, the last one first. */
  get three(): number {
    for (let i = 1; i < this.#entry(0) - 2; i++) {
      const page = this.#entry(i);
      if (page - this.#entry(i + 1) === 1 && page - this.#entry(i + 2) === 2) return this.list + 8 * i;
    }
    throw new Error('there are none');
  }

  /** In it, by its place; at 0, how many there are. */
  #entry(i: number): number {
    return this.bytes.readInt32LE(this.list + 8 * i);
  }

  /** Writes numbers of 64 bits. */
  write(at: number, ...numbers: readonly number[]): void {
    for (const [i, number] of numbers.entries()) this.bytes.writeBigInt64LE(BigInt(number), at + 8 * i);
  }

  add(at: number, by: number): void {
    this.bytes.writeInt32LE(this.bytes.readInt32LE(at) + by, at);
  }
}
