import zlib from 'node:zlib';
import type { Compressors } from 'hyparquet';
import { compressors as thoseOfLibrary } from 'hyparquet-compressors';
import { compressionOf } from '../bytes/compression-kind.ts';

/**
 * What decompresses pages. One without any value in it, as of a column of nulls, is empty however it was compressed; the
 * library's LZ4 takes that for damage.
 */
export const compressors: Compressors = Object.fromEntries(
  Object.entries({
    ...thoseOfLibrary,
    GZIP: decompressGzip,
    BROTLI: decompressBrotli,
    LZ4: decompressLz4,
    LZ4_RAW: decompressBlock,
  }).map(([codec, decompress]) => [
    codec,
    (input: Uint8Array, length: number) => (length === 0 ? new Uint8Array() : decompress(input, length)),
  ]),
);

/** The library passes over its checksum. Some writers leave out the frame that has it. */
function decompressGzip(input: Uint8Array, length: number): Uint8Array {
  return compressionOf(input) === 'gzip'
    ? zlib.gunzipSync(input, { maxOutputLength: length })
    : (thoseOfLibrary.GZIP!(input, length) as Uint8Array);
}

/** The library fills up with zeros what is too short. */
function decompressBrotli(input: Uint8Array, length: number): Uint8Array {
  return zlib.brotliDecompressSync(input, { maxOutputLength: length });
}

/**
 * LZ4 as Hadoop writes it: parts, each with its length, of blocks, each with its length as it is compressed; a part that is
 * longer than 256 KiB has several. Others wrote a bare block. The library knows of one block in a part, and takes a bare one
 * for damage if it begins like a part.
 */
function decompressLz4(input: Uint8Array, length: number): Uint8Array {
  const output = new Uint8Array(length);
  let at = 0;
  for (const { block, size } of blocksOfHadoop(input, length) ?? [{ block: input, size: length }]) {
    output.set(decompressBlock(block, size), at);
    at += size;
  }
  return output;
}

/** The library fills up with zeros what is too short. */
function decompressBlock(block: Uint8Array, size: number): Uint8Array {
  if (sizeOf(block) !== size) throw new Error('a page in LZ4 is damaged');
  return thoseOfLibrary.LZ4_RAW!(block, size) as Uint8Array;
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
