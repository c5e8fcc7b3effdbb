import { COPIES } from '../../dedupe/pairs.ts';
import { fingerprintColumns } from './candidates.ts';

/**
 * Documents that can be compared, and which have the same: (number, entry, copy). `entry` is the number of the first of them,
 * and `copy` tells the others apart, from 1 in their order.
 *
 * @param documents a relation (number, features, compared, digest, f0, f1, …)
 * @param alike more of its columns, in which documents must be alike to fold
 */
export function membersSql(documents: string, alike: readonly string[], repeats: number): string {
  const same = [...alike, 'features', 'compared', 'digest', ...fingerprintColumns(repeats)].join(', ');
  return `SELECT number, MIN(number) OVER (PARTITION BY ${same}) AS entry,
  ROW_NUMBER() OVER (PARTITION BY ${same} ORDER BY number) - 1 AS copy
FROM ${documents} WHERE features > 0 AND compared > 0`;
}

/** What is compared, one for all documents that are the same: (entry, compared, f0, f1, …). */
export function entriesSql(documents: string, members: string, repeats: number): string {
  return `SELECT entry, compared, ${fingerprintColumns(repeats).join(', ')}
FROM ${documents} d JOIN ${members} m ON d.number = m.number WHERE m.copy = 0`;
}

/**
 * The pairs of documents that verified pairs of entries stand for, (a, b, distance, similarity, same) with a < b. Of
 * documents that are the same, the first 16 are paired as any, the others with the first alone, marked `same`.
 *
 * @param verified a relation (a, b, distance, similarity) of entries
 */
export function pairsSql(verified: string, members: string): string {
  return `SELECT LEAST(a.number, b.number) AS a, GREATEST(a.number, b.number) AS b, v.distance, v.similarity, FALSE AS same
FROM ${verified} v
JOIN ${members} a ON v.a = a.entry AND a.copy < ${COPIES}
JOIN ${members} b ON v.b = b.entry AND b.copy < ${COPIES}
UNION ALL
SELECT a.number AS a, b.number AS b, 0 AS distance, CAST(1 AS DOUBLE) AS similarity, FALSE AS same
FROM ${members} a JOIN ${members} b ON a.entry = b.entry AND a.copy < b.copy AND b.copy < ${COPIES}
UNION ALL
SELECT entry AS a, number AS b, 0 AS distance, CAST(1 AS DOUBLE) AS similarity, TRUE AS same
FROM ${members} WHERE copy >= ${COPIES}`;
}
