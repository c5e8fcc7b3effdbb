import { InputError } from '../io/errors.ts';
import { FingerprintFile } from '../io/fingerprint-file.ts';
import { thousands } from '../numbers.ts';
import { HammingIndex } from '../search/hamming-index.ts';
import { inTurns, type Progress } from './progress.ts';
import { rejectLines } from './rejects.ts';

/** The fingerprints of a file, to be searched. */
export interface Stored {
  /** The recipe that made all of them; undefined if there are none, as of an empty corpus. */
  readonly recipe: string | undefined;
  readonly ids: readonly (string | number)[];
  /** Knows them by their place in `ids`, without those that rest on no features. */
  readonly index: HammingIndex;
}

/** Reads a file of fingerprints, and lists what it passes over. */
export async function readStored(path: string, maxDistance: number, progress: Progress): Promise<Stored> {
  const file = new FingerprintFile(path);
  const ids: (string | number)[] = [];
  const fingerprints: bigint[] = [];
  const places: number[] = [];
  const records = inTurns(file.read(), progress, () => `reading: ${thousands(ids.length)} fingerprints`);
  for await (const { id, fingerprint, features } of records) {
    if (features > 0) {
      fingerprints.push(fingerprint);
      places.push(ids.length);
    }
    ids.push(id);
  }
  process.stderr.write(rejectLines(file.rejects));
  if (file.recipe === undefined && file.rejects.length > 0) {
    throw new InputError(`There is no fingerprint in ${path}. Make some with hammingbird fingerprint.`);
  }
  const index = new HammingIndex({ maxDistance });
  index.addAll(BigUint64Array.from(fingerprints), Uint32Array.from(places));
  return { recipe: file.recipe, ids, index };
}
