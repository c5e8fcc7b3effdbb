/**
 * Connected components by large stars and small stars in turns: each makes every neighbourhood point to its least
 * member, the one for members above a document, the other for those below, until nothing changes any more and every
 * component is a star around its least document. Rows never become more, and rounds are few: log² of the size at worst.
 *
 * Source: Kiveris et al., «Connected components in MapReduce and beyond», SoCC 2014.
 *
 * Edges are (a, b) with a < b, once each.
 */
export const largeStarSql = (edges: string): string => `SELECT DISTINCT m.least AS a, e.b AS b
FROM (SELECT a AS u, b FROM ${edges} WHERE a < b) e
JOIN (SELECT u, MIN(v) AS least FROM (SELECT a AS u, a AS v FROM ${edges} UNION ALL SELECT b, a FROM ${edges}) GROUP BY u) m
ON e.u = m.u`;

export const smallStarSql = (edges: string): string => `SELECT DISTINCT m.least AS a, e.v AS b
FROM (SELECT b AS u, a AS v FROM ${edges} UNION ALL SELECT b, b FROM ${edges}) e
JOIN (SELECT b AS u, MIN(a) AS least FROM ${edges} GROUP BY b) m
ON e.u = m.u AND e.v <> m.least`;

/** What tells two sets of edges apart: how many there are, and a sum over them. */
export const signatureSql = (edges: string): string =>
  `SELECT COUNT(*), CAST(SUM(CAST(xxhash64(a, b) AS DECIMAL(38, 0))) AS STRING) FROM ${edges}`;
