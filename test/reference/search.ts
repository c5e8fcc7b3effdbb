// The slow, obvious twin of the index: compare with everything.

export interface ReferenceMatch {
  readonly id: number;
  readonly fingerprint: bigint;
  readonly distance: number;
}

export function distance(a: bigint, b: bigint): number {
  const different = a ^ b;
  // As numbers: to take a BigInt apart bit by bit takes six times as long.
  return ones(Number(different & 0xffffffffn)) + ones(Number(different >> 32n));
}

function ones(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count++;
  return count;
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
