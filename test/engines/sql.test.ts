// A plan as SQL: that every pair within the distance meets, and meets once, by enumeration and against brute force.
import { DuckDBInstance } from '@duckdb/node-api';
import { describe, expect, it } from 'vitest';
import { allTables, type CandidateOptions, candidatesSql } from '../../src/engines/sql/candidates.ts';
import { DUCKDB, type JoinPrices, SPARK } from '../../src/engines/sql/dialect.ts';
import { planJoin } from '../../src/engines/sql/join-plan.ts';
import { probesOf } from '../../src/engines/sql/probes.ts';
import { fourTables, type Plan } from '../../src/search/plan.ts';
import { flipped, randomBits } from '../support/fingerprints.ts';

const bitsOf = (value: bigint): number => value.toString(2).replaceAll('0', '').length;

describe('the probes of both sides', () => {
  it.each([0, 1, 2, 3, 4, 5])('meet once for every difference of up to %i bits, and for no other', (radius) => {
    const plan: Plan = { maxDistance: radius, blocks: [2, 9, 53], tables: [{ prefix: [1], radius }] };
    const [left, right] = probesOf(plan, [{ repeat: 0, table: 0 }]);
    const meetings = new Map<bigint, number>();
    for (const f of left) {
      for (const g of right) {
        if (f.flipped - g.flipped < 0 || f.flipped - g.flipped > 1 || f.lowest <= g.highest) continue;
        meetings.set(f.flip ^ g.flip, (meetings.get(f.flip ^ g.flip) ?? 0) + 1);
      }
    }
    for (let errors = 0n; errors < 2n ** 9n; errors++) {
      expect(meetings.get(errors << 53n) ?? 0).toBe(bitsOf(errors) <= radius ? 1 : 0);
    }
  });
});

/** Families of entries with two fingerprints each, in which some bits are flipped. */
function entries(count: number): { compared: number; fingerprints: bigint[] }[] {
  const random = randomBits(99n);
  const all: { compared: number; fingerprints: bigint[] }[] = [];
  for (let entry = 0; entry < count; entry++) {
    const like = entry % 3 === 0 ? undefined : all[Number(random() % BigInt(all.length))];
    const fingerprints = [0, 1].map((i) =>
      like ? flipped(like.fingerprints[i]!, Number(random() % 14n), random) : random(),
    );
    all.push({ compared: 50 + Number(random() % 20n), fingerprints });
  }
  return all;
}

describe('candidates by DuckDB', () => {
  const all = entries(300);
  const plans: [string, Plan][] = [
    ...[0, 1, 3, 6, 10, 14].map((k): [string, Plan] => [`four tables, distance ${k}`, fourTables(k)]),
    ...([3, 6, 8] as const).flatMap((k) =>
      (k < 8 ? [1e3, 1e6, 1e9] : [1e3, 1e6]).map((size): [string, Plan] => [
        `that for ${size}, distance ${k}`,
        planJoin(k, size, DUCKDB).plan,
      ]),
    ),
    ['no tables', { maxDistance: 5, blocks: [64], tables: [] }],
  ];

  it.each(plans)('are those of brute force, once each: %s', async (_, plan) => {
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    await connection.run('CREATE TABLE entry(entry BIGINT, compared BIGINT, f0 BIGINT, f1 BIGINT)');
    const appender = await connection.createAppender('entry');
    for (const [entry, { compared, fingerprints }] of all.entries()) {
      const row = [entry, compared, ...fingerprints].map(BigInt);
      for (const value of row) appender.appendBigInt(BigInt.asIntN(64, value));
      appender.endRow();
    }
    appender.closeSync();
    const options: CandidateOptions = { dialect: DUCKDB, plan, repeats: 2, threshold: 0.8 };
    const tables = allTables(options);
    const whole = await found(candidatesSql(options, tables, 'entry'));
    expect(whole).toEqual(bruteForce(plan.maxDistance));
    expect(whole.length).toBeGreaterThan(10);
    const inParts = await Promise.all(tables.map((table) => found(candidatesSql(options, [table], 'entry'))));
    expect(inParts.flat().sort(byPair)).toEqual(whole);
    connection.closeSync();

    async function found(sql: string): Promise<number[][]> {
      const rows = (await connection.runAndReadAll(sql)).getRows();
      return rows.map((row) => row.map(Number)).sort(byPair);
    }
  });

  function bruteForce(maxDistance: number): number[][] {
    const pairs: number[][] = [];
    for (const [b, x] of all.entries()) {
      for (const [a, y] of all.slice(0, b).entries()) {
        const distance = Math.min(...x.fingerprints.map((bits, i) => bitsOf(bits ^ y.fingerprints[i]!)));
        const reachable = Math.min(x.compared, y.compared) / Math.max(x.compared, y.compared) >= 0.8;
        if (distance <= maxDistance && reachable) pairs.push([a, b, distance]);
      }
    }
    return pairs.sort(byPair);
  }

  const byPair = (x: number[], y: number[]): number => x[0]! - y[0]! || x[1]! - y[1]!;
});

describe('the plan of a join', () => {
  it('has fewer tables where each costs a statement, and fewer rows where these are dear', () => {
    const planAt = (prices: Partial<JoinPrices>) =>
      planJoin(8, 1e4, { ...DUCKDB, prices: { ...DUCKDB.prices, statement: 0, cover: 0, ...prices } });
    const free = planAt({});
    const { statement, cover } = DUCKDB.prices;
    expect(planAt({ statement, cover }).plan.tables.length).toBeLessThan(free.plan.tables.length);
    expect(planAt({ row: SPARK.prices.row }).rows).toBeLessThan(free.rows);
  });

  it('is without tables only for so few entries that one bucket costs less than their rows', () => {
    const tables = (entries: number) => planJoin(8, entries, SPARK).plan.tables.length;
    expect(tables(10)).toBe(0);
    expect(tables(100_000)).toBeGreaterThan(0);
  });
});
