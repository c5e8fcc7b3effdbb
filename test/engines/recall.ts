// What brute force finds among the fingerprints of a job in Spark, beside what the job found.
import { DuckDBInstance } from '@duckdb/node-api';
import { rowCount } from './rows.ts';

export interface Recall {
  /** Pairs of entries within the distance, by brute force, … */
  readonly near: number;
  /** … those that the job did not find, … */
  readonly missed: number;
  /** … and what it found besides. */
  readonly wrong: number;
}

/** @param every only pairs are looked at whose second entry is a multiple of this */
export async function recallOf(output: string, maxDistance: number, threshold: number, every = 1): Promise<Recall> {
  const stage = (name: string) => `read_parquet('${output}/_stages/${name}/*.parquet')`;
  const distances = [0, 1, 2, 3, 4].map((i) => `bit_count(xor(a.f${i}, b.f${i}))`);
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  try {
    await connection.run(`CREATE TABLE entry AS SELECT c.number AS entry, c.* FROM ${stage('counted')} c
      JOIN ${stage('members')} m ON c.number = m.number WHERE m.copy = 0;
      CREATE TABLE near AS SELECT a.entry AS a, b.entry AS b, LEAST(${distances.join(', ')}) AS distance
      FROM (SELECT * FROM entry WHERE entry % ${every} = 0) b JOIN entry a ON a.entry < b.entry
        AND LEAST(${distances.join(', ')}) <= ${maxDistance}
        AND LEAST(a.compared, b.compared)::DOUBLE / GREATEST(a.compared, b.compared) >= ${threshold};
      CREATE TABLE found AS SELECT a, b, distance FROM ${stage('candidates')} WHERE b % ${every} = 0`);
    return {
      near: await rowCount(connection, 'FROM near'),
      missed: await rowCount(connection, 'FROM near EXCEPT ALL FROM found'),
      wrong: await rowCount(connection, 'FROM found EXCEPT ALL FROM near'),
    };
  } finally {
    connection.closeSync();
  }
}
