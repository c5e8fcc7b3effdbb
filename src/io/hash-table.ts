/** Things that are known by their numbers. */
interface Things {
  /** Any 32 bits, the same for equal ones. */
  hash(number: number): number;
  areEqual(a: number, b: number): boolean;
}

/** Finds equal things, up to 2³⁰ different ones. A Map has room for 2²⁴, on the heap. */
export class HashTable {
  readonly #things: Things;
  /** Numbers, counted from 1, each at the first free place from that of its hash on. At least half of them are free. */
  #places: Uint32Array;
  #count = 0;

  /** @param room of so many that come soon */
  constructor(things: Things, room = 1024) {
    this.#things = things;
    this.#places = new Uint32Array(2 ** Math.ceil(Math.log2(2 * room + 2)));
  }

  /** The first that was added of those equal to this one, which is added if there is none. */
  add(number: number): number {
    if (2 * (this.#count + 1) > this.#places.length) this.#grow();
    const place = this.#placeOf(number);
    if (this.#places[place] === 0) {
      this.#places[place] = number + 1;
      this.#count++;
    }
    return this.#places[place]! - 1;
  }

  /** The one that is equal to this one, if there is one. */
  find(number: number): number | undefined {
    const there = this.#places[this.#placeOf(number)]!;
    return there === 0 ? undefined : there - 1;
  }

  /** Where what is equal to this one is, or would be. */
  #placeOf(number: number): number {
    const last = this.#places.length - 1;
    let place = mixed(this.#things.hash(number)) & last;
    for (let there = this.#places[place]!; there !== 0; there = this.#places[place]!) {
      if (this.#things.areEqual(there - 1, number)) break;
      place = (place + 1) & last;
    }
    return place;
  }

  #grow(): void {
    const before = this.#places;
    this.#places = new Uint32Array(2 * before.length);
    for (const there of before) if (there !== 0) this.#places[this.#placeOf(there - 1)] = there;
  }
}

/** The last step of MurmurHash3, of 32 bits: without it, what is counted up would lie in a row. */
function mixed(hash: number): number {
  let h = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}
