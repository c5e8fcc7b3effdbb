import type { Compressors } from 'hyparquet';
import { compressors as thoseOfLibrary } from 'hyparquet-compressors';

/**
 * What decompresses pages. One without any value in it, as of a column of nulls, is empty however it was compressed; the
 * library's LZ4 takes that for damage.
 */
export const compressors: Compressors = Object.fromEntries(
  Object.entries({ ...thoseOfLibrary, LZ4: decompressLz4 }).map(([codec, decompress]) => [
    codec,
    (input: Uint8Array, length: number) => (length === 0 ? new Uint8Array() : decompress(input, length)),
  ]),
);

/**
 * LZ4 as Hadoop writes it: parts, each with its length, of blocks, each with its length as it is compressed. The library
 * takes each part for one block, but one that is longer than 256 KiB has several. Others wrote a single bare block.
 */
function decompressLz4(input: Uint8Array, length: number): Uint8Array {
  const blocks = blocksOfHadoop(input, length);
  if (blocks === undefined) return thoseOfLibrary.LZ4!(input, length) as Uint8Array;
  const output = new Uint8Array(length);
  let at = 0;
  for (const { block, size } of blocks) {
    output.set(thoseOfLibrary.LZ4_RAW!(block, size) as Uint8Array, at);
    at += size;
  }
  return output;
}

interface Block {
  readonly block: Uint8Array;
  /** Its length when it is decompressed. */
  readonly size: number;
}

/** Undefined if that is not how a page is written. */
function blocksOfHadoop(input: Uint8Array, length: number): Block[] | undefined {
  const view = new DataView(input.buffer, input.byteOffset, input.byteLength);
  const blocks: Block[] = [];
  let [at, left, leftOfPart] = [0, length, 0];
  while (at + 4 <= input.length) {
    const next = view.getUint32(at);
    at += 4;
    if (leftOfPart === 0) {
      leftOfPart = next;
      continue;
    }
    const block = input.subarray(at, at + next);
    const size = sizeOf(block);
    if (block.length < next || !(size <= leftOfPart)) return undefined;
    blocks.push({ block, size });
    at += next;
    leftOfPart -= size;
    left -= size;
  }
  return at === input.length && left === 0 && leftOfPart === 0 ? blocks : undefined;
}

/** How long a block is when it is decompressed; no number if it is damaged. */
function sizeOf(block: Uint8Array): number {
  let [at, size] = [0, 0];
  const lengthFrom = (half: number): number => {
    let all = half;
    for (let byte = half === 15 ? 255 : 0; byte === 255; all += byte) byte = block[at++]!;
    return all;
  };
  while (at < block.length) {
    const token = block[at++]!;
    const literals = lengthFrom(token >> 4);
    at += literals;
    size += literals;
    if (at >= block.length) return at === block.length ? size : Number.NaN;
    at += 2;
    size += lengthFrom(token & 15) + 4;
  }
  return size;
}
