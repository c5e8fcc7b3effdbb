import type { DuckDBAppender } from '@duckdb/node-api';
import { type Features, LEAST_THRESHOLD } from '../../dedupe/rare-features.ts';
import { Turns } from '../../turns.ts';
import { allTables, type CandidateOptions } from '../sql/candidates.ts';
import { crowdSql, popularPrefixesSql } from '../sql/crowd.ts';
import type { Database } from './database.ts';
import { commonSql, FEATURE, rareSql } from './rare-features.ts';
import type { Step } from './step.ts';

/**
 * Parts the entries into `crowded`, those that very many others are near (lines of a log, pages of a template), and `lone`
 * ones. Makes `rare`, the rarest features of the crowd. Says whether there is a crowd.
 */
export async function findCrowd(
  database: Database,
  options: CandidateOptions,
  featuresOf: (entry: number) => Features,
  step: Step,
): Promise<boolean> {
  // Where hardly anything is too unlike, features cannot tell.
  if (options.threshold < LEAST_THRESHOLD) return false;
  await database.run(
    `CREATE TABLE crowd(entry BIGINT);
     CREATE VIEW crowded AS SELECT * FROM entry WHERE entry IN (SELECT entry FROM crowd);
     CREATE VIEW lone AS SELECT * FROM entry WHERE entry NOT IN (SELECT entry FROM crowd)`,
  );
  await addNear(database, options, step);
  if ((await database.count('crowd')) === 0) return false;
  await makeRare(database, options.threshold, featuresOf, step);
  return (await database.count('crowd')) > 0;
}

async function addNear(database: Database, options: CandidateOptions, step: Step): Promise<void> {
  const entries = await database.count('entry');
  const tables = allTables(options);
  for (const [done, table] of tables.entries()) {
    step('looking for crowds', done, tables.length);
    await database.run(`CREATE OR REPLACE TABLE popular AS ${popularPrefixesSql(options, table, 'entry', entries)}`);
    if ((await database.count('popular')) === 0) continue;
    await database.run(`INSERT INTO crowd ${crowdSql(options, table, 'entry', 'popular', 'lone')}`);
  }
}

async function makeRare(
  database: Database,
  threshold: number,
  featuresOf: (entry: number) => Features,
  step: Step,
): Promise<void> {
  await database.run(`CREATE TABLE ${FEATURE}`);
  const total = await database.count('crowded');
  const rows = await database.appender('feature');
  const turns = new Turns();
  let done = 0;
  for await (const chunk of database.chunks('SELECT entry::UINTEGER FROM crowded ORDER BY entry')) {
    for (const [entry] of chunk as [number][]) database.attempt(() => appendFeatures(rows, entry, featuresOf(entry)));
    done += chunk.length;
    if (!turns.isOver) continue;
    step('counting features', done, total);
    await turns.give();
  }
  database.attempt(() => rows.closeSync());
  await database.run(
    `CREATE TABLE rare AS ${rareSql(threshold)}; DROP TABLE feature;
     CREATE TABLE common AS ${commonSql('rare', total)};
     DELETE FROM crowd WHERE entry IN (SELECT entry FROM common);
     DELETE FROM rare WHERE entry IN (SELECT entry FROM common)`,
  );
}

function appendFeatures(rows: DuckDBAppender, entry: number, { hashes, counts, total }: Features): void {
  for (const [i, hash] of hashes.entries()) {
    rows.appendBigInt(BigInt(entry));
    rows.appendInteger(total);
    rows.appendUInteger(hash);
    rows.appendInteger(counts[i]!);
    rows.endRow();
  }
}
