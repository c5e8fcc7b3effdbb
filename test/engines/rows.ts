import type { DuckDBConnection } from '@duckdb/node-api';

/** What a query gives, as numbers, ordered by the first two columns. */
export async function sortedRows(connection: DuckDBConnection, query: string): Promise<number[][]> {
  const found = (await connection.runAndReadAll(query)).getRows();
  return found.map((row) => row.map(Number)).sort((x, y) => x[0]! - y[0]! || x[1]! - y[1]!);
}

/** How many rows a query gives. */
export async function rowCount(connection: DuckDBConnection, query: string): Promise<number> {
  return Number((await connection.runAndReadAll(`SELECT COUNT(*) FROM (${query})`)).getRows()[0]![0]);
}
