/** What the parts of a join cost, in meetings that are filtered by their distance. */
export interface JoinPrices {
  /** A row that is made, moved and matched. */
  readonly row: number;
  /** A meeting, for each table: does one before have it, too? */
  readonly cover: number;
  /** A meeting where all stand in one bucket, as they do without tables. */
  readonly crowded: number;
  /** The statement of a table, for each table that it must not repeat. */
  readonly statement: number;
}

/** Where engines write the same differently, and at what prices. Fingerprints are 64-bit integers with a sign in both. */
export interface Dialect {
  readonly prices: JoinPrices;
  xor(a: string, b: string): string;
  /** A number from 0 to 1 that is always the same of a value, and as good as random. */
  chance(value: string): string;
}

export const DUCKDB: Dialect = {
  // Fitted to 50 joins of 10⁴ to 3·10⁵ entries by plans of 3 to 30 tables, at distances of 3 to 8 (docs/scale.md).
  prices: { row: 11, cover: 1 / 9, crowded: 6, statement: 65_000 },
  xor: (a, b) => `xor(${a}, ${b})`,
  chance: (value) => `(CAST(hash(${value}) AS DOUBLE) / ${double(2 ** 64)})`,
};

export const SPARK: Dialect = {
  // Fitted to ten joins (docs/scale.md): a row is written, sent, sorted and read; one bucket would be one task.
  prices: { row: 350, cover: 1 / 9, crowded: 100, statement: 0 },
  xor: (a, b) => `(${a} ^ ${b})`,
  chance: (value) => `(CAST(xxhash64(${value}) AS DOUBLE) / ${double(2 ** 64)} + ${double(0.5)})`,
};

/** 64 bits as both engines take them; the least integer has no literal of its own. */
export const bits = (value: bigint): string => `CAST('${BigInt.asIntN(64, value)}' AS BIGINT)`;

/** A number as it is, not rounded to a decimal on the way. */
export const double = (value: number): string => `CAST('${value}' AS DOUBLE)`;
