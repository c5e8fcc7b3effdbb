// What hammingbird search looks into: a file of fingerprints, or a store.
import type { Inspection } from '../fingerprint/fingerprinter.ts';
import { nameOf } from '../io/bytes/input-bytes.ts';
import type { Id } from '../io/id.ts';
import { IdList } from '../io/id-list.ts';
import { fingerprintFile, noFingerprintIn } from '../io/side-files/fingerprint-file.ts';
import { thousands } from '../numbers.ts';
import { GrowingColumn } from '../search/column.ts';
import { HammingIndex } from '../search/hamming-index.ts';
import { openStore } from '../store/open-store.ts';
import type { Json } from '../store/store.ts';
import { withoutUser } from './options/store-place.ts';
import { WrongUsageError } from './options/usage.ts';
import { inTurns, type Progress, saying } from './terminal/progress.ts';
import { rejectLines } from './terminal/rejects.ts';

/** A document that was found. */
export interface Found {
  readonly id: Id;
  readonly distance: number;
  readonly time?: number;
  readonly meta?: Json;
}

export interface Searched {
  /** What it is called in messages. */
  readonly name: string;
  /** The recipe that made its fingerprints; undefined if a file has none, which does not say it. */
  readonly recipe: string | undefined;
  /** How far is looked for matches. */
  readonly distance: number;
  /** What resembles a text that has features, nearest first. */
  near(query: Inspection): Promise<readonly Found[]>;
  /** The nearest, whatever its distance, if that is known. */
  nearest(query: Inspection): Found | undefined;
  close(): Promise<void>;
}

interface Wishes {
  readonly distance?: number;
  /** So many whatever their distance, instead. */
  readonly nearest?: number;
}

const DEFAULT_DISTANCE = 3;

export async function searchedFile(path: string, wishes: Wishes, progress: Progress): Promise<Searched> {
  const { distance = DEFAULT_DISTANCE, nearest } = wishes;
  const { recipe, ids, index } = await readFingerprints(path, distance, progress);
  const found = ({ id, distance }: { id: number; distance: number }): Found => ({ id: ids.at(id), distance });
  return {
    name: nameOf(path),
    recipe,
    distance,
    near: async ({ fingerprint }) =>
      (nearest === undefined ? index.search(fingerprint) : index.nearest(fingerprint, nearest)).map(found),
    nearest: ({ fingerprint }) => index.nearest(fingerprint).map(found)[0],
    close: async () => index.dispose(),
  };
}

export async function searchedStore(where: string, { distance, nearest }: Wishes): Promise<Searched> {
  if (nearest !== undefined) {
    throw new WrongUsageError(
      '--nearest is not for --store, which finds what is within its distance: give --distance instead.',
    );
  }
  const store = await saying(`opening ${withoutUser(where)}`, openStore(where, { readOnly: true }));
  const { maxDistance } = store;
  if (distance !== undefined && distance > maxDistance) {
    await store.close();
    throw new WrongUsageError(
      `--distance ${distance}: ${withoutUser(where)} was made for distances of up to ${maxDistance}. Give less, or make a wider ` +
        'store of it: hammingbird store export, and hammingbird store import --distance.',
    );
  }
  return {
    name: withoutUser(where),
    recipe: store.recipeId,
    distance: distance ?? maxDistance,
    near: ({ fingerprint }) => store.search({ fingerprint }, { maxDistance: distance ?? maxDistance }),
    nearest: () => undefined,
    close: () => store.close(),
  };
}

/**
 * Reads a file of fingerprints, and lists what it passes over. The index knows them by their place among the ids, without
 * those that rest on no features.
 */
async function readFingerprints(path: string, maxDistance: number, progress: Progress) {
  const file = fingerprintFile(path);
  const ids = new IdList();
  const fingerprints = new GrowingColumn(new BigUint64Array(0));
  const places = new GrowingColumn(new Uint32Array(0));
  const records = inTurns(file.read(), progress, () => `reading: ${thousands(ids.length)} fingerprints`);
  for await (const { record } of records) {
    const { id, fingerprint } = record;
    if (fingerprint !== null) {
      fingerprints.push(fingerprint);
      places.push(ids.length);
    }
    ids.push(id);
  }
  process.stderr.write(rejectLines(file.rejects));
  if (file.recipe === undefined && file.rejects.length > 0) {
    throw noFingerprintIn([path]);
  }
  const index = new HammingIndex({ maxDistance });
  index.addAll(fingerprints.take(), places.take());
  return { recipe: file.recipe, ids, index };
}
