// Indexes for distances of up to 3 without WebAssembly: three errors leave one of four 16-bit bands alone, so a
// match shares a band with its query. Fingerprints are read as pairs of 32-bit integers, never as BigInts.
//
// They return bare row numbers in any order: less than the library, which sorts and tells distances.

const BANDS = [0, 1, 2, 3] as const;
const MAX_DISTANCE = 3;

/** What a batch of searches found: the rows of query i stand from `offsets[i]` up to `offsets[i + 1]`. */
export interface Rows {
  readonly offsets: Uint32Array;
  readonly ids: ArrayLike<number>;
}

function halvesOf(fingerprints: BigUint64Array): Int32Array {
  return new Int32Array(fingerprints.buffer, fingerprints.byteOffset, 2 * fingerprints.length);
}

function bandOf(low: number, high: number, band: number): number {
  return ((band < 2 ? low : high) >>> (16 * (band & 1))) & 0xffff;
}

/** How many bits of two integers are set. */
function bitsSet(x: number, y: number): number {
  const pairsX = x - ((x >>> 1) & 0x55555555);
  const pairsY = y - ((y >>> 1) & 0x55555555);
  const fours =
    (pairsX & 0x33333333) + ((pairsX >>> 2) & 0x33333333) + (pairsY & 0x33333333) + ((pairsY >>> 2) & 0x33333333);
  return Math.imul((fours & 0x0f0f0f0f) + ((fours >>> 4) & 0x0f0f0f0f), 0x01010101) >>> 24;
}

/** Whether fingerprints that differ like this share a band before this one, which has reported them already. */
function coveredBefore(band: number, x: number, y: number): boolean {
  return (band > 0 && (x & 0xffff) === 0) || (band > 1 && x >>> 16 === 0) || (band > 2 && (y & 0xffff) === 0);
}

/** The fastest that we could write: for each band all fingerprints in the order of their bucket, and a directory. */
export class TypedBandIndex {
  readonly #bands: readonly { readonly starts: Int32Array; readonly entries: Int32Array }[];
  readonly #query = new BigUint64Array(1);
  readonly #queryHalves = halvesOf(this.#query);
  /** Of each match the row and the query, one behind the other. */
  #found = new Uint32Array(1024);
  #foundLength = 0;

  constructor(fingerprints: BigUint64Array) {
    const halves = halvesOf(fingerprints);
    this.#bands = BANDS.map((band) => sorted(halves, band));
  }

