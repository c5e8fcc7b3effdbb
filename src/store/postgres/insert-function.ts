// Exactly one of racing near-duplicates is inserted, since they meet on a lock. Of maxDistance + 1 blocks, two
// fingerprints within that distance have one in common; each writer locks the values of all its blocks, in one order of
// all locks, so that none waits in a circle, and holds them until what it inserted is seen by others.
//
// A document takes maxDistance + 1 locks and one of its id. Blocks get short: at distance 3 they have 16 bits, and of the
// pairs of unrelated documents one in 16,384 waits for each other; at 7, with 8 bits, one in 32; at 10, one in five; at 16,
// three in four. Neighbours within half a radius of 16-bit blocks instead would be 68 locks at distance 10, and 548 at 16.
import pg from 'pg';
import { ALL_BITS, split } from '../../search/planning/bits.ts';
import { literal, nearSql } from './near.ts';

/** The keys of the locks of a document `(id, fingerprint)`: hashes in a space of 64 bits, of this store's table alone. */
function lockSql(schema: string, maxDistance: number): string {
  const masks = split(ALL_BITS, maxDistance + 1).map((places) =>
    places.reduce((mask, place) => mask | (1n << BigInt(63 - place)), 0n),
  );
  const seed = (part: number): string =>
    `${part} + 32 * '${schema.replaceAll("'", "''")}.document'::regclass::oid::bigint`;
  const blocks = masks.map((mask, block) => `(hashint8extended(fingerprint & ${literal(mask)}, ${seed(block + 1)}))`);
  return `VALUES (hashtextextended(encode(id, 'hex'), ${seed(0)})), ${blocks.join(', ')}`;
}

/**
 * The function `insert_if_new`: one call is one transaction. It returns the duplicates of those that were not inserted,
 * by their place among the arguments; distance -1 is said of an id that is there with another fingerprint, at which it
 * ends.
 */
export function insertFunctionSql(schema: string, maxDistance: number): string {
  // A literal and no $tag$: any of these may be in the name of a schema.
  const body = pg.escapeLiteral(insertFunctionBody(schema, maxDistance));
  return `
CREATE OR REPLACE FUNCTION ${schema}.insert_if_new(ids bytea[], fingerprints bigint[], times bigint[], metas json[])
RETURNS TABLE (place int, id bytea, fingerprint bigint, "time" bigint, meta json, distance int)
LANGUAGE plpgsql VOLATILE AS ${body}`;
}

/** What it does, as the server keeps it. */
export function insertFunctionBody(schema: string, maxDistance: number): string {
  const near = nearSql(schema, maxDistance, { fingerprint: 'fingerprints[n]', distance: maxDistance, limit: 'ALL' });
  return `
#variable_conflict use_column
DECLARE
  known bigint;
BEGIN
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'insert_if_new needs the isolation level read committed';
  END IF;
  PERFORM pg_advisory_xact_lock(lock) FROM (
    SELECT DISTINCT lock FROM unnest(ids, fingerprints) AS new(id, fingerprint),
      LATERAL (${lockSql(schema, maxDistance)}) AS locks(lock)
    WHERE lock IS NOT NULL ORDER BY lock
  ) AS sorted;
  FOR n IN 1 .. cardinality(ids) LOOP
    -- Again if another took the id between two statements: it may be free by now, for removals wait for no locks.
    LOOP
      -- Each statement sees what was committed before it began: all that the locks made it wait for.
      SELECT d.fingerprint INTO known FROM ${schema}.document d WHERE d.id = ids[n];
      IF FOUND THEN
        EXIT WHEN known IS NOT DISTINCT FROM fingerprints[n];
        RETURN QUERY SELECT n, ids[n], known, 0::bigint, NULL::json, -1;
        RETURN;
      END IF;
      IF fingerprints[n] IS NOT NULL THEN
        RETURN QUERY SELECT n, found.* FROM (${near}) AS found WHERE found.id <> ids[n];
        EXIT WHEN FOUND;
      END IF;
      INSERT INTO ${schema}.document (id, fingerprint, time, meta)
        VALUES (ids[n], fingerprints[n], times[n], metas[n]) ON CONFLICT DO NOTHING;
      EXIT WHEN FOUND;
    END LOOP;
  END LOOP;
END`;
}
