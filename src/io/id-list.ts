import { GrowingColumn } from '../search/column.ts';
import { HashTable } from './hash-table.ts';
import type { Id } from './id.ts';

/** How an id is stored: as a number, or as characters, of which each has one byte, or two if one of them needs as many. */
const NUMBER = 0;
const NARROW = 1;
const WIDE = 2;
/** Bytes of the characters that are stored together: as many as there are already, within these, or a single longer id. */
const LEAST = 64 * 1024;
const MOST = 16 * 1024 * 1024;
/** A number and its bits, in halves. */
const FLOAT = new Float64Array(1);
const HALVES = new Uint32Array(FLOAT.buffer);
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

  /** Takes the last one off. */
  pop(): void {
    const last = this.length - 1;
    if (this.#kinds.at(last) !== NUMBER) {
      const place = this.#values.at(last);
      this.#taken = place % IN_PIECE;
      this.#pieces.length = (place - this.#taken) / IN_PIECE + 1;
    }
    for (const column of [this.#kinds, this.#values, this.#lengths]) column.pop();
  }

  /** How many different ones there are. */
  countDifferent(): number {
    const table = new HashTable(this, this.length);
    let count = 0;
    for (let number = 0; number < this.length; number++) if (table.add(number) === number) count++;
    return count;
  }

  areEqual(a: number, b: number): boolean {
    if (this.#kinds.at(a) !== this.#kinds.at(b)) return false;
    if (this.#kinds.at(a) === NUMBER) return this.#values.at(a) === this.#values.at(b);
    const length = this.#lengths.at(a);
    if (this.#lengths.at(b) !== length) return false;
    const [one, other] = [this.#placeOf(a), this.#placeOf(b)];
    // Ids are short: to call what compares buffers takes longer.
    for (let i = 0; i < length; i++) if (one.piece[one.begin + i] !== other.piece[other.begin + i]) return false;
    return true;
  }

  /** 32 bits. */
  hash(number: number): number {
    const value = this.#values.at(number);
    if (this.#kinds.at(number) === NUMBER) return hashOf(value);
    const { piece, begin, end } = this.#placeOf(number);
    // FNV-1a.
    let hash = 0x811c9dc5;
    for (let at = begin; at < end; at++) hash = Math.imul(hash ^ piece[at]!, 0x01000193);
    return hash;
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
}

/** Of all bits, for of fractions a whole part says nothing. */
function hashOf(value: number): number {
  // -0 is 0.
  FLOAT[0] = value + 0;
  return Math.imul(HALVES[0]!, 0x9e3779b1) ^ HALVES[1]!;
}
