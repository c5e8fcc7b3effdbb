// The slow, obvious twin of the index: compare with everything.

export interface ReferenceMatch {
  readonly id: number;
  readonly fingerprint: bigint;
  readonly distance: number;
}

export function distance(a: bigint, b: bigint): number {
  let bits = 0;
  for (let different = a ^ b; different > 0n; different &= different - 1n) bits++;
  return bits;
}

/** Everything within `maxDistance`, nearest first, ties by id. */
export function search(rows: ReadonlyMap<number, bigint>, query: bigint, maxDistance: number): ReferenceMatch[] {
  return [...rows]
    .map(([id, fingerprint]) => ({ id, fingerprint, distance: distance(fingerprint, query) }))
    .filter((match) => match.distance <= maxDistance)
    .sort((x, y) => x.distance - y.distance || x.id - y.id);
}

/** [a, b, distance] with a < b, ordered by a and then b. */
export function pairs(rows: ReadonlyMap<number, bigint>, maxDistance: number): [number, number, number][] {
  const ordered = [...rows].sort(([x], [y]) => x - y);
  return ordered.flatMap(([a, fingerprintA], i) =>
    ordered
      .slice(i + 1)
      .map(([b, fingerprintB]): [number, number, number] => [a, b, distance(fingerprintA, fingerprintB)])
      .filter(([, , bits]) => bits <= maxDistance),
  );
}
