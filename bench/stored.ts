/** The documents that a store is filled with, one for each fingerprint; their ids have 30 characters and more. */
export function* stored(fingerprints: BigUint64Array, first = 0) {
  for (const [i, fingerprint] of fingerprints.entries())
    yield { id: `https://stored.example/pages/${first + i}`, fingerprint };
}
