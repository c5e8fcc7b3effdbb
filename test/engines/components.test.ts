// Connected components as the job in Spark finds them, whose SQL DuckDB understands, too.
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { largeStarSql, smallStarSql } from '../../src/engines/spark/components.ts';
import { sortedRows } from './rows.ts';

let connection: DuckDBConnection;
beforeAll(async () => {
  connection = await (await DuckDBInstance.create(':memory:')).connect();
});
afterAll(() => connection.closeSync());

const rows = (sql: string): Promise<number[][]> => sortedRows(connection, sql);

describe('components by stars', () => {
  const graphs = fc.array(fc.tuple(fc.nat(30), fc.nat(30)), { minLength: 1, maxLength: 40 });

  it('are those of a walk', async () => {
    await fc.assert(
      fc.asyncProperty(graphs, async (pairs) => {
        const edges = new Set(
          pairs.filter(([x, y]) => x !== y).map(([x, y]) => `(${Math.min(x, y)}, ${Math.max(x, y)})`),
        );
        fc.pre(edges.size > 0);
        await connection.run(`CREATE OR REPLACE TABLE edges AS SELECT * FROM (VALUES ${[...edges]}) v(a, b)`);
        let [before, now] = ['', JSON.stringify(await rows('SELECT a, b FROM edges'))];
        for (let round = 0; before !== now; round++) {
          expect(round).toBeLessThan(20);
          await connection.run(`CREATE OR REPLACE TABLE wider AS ${largeStarSql('edges')}`);
          await connection.run(`CREATE OR REPLACE TABLE edges AS ${smallStarSql('wider')}`);
          [before, now] = [now, JSON.stringify(await rows('SELECT a, b FROM edges'))];
        }
        const found = new Map((await rows('SELECT b, a FROM edges')) as [number, number][]);
        const least = walked(pairs.filter(([x, y]) => x !== y));
        expect([...least].map(([node]) => found.get(node) ?? node)).toEqual([...least.values()]);
      }),
      { numRuns: 30 },
    );
  });

  /** For each node, the least of those that can be reached from it. */
  function walked(pairs: readonly (readonly [number, number])[]): Map<number, number> {
    const least = new Map(pairs.flat().map((node) => [node, node]));
    for (let changed = true; changed; ) {
      changed = false;
      for (const [x, y] of pairs) {
        const both = Math.min(least.get(x)!, least.get(y)!);
        changed ||= least.get(x) !== both || least.get(y) !== both;
        least.set(x, both).set(y, both);
      }
    }
    return least;
  }
});
