import type { DuckDBConnection } from '@duckdb/node-api';

/** How many rows a query gives. */
export async function rowCount(connection: DuckDBConnection, query: string): Promise<number> {
  return Number((await connection.runAndReadAll(`SELECT COUNT(*) FROM (${query})`)).getRows()[0]![0]);
}
