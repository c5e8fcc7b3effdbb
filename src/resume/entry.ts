// A portion of settled documents as bytes: its number, that of its first document, how many documents, fingerprints of
// each, and pairs there are (u32 each, and one more that is 0); then, column by column: fingerprints (u64), similarities
// (f64), features, compared, a and b (u32), isOpen, distances and same (u8).
import type { Settled } from '../dedupe/settled.ts';

const HEAD = 24;

/** A settled portion of the input. */
export interface Entry extends Settled {
  /** Which of the portions it is, counted from 0. */
  readonly portion: number;
}

export function encodeEntry({ portion, first, length, fingerprints, pairs, ...columns }: Entry): Uint8Array {
  const head = Uint32Array.of(portion, first, length, fingerprints.length, pairs.length, 0);
  const all = [
    head,
    ...fingerprints,
    Float64Array.from(pairs, ({ similarity }) => similarity),
    columns.features,
    columns.compared,
    Uint32Array.from(pairs, ({ a }) => a),
    Uint32Array.from(pairs, ({ b }) => b),
    columns.isOpen,
    Uint8Array.from(pairs, ({ distance }) => distance),
    Uint8Array.from(pairs, ({ same }) => Number(same === true)),
  ];
  const bytes = new Uint8Array(all.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const column of all) {
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), at);
    at += column.byteLength;
  }
  return bytes;
}

/** @param bytes those of an entry, which was found to be whole */
export function decodeEntry(bytes: Uint8Array): Entry {
  // Not by `slice`, with which a Buffer stays where it is: a small one somewhere in a buffer that it shares with others.
  const { buffer } = new Uint8Array(bytes);
  const [portion, first, length, repeats, count] = new Uint32Array(buffer, 0, HEAD / 4) as unknown as number[];
  let at = HEAD;
  const take = <T>(
    Type: { new (buffer: ArrayBuffer, at: number, length: number): T; BYTES_PER_ELEMENT: number },
    size: number,
  ): T => {
    const column = new Type(buffer, at, size);
    at += size * Type.BYTES_PER_ELEMENT;
    return column;
  };
  const fingerprints = Array.from({ length: repeats! }, () => take(BigUint64Array, length!));
  const similarities = take(Float64Array, count!);
  const [features, compared] = [take(Uint32Array, length!), take(Uint32Array, length!)];
  const [a, b] = [take(Uint32Array, count!), take(Uint32Array, count!)];
  const [isOpen, distances, same] = [take(Uint8Array, length!), take(Uint8Array, count!), take(Uint8Array, count!)];
  const pairs = Array.from({ length: count! }, (_, i) => ({
    a: a[i]!,
    b: b[i]!,
    distance: distances[i]!,
    similarity: similarities[i]!,
    same: same[i] === 1,
  }));
  return { portion: portion!, first: first!, length: length!, fingerprints, features, compared, isOpen, pairs };
}
