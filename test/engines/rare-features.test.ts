// Who is of a crowd, and that rare features find all of it that is similar enough: by DuckDB, against brute force.
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { candidatesByRareSql, FEATURE, rareSql } from '../../src/engines/duckdb/rare-features.ts';
import { allTables, type CandidateOptions } from '../../src/engines/sql/candidates.ts';
import { crowdSql, popularPrefixesSql } from '../../src/engines/sql/crowd.ts';
import { DUCKDB } from '../../src/engines/sql/dialect.ts';
import { planJoin } from '../../src/engines/sql/join-plan.ts';
import { fourTables, type Plan } from '../../src/search/plan.ts';
import { flipped, randomBits } from '../support/fingerprints.ts';
import { sortedRows } from './rows.ts';

let connection: DuckDBConnection;
beforeAll(async () => {
  connection = await (await DuckDBInstance.create(':memory:')).connect();
});
afterAll(() => connection.closeSync());

const rows = (sql: string): Promise<number[][]> => sortedRows(connection, sql);

/** How often each feature occurs. */
type Features = ReadonlyMap<number, number>;

const totalOf = (features: Features): number => [...features.values()].reduce((sum, count) => sum + count, 0);

function jaccard(a: Features, b: Features): number {
  let shared = 0;
  for (const [feature, count] of a) shared += Math.min(count, b.get(feature) ?? 0);
  return shared / (totalOf(a) + totalOf(b) - shared);
}

describe('rare features', () => {
  const random = randomBits(11n);
  const below = (most: number) => Number(random() % BigInt(most));

  /** Most features are of one template, of which a tenth has hardly any; the others are their own, or of few. */
  function documents(count: number): Features[] {
    return Array.from({ length: count }, () => {
      const features = new Map<number, number>();
      const add = (feature: number) => features.set(feature, (features.get(feature) ?? 0) + 1);
      const template = below(10) > 0 ? 14 : 2;
      for (let i = 0; i < template; i++) if (below(12) > 0) add(i % 11);
      for (let i = below(6); i > 0; i--) add(100 + below(below(2) === 0 ? 5 : 1000));
      return features;
    });
  }

  it.each([0.3, 0.5, 0.75, 0.9, 1])('find every pair of similarity %f, and not each with each', async (threshold) => {
    const all = documents(300);
    await connection.run(
      `CREATE OR REPLACE TABLE ${FEATURE}; CREATE OR REPLACE TABLE entry(entry BIGINT, compared BIGINT, f0 BIGINT)`,
    );
    const values = all.flatMap((features, entry) =>
      [...features].map(([feature, count]) => `(${entry}, ${totalOf(features)}, ${feature}, ${count})`),
    );
    await connection.run(`INSERT INTO feature VALUES ${values.join(', ')}`);
    await connection.run(`INSERT INTO entry SELECT entry, ANY_VALUE(total), entry % 3 FROM feature GROUP BY entry`);
    await connection.run(`CREATE OR REPLACE TABLE rare AS ${rareSql(threshold)}`);
    expect(await rows('SELECT DISTINCT shared FROM rare')).toEqual([[1], [2]]);
    const options: CandidateOptions = { dialect: DUCKDB, plan: fourTables(1), repeats: 1, threshold };
    const found = await rows(candidatesByRareSql(options, 'rare', 'entry'));
    const expected: number[][] = [];
    const near: number[][] = [];
    for (const [b, second] of all.entries()) {
      for (const [a, first] of all.slice(0, b).entries()) {
        // Of 0, 1, 2 the last two are two bits apart.
        const distance = [0, 1, 1, 2][(a % 3) ^ (b % 3)]!;
        const [less, more] = [totalOf(first), totalOf(second)].sort((x, y) => x - y) as [number, number];
        if (distance > 1 || less / more < threshold) continue;
        near.push([a, b, distance]);
        if (jaccard(first, second) >= threshold) expected.push([a, b, distance]);
      }
    }
    const key = (row: readonly number[]) => row.join(' ');
    const keys = new Set(found.map(key));
    expect(keys.size).toBe(found.length);
    expect(expected.filter((row) => !keys.has(key(row)))).toEqual([]);
    const possible = new Set(near.map(key));
    expect(found.filter((row) => !possible.has(key(row)))).toEqual([]);
    expect(expected.length).toBeGreaterThan(20);
    if (threshold >= 0.9) expect(found.length).toBeLessThan(near.length / 2);
  });
});

describe('a crowd', () => {
  const plans: [string, Plan][] = [
    ['four tables', fourTables(8)],
    ['the plan of a join', planJoin(8, 1e5, DUCKDB).plan],
    ['no tables', { maxDistance: 8, blocks: [64], tables: [] }],
  ];

  it.each(plans)('is found among others, and nobody else: %s', async (_, plan) => {
    const random = randomBits(5n);
    const center = random();
    const isOfCrowd = (entry: number) => entry % 2 === 0;
    const fingerprints = Array.from({ length: 3000 }, (_, entry) =>
      isOfCrowd(entry) ? flipped(center, Number(random() % 4n), random) : random(),
    );
    const values = fingerprints.map((bits, entry) => `(${entry}, 9, ${BigInt.asIntN(64, bits)})`);
    await connection.run(`CREATE OR REPLACE TABLE entry AS SELECT * FROM (VALUES ${values}) v(entry, compared, f0)`);
    const options: CandidateOptions = { dialect: DUCKDB, plan, repeats: 1, threshold: 0.75 };
    const crowd = new Set<number>();
    for (const table of allTables(options)) {
      await connection.run(
        `CREATE OR REPLACE TABLE popular AS ${popularPrefixesSql(options, table, 'entry', fingerprints.length)}`,
      );
      for (const [entry] of await rows(crowdSql(options, table, 'entry', 'popular', 'entry'))) crowd.add(entry!);
    }
    expect([...crowd].filter((entry) => !isOfCrowd(entry))).toEqual([]);
    expect(crowd.size).toBeGreaterThan(1490);
  });
});
