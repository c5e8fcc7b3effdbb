/** Where engines write the same differently. Fingerprints are 64-bit integers with a sign in both. */
export interface Dialect {
  xor(a: string, b: string): string;
  /** A number from 0 to 1 that is always the same of a value, and as good as random. */
  chance(value: string): string;
}

export const DUCKDB: Dialect = {
  xor: (a, b) => `xor(${a}, ${b})`,
  chance: (value) => `(CAST(hash(${value}) AS DOUBLE) / ${double(2 ** 64)})`,
};

export const SPARK: Dialect = {
  xor: (a, b) => `(${a} ^ ${b})`,
  chance: (value) => `(CAST(xxhash64(${value}) AS DOUBLE) / ${double(2 ** 64)} + ${double(0.5)})`,
};

/** 64 bits as both engines take them; the least integer has no literal of its own. */
export const bits = (value: bigint): string => `CAST('${BigInt.asIntN(64, value)}' AS BIGINT)`;

/** A number as it is, not rounded to a decimal on the way. */
export const double = (value: number): string => `CAST('${value}' AS DOUBLE)`;
