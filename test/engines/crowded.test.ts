// Crowded buckets are divided exactly; what is dense is passed over, counted, and still near something.
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OVERFLOW } from '../../src/engines/spark/stages.ts';
import type { CandidateOptions } from '../../src/engines/sql/candidates.ts';
import { crowdedSql, crowdsSql, denseSql, popularSql, withCrowdsSql } from '../../src/engines/sql/crowded.ts';
import { DUCKDB, SPARK } from '../../src/engines/sql/dialect.ts';
import { candidatesInPartsSql, dividedTablesSql } from '../../src/engines/sql/divided.ts';
import { planJoin } from '../../src/engines/sql/join-plan.ts';
import { prefixMasks } from '../../src/engines/sql/probes.ts';
import { fourTables, type Plan } from '../../src/search/plan.ts';
import { flipped, randomBits } from '../support/fingerprints.ts';
import { sortedRows } from './rows.ts';

const RELATIONS = { entries: 'entries', popular: 'popular', crowded: 'crowded', dense: 'dense' };
const bitsOf = (value: bigint): number => value.toString(2).replaceAll('0', '').length;

let connection: DuckDBConnection;
beforeAll(async () => {
  connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run('CREATE TABLE oversized(component BIGINT, pairs BIGINT)');
});
afterAll(() => connection.closeSync());

const rows = (sql: string): Promise<number[][]> => sortedRows(connection, sql);

/** Two fingerprints an entry. */
type Fingerprints = readonly [bigint, bigint];

/** All that the stages make of some entries. */
async function found(entries: readonly Fingerprints[], plan: Plan, limit: number) {
  const options: CandidateOptions = { dialect: DUCKDB, plan, repeats: 2, threshold: 0 };
  const table = (name: string, sql: string) => connection.run(`CREATE OR REPLACE TABLE ${name} AS ${sql}`);
  const values = entries.map(([f0, f1], entry) => `(${entry}, 9, ${BigInt.asIntN(64, f0)}, ${BigInt.asIntN(64, f1)})`);
  await table('entries', `SELECT * FROM (VALUES ${values}) v(entry, compared, f0, f1)`);
  await table('popular', popularSql(options, limit, 'entries'));
  await table('crowded', crowdedSql(options, limit, RELATIONS));
  await table('dense', denseSql(options, limit, RELATIONS));
  await table('crowds', crowdsSql(options, RELATIONS));
  await table('crowd_entries', withCrowdsSql('entries', 'crowds'));
  const divided = await rows(dividedTablesSql(RELATIONS));
  const tables = divided.map(([table, entries]) => ({ table: table!, entries: entries! }));
  const apart = { ...RELATIONS, entries: 'crowd_entries' };
  await table('candidates', candidatesInPartsSql({ ...options, crowds: true }, apart, tables));
  const [crowded, dense] = await Promise.all(
    ['crowded', 'dense'].map((name) => rows(`SELECT COUNT(*), 0 FROM ${name}`)),
  );
  return {
    pairs: await rows('SELECT a, b, distance FROM candidates'),
    crowded: crowded![0]![0]!,
    dense: dense![0]![0]!,
    passedOver: (await rows(`SELECT COALESCE(SUM(pairs_passed_over), 0) FROM (${OVERFLOW})`))[0]![0]!,
  };
}

function bruteForce(entries: readonly Fingerprints[], maxDistance: number): number[][] {
  const pairs: number[][] = [];
  for (const [a, x] of entries.entries()) {
    for (let b = a + 1; b < entries.length; b++) {
      const distance = Math.min(...x.map((bits, i) => bitsOf(bits ^ entries[b]![i]!)));
      if (distance <= maxDistance) pairs.push([a, b, distance]);
    }
  }
  return pairs;
}

const plans: [string, Plan][] = [
  ...[0, 1, 3, 6, 10].map((k): [string, Plan] => [`four tables, distance ${k}`, fourTables(k)]),
  ...[1e3, 1e6].flatMap((size) =>
    [3, 8].map((k): [string, Plan] => [`that for ${size}, distance ${k}`, planJoin(k, size, SPARK).plan]),
  ),
  ['no tables', { maxDistance: 5, blocks: [64], tables: [] }],
];

describe('crowded buckets', () => {
  /** The same prefix of the last table, random bits elsewhere; a third resemble an earlier one. */
  function crowd(count: number, plan: Plan): Fingerprints[] {
    const random = randomBits(4n);
    const all: Fingerprints[] = [];
    for (let i = 0; i < count; i++) {
      const like = i % 3 === 2 ? all[Number(random() % BigInt(i))]! : undefined;
      const one = () => random() & ~prefixMasks(plan).at(-1)!;
      all.push(like ? [flipped(like[0], i % 13, random), flipped(like[1], 40, random)] : [one(), random()]);
    }
    return all;
  }

  it.each(plans)('are divided and give all candidates, once each: %s', async (_, plan) => {
    const entries = crowd(300, plan);
    const { pairs, crowded, dense, passedOver } = await found(entries, plan, 40);
    expect(pairs).toEqual(bruteForce(entries, plan.maxDistance));
    expect(pairs.length).toBeGreaterThan(0);
    expect(crowded).toBeGreaterThan(0);
    expect([dense, passedOver]).toEqual([0, 0]);
  });

  it.each([400, 100, 30, 10])(
    'of more than %i entries that are near each other give pairs with the first',
    async (limit) => {
      const random = randomBits(5n);
      const page = [random(), random()];
      const entries = Array.from({ length: 400 }, (_, i): Fingerprints => {
        if (i % 4 === 0) return [random(), random()];
        return [flipped(page[0]!, i % 5, random), flipped(page[1]!, i % 7, random)];
      });
      const { pairs, dense, passedOver } = await found(entries, fourTables(6), limit);
      const all = bruteForce(entries, 6);
      if (limit === 400) expect(pairs).toEqual(all);
      const known = new Set(all.map(String));
      expect(pairs.filter((pair) => !known.has(String(pair)))).toEqual([]);
      expect(new Set(pairs.map(String)).size).toBe(pairs.length);
      expect([dense > 0, passedOver > 0]).toEqual([limit < 400, limit < 400]);
      expect(all.length - pairs.length).toBeLessThanOrEqual(passedOver);
      if (limit === 400) return;
      expect(pairs.length).toBeLessThan(all.length / 2);
      const near = (list: readonly number[][]) => new Set(list.map(([, b]) => b));
      expect(near(pairs)).toEqual(near(all));
    },
  );
});
