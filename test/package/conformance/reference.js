// Searches the slow, obvious way.

export function distance(a, b) {
  const bits = a ^ b;
  // As numbers: to take a BigInt apart bit by bit takes six times as long.
  return ones(Number(bits & 0xffffffffn)) + ones(Number(bits >> 32n));
}

function ones(bits) {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count++;
  return count;
}

/** All of `fingerprints` near `query`, nearest first, ties by id. */
export function near(fingerprints, query, maxDistance) {
  return Array.from(fingerprints, (fingerprint, id) => ({ id, fingerprint, distance: distance(fingerprint, query) }))
    .filter((match) => match.distance <= maxDistance)
    .sort((x, y) => x.distance - y.distance || x.id - y.id);
}

/** All pairs a < b as lines, sorted. */
export function pairs(fingerprints, maxDistance) {
  const lines = [];
  for (let a = 0; a < fingerprints.length; a++) {
    for (let b = a + 1; b < fingerprints.length; b++) {
      const bits = distance(fingerprints[a], fingerprints[b]);
      if (bits <= maxDistance) lines.push(`${a} ${b} ${bits}`);
    }
  }
  return lines.sort();
}
