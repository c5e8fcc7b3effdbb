// A document of an index: the length of what follows (u32), the number of its features (u32), the length of its id (u32),
// its id as JSON, fingerprints (u64). Then what is compared of it: how many different features (u32), with repetitions (u32),
// the features (u64), and how often so many of them in a row occur (u32 times, u32 features). Little-endian.
import type { Id } from '../dedupe/document.ts';
import { isId } from '../io/id.ts';
import { corrupt } from '../search/snapshot/frames.ts';
import { encoder } from '../utf8.ts';
import { fingerprintCore } from '../wasm/core.ts';
import { FeatureSet } from '../wasm/feature-set.ts';

/** What is kept of a document instead of its text. */
export interface SeenDocument {
  readonly id: Id;
  readonly fingerprints: BigUint64Array;
  /** How many features its fingerprints rest on, repetitions counted. */
  readonly features: number;
  /** What is compared: a feature set as the core holds it. */
  readonly set: Uint8Array<ArrayBuffer>;
}

/** Bytes before the id. */
const HEAD = 12;
/** Bytes before the features of a feature set: how many there are (u32), without repetitions and with them. */
const SET_HEAD = 8;

const decoder = new TextDecoder('utf-8', { fatal: true });

export function encodeRecord(id: Id, fingerprints: BigUint64Array, set: FeatureSet): Uint8Array {
  const idBytes = encoder.encode(JSON.stringify(id));
  const features = packed(set.view());
  const fingerprintsAt = HEAD + idBytes.length;
  const bytes = new Uint8Array(fingerprintsAt + fingerprints.byteLength + features.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, bytes.length - 4, true);
  view.setUint32(4, set.features, true);
  view.setUint32(8, idBytes.length, true);
  bytes.set(idBytes, HEAD);
  bytes.set(new Uint8Array(fingerprints.buffer, fingerprints.byteOffset, fingerprints.byteLength), fingerprintsAt);
  bytes.set(features, fingerprintsAt + fingerprints.byteLength);
  return bytes;
}

/**
 * @param bytes a record with its length, which is right
 * @throws {CorruptDataError} if the rest of it is not
 */
export function decodeRecord(bytes: Uint8Array, repeats: number): SeenDocument {
  if (bytes.length < HEAD) throw corrupt('one of its documents is too short');
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const fingerprintsAt = HEAD + view.getUint32(8, true);
  const featuresAt = fingerprintsAt + 8 * repeats;
  if (featuresAt + SET_HEAD > bytes.length) throw corrupt('one of its documents is too short');
  return {
    id: idIn(bytes.subarray(HEAD, fingerprintsAt)),
    fingerprints: new BigUint64Array(bytes.slice(fingerprintsAt, featuresAt).buffer),
    features: view.getUint32(4, true),
    set: unpacked(bytes.subarray(featuresAt)),
  };
}

/** How many features are compared, repetitions counted. */
export function comparedOf({ set }: SeenDocument): number {
  return new DataView(set.buffer).getUint32(4, true);
}

/** A feature set in the memory of the core. */
export function featureSetOf({ features, set }: SeenDocument): FeatureSet {
  return FeatureSet.from(fingerprintCore(), features, set);
}

/** How often features occur is said for each run of neighbours that occur as often: most of them once, or as often as is compared. */
function packed(set: Uint8Array): Uint8Array {
  const view = new DataView(set.buffer, set.byteOffset, set.byteLength);
  const count = view.getUint32(0, true);
  const countsAt = SET_HEAD + 8 * count;
  const runs: number[] = [];
  for (let i = 0; i < count; i++) {
    const times = view.getUint32(countsAt + 4 * i, true);
    if (runs.at(-2) === times) runs[runs.length - 1]!++;
    else runs.push(times, 1);
  }
  const bytes = new Uint8Array(countsAt + 4 * runs.length);
  bytes.set(set.subarray(0, countsAt));
  const target = new DataView(bytes.buffer);
  for (const [i, value] of runs.entries()) target.setUint32(countsAt + 4 * i, value, true);
  return bytes;
}

function unpacked(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const countsAt = SET_HEAD + 8 * view.getUint32(0, true);
  const count = (countsAt - SET_HEAD) / 8;
  if (countsAt > bytes.length || (bytes.length - countsAt) % 8 !== 0)
    throw corrupt('features of a document are missing');
  const set = new Uint8Array(countsAt + 4 * count);
  set.set(bytes.subarray(0, countsAt));
  const counts = new Uint32Array(set.buffer, countsAt, count);
  let filled = 0;
  for (let at = countsAt; at < bytes.length; at += 8) {
    const length = view.getUint32(at + 4, true);
    if (length > count - filled) throw corrupt('more features of a document are counted than there are');
    counts.fill(view.getUint32(at, true), filled, filled + length);
    filled += length;
  }
  if (filled < count) throw corrupt('features of a document are not counted');
  return set;
}

function idIn(bytes: Uint8Array): Id {
  try {
    const id: unknown = JSON.parse(decoder.decode(bytes));
    if (isId(id)) return id;
  } catch (cause) {
    throw corrupt('an id in it cannot be read', cause);
  }
  throw corrupt('an id in it is neither a string nor a number');
}
