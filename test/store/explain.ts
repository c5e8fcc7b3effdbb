import pg from 'pg';
import { SESSION } from '../../src/store/postgres/connection.ts';
import type { PostgresServer } from './postgres-server.ts';

/** The nodes of the plan of a query, in a session as those of the store. */
// biome-ignore lint/suspicious/noExplicitAny: PostgreSQL names what a node has
export async function explain(server: PostgresServer, sql: string): Promise<any[]> {
  const settings = SESSION.map((setting) => `SET ${setting}`).join('; ');
  const client = new pg.Client({ connectionString: server.address });
  await client.connect();
  await client.query(settings);
  const { rows } = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`);
  await client.end();
  // biome-ignore lint/suspicious/noExplicitAny: as above
  const nodes = (node: any): any[] => [node, ...(node.Plans ?? []).flatMap(nodes)];
  return nodes(rows[0]['QUERY PLAN'][0].Plan);
}
