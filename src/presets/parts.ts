// What the texts of the presets are cut into. All parts are bytes of one buffer, since one object a feature would cost
// more than its hash.
import { decoder } from '../utf8.ts';
import { sequenceLength } from './utf8.ts';

/** Parts of a text, in their order: part i is the bytes from `starts[i]` up to `ends[i]`. They may overlap. */
export interface Parts {
  readonly bytes: Uint8Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

/** All bytes as one part. */
function whole(bytes: Uint8Array): Parts {
  return { bytes, starts: Uint32Array.of(0), ends: Uint32Array.of(bytes.length) };
}

/** Each byte. */
export function singleBytes(bytes: Uint8Array): Parts {
  const bounds = new Uint32Array(bytes.length + 1);
  for (let at = 1; at <= bytes.length; at++) bounds[at] = at;
  return neighbours(bytes, bounds);
}

/** Each sequence of UTF-8. */
export function codePoints(bytes: Uint8Array): Parts {
  const bounds = new Uint32Array(bytes.length + 1);
  let count = 0;
  for (let start = 0; start < bytes.length; count++) {
    start += sequenceLength(bytes[start]!);
    bounds[count + 1] = Math.min(start, bytes.length);
  }
  return neighbours(bytes, bounds.subarray(0, count + 1));
}

/** Parts without anything between them: each starts where the one before ends. */
export function neighbours(bytes: Uint8Array, bounds: Uint32Array): Parts {
  return { bytes, starts: bounds.subarray(0, -1), ends: bounds.subarray(1) };
}

/** What stands between spaces. */
export function betweenSpaces(bytes: Uint8Array): Parts {
  return partsWhere(bytes, (byte) => byte !== 0x20);
}

/** The longest runs of bytes that belong to a part. */
export function partsWhere(bytes: Uint8Array, belongs: (byte: number) => boolean): Parts {
  const most = Math.ceil(bytes.length / 2);
  const starts = new Uint32Array(most);
  const ends = new Uint32Array(most);
  let count = 0;
  let start = 0;
  for (let end = 0; end <= bytes.length; end++) {
    if (end < bytes.length && belongs(bytes[end]!)) continue;
    if (end > start) {
      starts[count] = start;
      ends[count++] = end;
    }
    start = end + 1;
  }
  return { bytes, starts: starts.subarray(0, count), ends: ends.subarray(0, count) };
}

/** All runs of `size` parts, from 1, with what stands between them; none if there are fewer. */
export function runs({ bytes, starts, ends }: Parts, size: number): Parts {
  return { bytes, starts: starts.subarray(0, Math.max(0, starts.length - size + 1)), ends: ends.subarray(size - 1) };
}

/** All runs of `size` parts; of fewer the one run that all bytes make. */
export function runsOrWhole(parts: Parts, size: number): Parts {
  return parts.starts.length < size ? whole(parts.bytes) : runs(parts, size);
}

/** Each part of well-formed UTF-8 as a string: slices of one, since to decode so little at a time costs ten times as much. */
export function* decoded({ bytes, starts, ends }: Parts): Iterable<string> {
  const text = decoder.decode(bytes);
  const units = unitsBefore(bytes);
  for (let i = 0; i < starts.length; i++) yield text.slice(units[starts[i]!], units[ends[i]!]);
}

/** How many units of UTF-16 the bytes before each byte, and before the end, are. */
function unitsBefore(bytes: Uint8Array): Uint32Array {
  const units = new Uint32Array(bytes.length + 1);
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    const isContinuation = (byte & 0xc0) === 0x80;
    units[at + 1] = units[at]! + (isContinuation ? 0 : byte < 0xf0 ? 1 : 2);
  }
  return units;
}
