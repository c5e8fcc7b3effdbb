/** Where engines write the same differently. Fingerprints are 64-bit integers with a sign in both. */
export interface Dialect {
  readonly name: 'duckdb' | 'spark';
  xor(a: string, b: string): string;
}

export const DUCKDB: Dialect = { name: 'duckdb', xor: (a, b) => `xor(${a}, ${b})` };

export const SPARK: Dialect = { name: 'spark', xor: (a, b) => `(${a} ^ ${b})` };

/** 64 bits as both engines take them; the least integer has no literal of its own. */
export const bits = (value: bigint): string => `CAST('${BigInt.asIntN(64, value)}' AS BIGINT)`;

/** A number as it is, not rounded to a decimal on the way. */
export const double = (value: number): string => `CAST('${value}' AS DOUBLE)`;

/** A string; Spark takes a backslash for an escape, DuckDB does not. */
export function quoted(dialect: Dialect, text: string): string {
  const escaped =
    dialect.name === 'spark' ? text.replaceAll('\\', '\\\\').replaceAll("'", "\\'") : text.replaceAll("'", "''");
  return `'${escaped}'`;
}
