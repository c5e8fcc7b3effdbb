// A document of an index: the length of what follows (u32), the length of its id (u32), its id as JSON, fingerprints (u64),
// then its features: how many different ones (u32), with repetitions (u32), how many repeated (u32), then all of them (u64),
// the repeated ones last, and how often each of these occurs (u32). Little-endian.
import { corrupt } from '../search/snapshot/frames.ts';
import { core } from '../wasm/core.ts';
import { FeatureSet } from '../wasm/feature-set.ts';

export type Id = string | number;

/** What is kept of a document instead of its text. */
export interface SeenDocument {
  readonly id: Id;
  readonly fingerprints: BigUint64Array;
  /** A feature set as the core holds it. */
  readonly set: Uint8Array<ArrayBuffer>;
}

/** Bytes before the features of a feature set: how many there are (u32), without repetitions and with them. */
const SET_HEAD = 8;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });

export function encodeRecord(id: Id, fingerprints: BigUint64Array, set: FeatureSet): Uint8Array {
  const idBytes = encoder.encode(JSON.stringify(id));
  const features = packed(set.view());
  const bytes = new Uint8Array(8 + idBytes.length + fingerprints.byteLength + features.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, bytes.length - 4, true);
  view.setUint32(4, idBytes.length, true);
  bytes.set(idBytes, 8);
  bytes.set(new Uint8Array(fingerprints.buffer, fingerprints.byteOffset, fingerprints.byteLength), 8 + idBytes.length);
  bytes.set(features, bytes.length - features.length);
  return bytes;
}

/**
 * @param bytes a record without its length
 * @throws {CorruptDataError} if they are none
 */
export function decodeRecord(bytes: Uint8Array, repeats: number): SeenDocument {
  if (bytes.length < 4) throw corrupt('one of its documents is too short');
  const idLength = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const fingerprintsAt = 4 + idLength;
  const featuresAt = fingerprintsAt + 8 * repeats;
  if (featuresAt + 12 > bytes.length) throw corrupt('one of its documents is too short');
  const fingerprints = new BigUint64Array(bytes.slice(fingerprintsAt, featuresAt).buffer);
  return { id: idIn(bytes.subarray(4, fingerprintsAt)), fingerprints, set: unpacked(bytes.subarray(featuresAt)) };
}

/** A feature set in the memory of the core. */
export function featureSetOf({ set }: SeenDocument): FeatureSet {
  return FeatureSet.from(core(), set);
}

/** How many features a set has, repetitions counted. */
export function featuresOf({ set }: SeenDocument): number {
  return new DataView(set.buffer).getUint32(4, true);
}

/** Most features occur once, which need not be said of each of them. */
function packed(set: Uint8Array): Uint8Array {
  const view = new DataView(set.buffer, set.byteOffset, set.byteLength);
  const count = view.getUint32(0, true);
  const countsAt = SET_HEAD + 8 * count;
  let once = 0;
  while (once < count && view.getUint32(countsAt + 4 * once, true) === 1) once++;
  const bytes = new Uint8Array(12 + 8 * count + 4 * (count - once));
  bytes.set(set.subarray(0, SET_HEAD));
  new DataView(bytes.buffer).setUint32(SET_HEAD, count - once, true);
  bytes.set(set.subarray(SET_HEAD, countsAt), 12);
  bytes.set(set.subarray(countsAt + 4 * once), 12 + 8 * count);
  return bytes;
}

function unpacked(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [count, repeated] = [view.getUint32(0, true), view.getUint32(8, true)];
  if (repeated > count || bytes.length !== 12 + 8 * count + 4 * repeated) throw corrupt('features of it are missing');
  const countsAt = SET_HEAD + 8 * count;
  const set = new Uint8Array(countsAt + 4 * count);
  set.set(bytes.subarray(0, SET_HEAD));
  set.set(bytes.subarray(12, 12 + 8 * count), SET_HEAD);
  new Uint32Array(set.buffer, countsAt, count - repeated).fill(1);
  set.set(bytes.subarray(12 + 8 * count), countsAt + 4 * (count - repeated));
  return set;
}

function idIn(bytes: Uint8Array): Id {
  try {
    const id: unknown = JSON.parse(decoder.decode(bytes));
    if (typeof id === 'string' || typeof id === 'number') return id;
  } catch (cause) {
    throw corrupt('an id in it cannot be read', cause);
  }
  throw corrupt('an id in it is neither a string nor a number');
}