  search(query: bigint): number[] {
    this.#query[0] = query;
    this.#foundLength = 0;
    for (const band of BANDS) this.#find(band, this.#queryHalves[0]!, this.#queryHalves[1]!, 0);
    const rows: number[] = [];
    for (let i = 0; i < this.#foundLength; i += 2) rows.push(this.#found[i]!);
    return rows;
  }

  /** Band by band, and in each by bucket: so the buckets are met in the order of memory, in half the time. */
  searchAll(queries: BigUint64Array): Rows {
    const halves = halvesOf(queries);
    this.#foundLength = 0;
    for (const band of BANDS) {
      const { entries } = sorted(halves, band);
      for (let i = 0; i < entries.length; i += 3) this.#find(band, entries[i]!, entries[i + 1]!, entries[i + 2]!);
    }
    return rowsOfEach(this.#found.subarray(0, this.#foundLength), queries.length);
  }

  #find(band: number, low: number, high: number, query: number): void {
    const { starts, entries } = this.#bands[band]!;
    const bucket = bandOf(low, high, band);
    const end = starts[bucket + 1]!;
    for (let i = starts[bucket]!; i < end; i += 3) {
      const x = entries[i]! ^ low;
      const y = entries[i + 1]! ^ high;
      if (bitsSet(x, y) <= MAX_DISTANCE && !coveredBefore(band, x, y)) this.#report(entries[i + 2]!, query);
    }
  }

  #report(row: number, query: number): void {
    if (this.#foundLength === this.#found.length) {
      const wider = new Uint32Array(2 * this.#foundLength);
      wider.set(this.#found);
      this.#found = wider;
    }
    this.#found[this.#foundLength++] = row;
    this.#found[this.#foundLength++] = query;
  }
}

/** The rows of each query, by counting sort. */
function rowsOfEach(found: Uint32Array, queries: number): Rows {
  const offsets = new Uint32Array(queries + 2);
  for (let i = 1; i < found.length; i += 2) offsets[found[i]! + 2]!++;
  for (let query = 2; query < offsets.length; query++) offsets[query]! += offsets[query - 1]!;
  const ids = new Uint32Array(found.length / 2);
  for (let i = 0; i < found.length; i += 2) ids[offsets[found[i + 1]! + 1]!++] = found[i]!;
  return { offsets: offsets.subarray(0, queries + 1), ids };
}

/** Both halves and the row number of each fingerprint, by counting sort; three integers each, so that a bucket is one stretch. */
function sorted(halves: Int32Array, band: number): { starts: Int32Array; entries: Int32Array } {
  const starts = new Int32Array(2 ** 16 + 2);
  const count = halves.length / 2;
  for (let row = 0; row < count; row++) starts[bandOf(halves[2 * row]!, halves[2 * row + 1]!, band) + 2]! += 3;
  for (let bucket = 2; bucket < starts.length; bucket++) starts[bucket]! += starts[bucket - 1]!;
  const entries = new Int32Array(3 * count);
  for (let row = 0; row < count; row++) {
    const low = halves[2 * row]!;
    const high = halves[2 * row + 1]!;
    const bucket = bandOf(low, high, band) + 1;
    const place = starts[bucket]!;
    starts[bucket] = place + 3;
    entries[place] = low;
    entries[place + 1] = high;
    entries[place + 2] = row;
  }
  return { starts, entries };
}

/** What is commonly written: for each band a Map from its value to row numbers, and a look at each fingerprint. */
export class BandMap {
  readonly #halves: Int32Array;
  readonly #bands: readonly Map<number, number[]>[];
  readonly #query = new BigUint64Array(1);
  readonly #queryHalves = halvesOf(this.#query);

  constructor(fingerprints: BigUint64Array) {
    const halves = halvesOf(fingerprints);
    this.#halves = halves;
    this.#bands = BANDS.map((band) => {
      const buckets = new Map<number, number[]>();
      for (let row = 0; row < fingerprints.length; row++) {
        const value = bandOf(halves[2 * row]!, halves[2 * row + 1]!, band);
        const bucket = buckets.get(value);
        if (bucket) bucket.push(row);
        else buckets.set(value, [row]);
      }
      return buckets;
    });
  }

  search(query: bigint): number[] {
    this.#query[0] = query;
    const found: number[] = [];
    this.#find(this.#queryHalves[0]!, this.#queryHalves[1]!, found);
    return found;
  }

  searchAll(queries: BigUint64Array): Rows {
    const halves = halvesOf(queries);
    const offsets = new Uint32Array(queries.length + 1);
    const ids: number[] = [];
    for (let i = 0; i < queries.length; i++) {
      this.#find(halves[2 * i]!, halves[2 * i + 1]!, ids);
      offsets[i + 1] = ids.length;
    }
    return { offsets, ids };
  }

  #find(low: number, high: number, found: number[]): void {
    const halves = this.#halves;
    for (const band of BANDS) {
      const bucket = this.#bands[band]!.get(bandOf(low, high, band));
      if (!bucket) continue;
      for (let i = 0; i < bucket.length; i++) {
        const row = bucket[i]!;
        const x = halves[2 * row]! ^ low;
        const y = halves[2 * row + 1]! ^ high;
        if (bitsSet(x, y) <= MAX_DISTANCE && !coveredBefore(band, x, y)) found.push(row);
      }
    }
  }
}
