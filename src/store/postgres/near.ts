// The search for documents near a fingerprint, in SQL. PostgreSQL's bigint is signed: fingerprints are stored with the
// same 64 bits, of which only & and # (exclusive or) are ever used.
import { fourTables, prefixMask } from '../../search/plan.ts';
import { type Probe, probesFor } from '../probes.ts';

/** A fingerprint, or bits of one, as a bigint of PostgreSQL. */
export const toSigned = (bits: bigint): bigint => BigInt.asIntN(64, bits);
export const fromSigned = (bits: bigint): bigint => BigInt.asUintN(64, bits);

/** Bits as a literal. In quotes, since a minus sign would be an operator, applied to a number that is too large. */
export const literal = (bits: bigint): string => `'${toSigned(bits)}'::bigint`;

/** The index of each table: all that a scan needs stands in it, so that it need not look at the rows. */
export function indexesFor(schema: string, maxDistance: number): NearIndex[] {
  const plan = fourTables(maxDistance);
  return plan.tables.map((_, table) => {
    const name = `near_${table}`;
    const expression = `fingerprint & ${literal(prefixMask(plan, table))}`;
    const sql = `CREATE INDEX IF NOT EXISTS ${name} ON ${schema}.document ((${expression}), fingerprint, number)`;
    return { name, expression, sql };
  });
}

interface NearIndex {
  readonly name: string;
  /** What it is sorted by. */
  readonly expression: string;
  readonly sql: string;
}

/**
 * Documents within a distance, the nearest first: id, fingerprint, time, meta, distance.
 *
 * @param maxDistance the store's, which decides about the tables
 * @param fingerprint the query's, as SQL
 * @param limit as SQL
 */
export function nearSql(
  schema: string,
  maxDistance: number,
  { fingerprint, distance, limit }: { fingerprint: string; distance: number; limit: string },
): string {
  const scans = probesFor(fourTables(maxDistance), distance).map(
    (probe) =>
      `SELECT number FROM ${schema}.document WHERE (fingerprint & ${literal(probe.mask)}) ` +
      `${bucketsSql(probe, fingerprint)} AND bit_count((fingerprint # ${fingerprint})::bit(64)) <= ${distance}`,
  );
  return (
    `SELECT d.id, d.fingerprint, d.time, d.meta, bit_count((d.fingerprint # ${fingerprint})::bit(64))::int AS distance ` +
    `FROM (${scans.join(' UNION ')}) near JOIN ${schema}.document d USING (number) ` +
    `ORDER BY distance, d.id LIMIT ${limit}`
  );
}

function bucketsSql({ mask, flips }: Probe, fingerprint: string): string {
  const bucket = `(${fingerprint} & ${literal(mask)})`;
  if (flips.length === 1) return `= ${bucket}`;
  return `= ANY (ARRAY(SELECT ${bucket} # flip FROM unnest('{${flips.map(toSigned).join(',')}}'::bigint[]) flip))`;
}
