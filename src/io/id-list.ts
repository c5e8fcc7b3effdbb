import { GrowingColumn } from '../search/column.ts';

type Id = string | number;

/** How an id is stored: as a number, or as characters, of which each has one byte, or two if one of them needs as many. */
const NUMBER = 0;
const NARROW = 1;
const WIDE = 2;
/** Bytes of the characters that are stored together: as many as there are already, within these, or a single longer id. */
const LEAST = 64 * 1024;
const MOST = 16 * 1024 * 1024;
/** What is beyond this of a place says in which piece that is. */
const IN_PIECE = 2 ** 32;

/**
 * The ids of documents, by their numbers. They lie outside of the heap, which Node ends a process for outgrowing: those of
 * some ten million documents would fill much of it.
 */
export class IdList implements Iterable<Id> {
  readonly #kinds = new GrowingColumn(new Uint8Array(0));
  /** The number, or where the characters begin. */
  readonly #values = new GrowingColumn(new Float64Array(0));
  /** In bytes, of characters. */
  readonly #lengths = new GrowingColumn(new Uint32Array(0));
  readonly #pieces: Buffer[] = [];
  /** Bytes of the last piece that are taken. */
  #taken = 0;

  constructor(ids: Iterable<Id> = []) {
    for (const id of ids) this.push(id);
  }

  get length(): number {
    return this.#kinds.length;
  }

  push(id: Id): void {
    if (typeof id === 'number') {
      this.#add(NUMBER, id, 0);
      return;
    }
    const isWide = /[\u0100-\uffff]/.test(id);
    const length = isWide ? 2 * id.length : id.length;
    const place = this.#room(length);
    this.#pieces.at(-1)!.write(id, place % IN_PIECE, isWide ? 'utf16le' : 'latin1');
    this.#add(isWide ? WIDE : NARROW, place, length);
  }

  at(number: number): Id {
    const kind = this.#kinds.at(number);
    if (kind === NUMBER) return this.#values.at(number);
    const { piece, begin, end } = this.#placeOf(number);
    return piece.toString(kind === WIDE ? 'utf16le' : 'latin1', begin, end);
  }

  *[Symbol.iterator](): Generator<Id> {
    for (let number = 0; number < this.length; number++) yield this.at(number);
  }

  /** How many different ones there are. A set would have room for 2²⁴. */
  countDifferent(): number {
    // Numbers of ids, counted from 1, each at the first free place from that of its hash on.
    const table = new Uint32Array(2 ** Math.ceil(Math.log2(2 * this.length + 1)));
    let count = 0;
    for (let number = 0; number < this.length; number++) {
      let place = this.#hash(number) % table.length;
      while (table[place] !== 0 && !this.#areEqual(table[place]! - 1, number)) place = (place + 1) % table.length;
      if (table[place] !== 0) continue;
      table[place] = number + 1;
      count++;
    }
    return count;
  }

  #add(kind: number, value: number, length: number): void {
    this.#kinds.push(kind);
    this.#values.push(value);
    this.#lengths.push(length);
  }

  /** Where so many bytes have room. */
  #room(length: number): number {
    const last = this.#pieces.at(-1);
    if (last === undefined || last.length - this.#taken < length) {
      const size = Math.min(MOST, Math.max(LEAST, 2 * (last?.length ?? 0)));
      this.#pieces.push(Buffer.allocUnsafeSlow(Math.max(size, length)));
      this.#taken = 0;
    }
    const place = (this.#pieces.length - 1) * IN_PIECE + this.#taken;
    this.#taken += length;
    return place;
  }

  /** Where the characters of an id are. */
  #placeOf(number: number): { readonly piece: Buffer; readonly begin: number; readonly end: number } {
    const place = this.#values.at(number);
    const begin = place % IN_PIECE;
    return { piece: this.#pieces[(place - begin) / IN_PIECE]!, begin, end: begin + this.#lengths.at(number) };
  }

  #areEqual(a: number, b: number): boolean {
    if (this.#kinds.at(a) !== this.#kinds.at(b)) return false;
    if (this.#kinds.at(a) === NUMBER) return this.#values.at(a) === this.#values.at(b);
    const [one, other] = [this.#placeOf(a), this.#placeOf(b)];
    return one.piece.compare(other.piece, other.begin, other.end, one.begin, one.end) === 0;
  }

  #hash(number: number): number {
    const value = this.#values.at(number);
    if (this.#kinds.at(number) === NUMBER) return mixed(value ^ (value / 2 ** 32));
    const { piece, begin, end } = this.#placeOf(number);
    // FNV-1a.
    let hash = 0x811c9dc5;
    for (let at = begin; at < end; at++) hash = Math.imul(hash ^ piece[at]!, 0x01000193);
    return mixed(hash);
  }
}

/** The last step of MurmurHash3, of 32 bits: without it, ids that are counted up would lie in a row. */
function mixed(hash: number): number {
  let h = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
