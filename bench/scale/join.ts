// What a join by SQL costs in DuckDB, in processor time, so that what else runs counts little.
import { DuckDBInstance } from '@duckdb/node-api';
import { allTables, type CandidateOptions, candidatesSql } from '../../src/engines/sql/candidates.ts';
import { DUCKDB } from '../../src/engines/sql/dialect.ts';
import { estimateJoin, planJoin } from '../../src/engines/sql/join-plan.ts';
import type { Plan } from '../../src/search/plan.ts';
import { planName } from '../../src/search/planning/planner.ts';
import { rowCount } from '../../test/engines/rows.ts';
import { uniformFingerprints } from '../data.ts';
import { number, table } from '../report.ts';

/** Every tenth fingerprint is one before it with so many bits flipped that every distance up to the radius occurs. */
function planted(size: number, maxDistance: number): BigUint64Array {
  const fingerprints = uniformFingerprints(size);
  for (let i = 10; i < size; i += 10) {
    let value = fingerprints[i - 7]!;
    for (let bit = 0; bit < (i / 10) % (maxDistance + 2); bit++) value ^= 1n << BigInt((i + 11 * bit) % 64);
    fingerprints[i] = value;
  }
  return fingerprints;
}

/** Pairs within a distance, by comparing each with each. */
function bruteForce(fingerprints: BigUint64Array, maxDistance: number): number {
  const halves = new Uint32Array(fingerprints.buffer);
  let found = 0;
  for (let b = 0; b < halves.length; b += 2) {
    for (let a = 0; a < b; a += 2) {
      if (bits(halves[a]! ^ halves[b]!) + bits(halves[a + 1]! ^ halves[b + 1]!) <= maxDistance) found++;
    }
  }
  return found;
}

function bits(word: number): number {
  let x = word - ((word >>> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

async function join(fingerprints: BigUint64Array, plan: Plan): Promise<{ pairs: number; seconds: number }> {
  const connection = await (await DuckDBInstance.create(':memory:', { memory_limit: '3GiB' })).connect();
  await connection.run('CREATE TABLE entry(entry BIGINT, compared BIGINT, f0 BIGINT)');
  const appender = await connection.createAppender('entry');
  for (const [entry, fingerprint] of fingerprints.entries()) {
    appender.appendBigInt(BigInt(entry));
    appender.appendBigInt(100n);
    appender.appendBigInt(BigInt.asIntN(64, fingerprint));
    appender.endRow();
  }
  appender.closeSync();
  const options: CandidateOptions = { dialect: DUCKDB, plan, repeats: 1, threshold: 0 };
  const before = process.cpuUsage();
  let pairs = 0;
  for (const one of allTables(options)) {
    pairs += await rowCount(connection, candidatesSql(options, [one], 'entry'));
  }
  const { user, system } = process.cpuUsage(before);
  connection.closeSync();
  return { pairs, seconds: (user + system) / 1e6 };
}

async function measured(size: number, maxDistance: number): Promise<string[]> {
  const fingerprints = planted(size, maxDistance);
  const { plan } = planJoin(maxDistance, size, DUCKDB);
  const { pairs, seconds } = await join(fingerprints, plan);
  const expected = size <= 30_000 ? bruteForce(fingerprints, maxDistance) : undefined;
  const { rows, meetings } = estimateJoin(plan, size, 0.5);
  const recall = expected === undefined ? '–' : `${number((100 * pairs) / expected)} %`;
  return [
    size.toLocaleString('en'),
    String(maxDistance),
    planName(plan),
    number(rows * size),
    number(meetings),
    number(seconds),
    pairs.toLocaleString('en'),
    recall,
  ];
}

/** Entries, and at which distance. */
const CASES: readonly (readonly [size: number, maxDistance: number])[] = [
  [30_000, 3],
  [30_000, 6],
  [30_000, 10],
  [100_000, 3],
  [300_000, 3],
  [1_000_000, 3],
  [100_000, 6],
  [300_000, 6],
  [100_000, 10],
];

/** Rows, meetings and time of joins of growing size, with the pairs found of those that brute force finds. */
export async function joins(): Promise<string> {
  const rows: string[][] = [];
  for (const [size, maxDistance] of CASES) {
    rows.push(await measured(size, maxDistance));
    console.error(rows.at(-1)!.join('  '));
  }
  const columns = ['entries', 'distance', 'plan', 'rows', 'meetings', 'processor seconds', 'pairs', 'of brute force'];
  return table(columns, rows);
}
