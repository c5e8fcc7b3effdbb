// Stages of the job in Spark whose SQL DuckDB understands, too: crowded buckets, and connected components.
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { largeStarSql, smallStarSql } from '../../src/engines/spark/components.ts';
import { candidatesSql, crowdedSql, OVERFLOW } from '../../src/engines/spark/stages.ts';
import { allTables, type CandidateOptions, candidatesSql as exactSql } from '../../src/engines/sql/candidates.ts';
import { DUCKDB } from '../../src/engines/sql/dialect.ts';
import { fourTables } from '../../src/search/plan.ts';
import { flipped, randomBits } from '../fingerprints.ts';

let connection: DuckDBConnection;
beforeAll(async () => {
  connection = await (await DuckDBInstance.create(':memory:')).connect();
});
afterAll(() => connection.closeSync());

async function rows(sql: string): Promise<number[][]> {
  const found = (await connection.runAndReadAll(sql)).getRows();
  return found.map((row) => row.map(Number)).sort((x, y) => x[0]! - y[0]! || x[1]! - y[1]!);
}

describe('crowded buckets', () => {
  const options: CandidateOptions = { dialect: DUCKDB, plan: fourTables(6), repeats: 1, threshold: 0 };

  beforeAll(async () => {
    const random = randomBits(4n);
    const page = random();
    const values = Array.from({ length: 400 }, (_, i) => (i % 4 === 0 ? random() : flipped(page, i % 7, random)));
    const tuples = values.map((value, entry) => `(${entry}, 9, ${BigInt.asIntN(64, value)})`);
    await connection.run(`CREATE TABLE entries AS SELECT * FROM (VALUES ${tuples}) v(entry, compared, f0)`);
    await connection.run('CREATE TABLE oversized(component BIGINT, pairs BIGINT)');
  });

  it.each([400, 60, 20])('of more than %i entries give pairs with their first, and count the others', async (limit) => {
    await connection.run(`CREATE OR REPLACE TABLE crowded AS ${crowdedSql(options, limit)}`);
    const exact = await rows(exactSql(options, allTables(options), 'entries'));
    const found = await rows(candidatesSql(options));
    const passedOver = (await rows(`SELECT COALESCE(SUM(pairs_passed_over), 0) FROM (${OVERFLOW})`))[0]![0]!;
    const all = new Set(exact.map(String));
    expect(found.filter((pair) => !all.has(String(pair)))).toEqual([]);
    expect(new Set(found.map(String)).size).toBe(found.length);
    expect(passedOver > 0).toBe(limit < 400);
    expect(exact.length - found.length).toBeLessThanOrEqual(passedOver);
    if (limit === 400) expect(found).toEqual(exact);
    // What was near something is still near something.
    if (limit < 400) expect(found.length).toBeGreaterThan(100);
  });
});

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
