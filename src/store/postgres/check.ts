// What is found wrong with a store in PostgreSQL: rows that are no documents, and what is not as the store was made.
import type pg from 'pg';
import { CorruptDataError } from '../../errors.ts';
import { counted } from '../../numbers.ts';
import { checkDocument } from '../check.ts';
import { Damage } from '../damage.ts';
import type { Settings } from '../settings.ts';
import type { CheckReport } from '../store.ts';
import type { Connection, Row } from './connection.ts';
import { insertFunctionBody } from './insert-function.ts';
import { indexesFor } from './near.ts';
import { documentOf, noDocument } from './rows.ts';

/** Adds to a report of the indexes which rows are no documents. */
export async function checkRows(
  pages: AsyncIterable<Row[]>,
  schema: string,
  { documents, damage }: CheckReport,
): Promise<CheckReport> {
  const all = new Damage(damage);
  let whole = documents;
  for await (const rows of pages) {
    for (const line of rows.map((row) => damageOf(row, schema))) {
      if (line === undefined) continue;
      all.add(line);
      whole--;
    }
  }
  return { documents: whole, damage: all.lines };
}

/** Why a row is no document, if it is none: somebody else has changed it. */
function damageOf(row: Row, schema: string): string | undefined {
  try {
    checkDocument(documentOf(row, schema));
    return undefined;
  } catch (error) {
    return (error instanceof CorruptDataError ? error : noDocument(row, schema, error)).message;
  }
}

/** An index of the table, and what is compared of it. */
interface Index {
  readonly name: string;
  /** In which only this index has the rows. */
  readonly order: string;
  /** 64 bits of each row, of columns that stand in the index. */
  readonly bits: string;
  /** What to do if it is not there. */
  readonly remedy: string;
}

const ANEW = 'Export the store, and import that into a new one.';
const indexesOf = (schema: string, maxDistance: number): readonly Index[] => [
  { name: 'document_pkey', order: 'number', bits: 'number', remedy: ANEW },
  { name: 'document_id_key', order: 'id', bits: "hashtextextended(encode(id, 'hex'), 7)", remedy: ANEW },
  { name: 'document_time', order: 'time', bits: 'time', remedy: ANEW },
  ...indexesFor(schema, maxDistance).map(({ name, expression }) => ({
    name,
    order: `(${expression}), fingerprint, number`,
    bits: 'number # fingerprint',
    remedy: 'Searches read every document. Compacting makes it.',
  })),
];

/** How many rows there are, and a sum over them. */
interface Tally {
  readonly documents: bigint;
  readonly sum: string;
}

const tallySql = (schema: string, bits: string, order = ''): string =>
  'SELECT count(*) AS documents, coalesce(sum(hashint8extended(bits, 7)::numeric), 0) AS sum ' +
  `FROM (SELECT ${bits} AS bits FROM ${schema}.document ${order}) AS rows`;

/**
 * Compares each index with the table: how many documents it has, and a sum over them. Files that are damaged otherwise are
 * found by the server, with checksums (`initdb --data-checksums`), and by `pg_amcheck`.
 */
export async function checkIndexes(connection: Connection, schema: string, settings: Settings): Promise<CheckReport> {
  const { maxDistance } = settings;
  return connection.transaction(async (client) => {
    const indexes = indexesOf(schema, maxDistance);
    const inTable = new Map<string, Tally>();
    await client.query(
      'SET LOCAL enable_seqscan = on; SET LOCAL enable_indexscan = off; SET LOCAL enable_indexonlyscan = off',
    );
    for (const bits of new Set(indexes.map((index) => index.bits))) {
      inTable.set(bits, (await client.query(tallySql(schema, bits))).rows[0]);
    }
    // Nothing but the index that has an order can give the rows in it.
    await client.query(
      'SET LOCAL enable_sort = off; SET LOCAL enable_indexscan = on; SET LOCAL enable_indexonlyscan = on',
    );
    const damage = await damageOfSettings(client, schema, settings);
    damage.push(...(await damageOfFunction(client, schema, maxDistance)));
    for (const index of indexes) {
      const line = await damageOfIndex(client, schema, index, inTable.get(index.bits)!);
      if (line !== undefined) damage.push(line);
    }
    return { documents: Number(inTable.get('number')!.documents), damage };
  }, 'ISOLATION LEVEL REPEATABLE READ READ ONLY');
}

async function damageOfIndex(
  client: pg.ClientBase,
  schema: string,
  { name, order, bits, remedy }: Index,
  table: Tally,
): Promise<string | undefined> {
  const [there] = (await client.query('SELECT to_regclass($1) AS name', [`${schema}.${name}`])).rows;
  if (there.name === null) return `The index ${name} is not there. ${remedy}`;
  const sql = tallySql(schema, bits, `ORDER BY ${order}`);
  const [plan] = (await client.query(`EXPLAIN (FORMAT JSON) ${sql}`)).rows;
  if (!plan['QUERY PLAN'].includes(`"Index Name": "${name}"`)) {
    return `The index ${name} is not what it is called, somebody else has changed it. Drop it. ${remedy}`;
  }
  const index: Tally = (await client.query(sql)).rows[0];
  if (index.documents === table.documents && index.sum === table.sum) return undefined;
  return (
    `The index ${name} has ${index.documents} documents, and the table ${table.documents}` +
    `${index.documents === table.documents ? ', not the same' : ''}. Compacting makes it anew.`
  );
}

/** Whether a store that is open would be opened again as it was. */
async function damageOfSettings(client: pg.ClientBase, schema: string, settings: Settings): Promise<string[]> {
  const { rows } = await client.query(`SELECT recipe, max_distance FROM ${schema}.store`);
  const { recipeId, maxDistance } = settings;
  if (rows.length === 1 && rows[0].recipe === recipeId && rows[0].max_distance === maxDistance) return [];
  return [
    `The table ${schema}.store has been changed by somebody else: it has ${counted(rows.length, 'row')}, and had one with ` +
      `${recipeId} and ${maxDistance}. Make it what it was (psql).`,
  ];
}

async function damageOfFunction(client: pg.ClientBase, schema: string, maxDistance: number): Promise<string[]> {
  const ofName = 'SELECT prosrc FROM pg_proc WHERE oid = to_regproc($1)';
  const [found] = (await client.query(ofName, [`${schema}.insert_if_new`])).rows;
  if (!found) return [`insert_if_new is not there. ${ANEW}`];
  if (found.prosrc === insertFunctionBody(schema, maxDistance)) return [];
  return [
    `insert_if_new is not what is made for distance ${maxDistance}: somebody else has changed it, or the distance. ${ANEW}`,
  ];
}
