// Whether two engines say the same, where there is too much of it to be held in memory.
import { DuckDBInstance } from '@duckdb/node-api';
import { rowCount } from '../../test/engines/rows.ts';

const TYPES: Readonly<Record<string, string>> = {
  id: 'VARCHAR',
  a: 'VARCHAR',
  b: 'VARCHAR',
  group: 'VARCHAR',
  duplicate_of: 'VARCHAR',
  distance: 'BIGINT',
  similarity: 'DOUBLE',
};
const OUTPUTS: Readonly<Record<string, readonly string[]>> = {
  pairs: ['a', 'b', 'distance', 'similarity'],
  groups: ['id', 'group'],
  removed: ['id', 'duplicate_of', 'distance', 'similarity'],
  kept: ['id'],
};

/** A similarity as the engine in memory writes it: `fourDigits` in src/numbers.ts. */
const NEAREST = 'round(similarity * 1e4::DOUBLE)';
const FOUR_DIGITS = `(CASE WHEN ${NEAREST} / 1e4::DOUBLE > similarity THEN ${NEAREST} - 1 ELSE ${NEAREST} END) / 1e4::DOUBLE`;

/** How many rows there are of each output, and how many are in one of two alone: JSONL of one engine, Parquet of Spark. */
export async function differences(memory: string, spark: string): Promise<string> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const lines: string[] = [];
  for (const [name, columns] of Object.entries(OUTPUTS)) {
    const types = columns.map((column) => `'${column}': '${TYPES[column]}'`);
    const all = columns.map((column) => `"${column}"::${TYPES[column]} AS "${column}"`).join(', ');
    const cut = all.replace('"similarity"::DOUBLE', FOUR_DIGITS);
    const one = `SELECT ${all} FROM read_json('${memory}/${name}.jsonl', format = 'newline_delimited', columns = {${types.join(', ')}})`;
    const other = `SELECT ${cut} FROM read_parquet('${spark}/${name}/*.parquet')`;
    const [rows, missing, more] = [
      await rowCount(connection, one),
      await rowCount(connection, `${one} EXCEPT ALL ${other}`),
      await rowCount(connection, `${other} EXCEPT ALL ${one}`),
    ];
    lines.push(
      `${name}: ${rows.toLocaleString('en')} in memory, of which ${missing} not in Spark, which has ${more} others`,
    );
  }
  connection.closeSync();
  return lines.join('\n');
}
