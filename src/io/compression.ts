import { pipeline } from 'node:stream';
import { InputError } from './errors.ts';
import type { Bytes, WithHead } from './head.ts';

const isGzip = (head: Uint8Array): boolean => head[0] === 0x1f && head[1] === 0x8b;
/** A frame of data, or one that is passed over, with which what pzstd writes begins (RFC 8878, 3.1). */
const isZstd = ([a = 0, b, c, d]: Uint8Array): boolean =>
  (a === 0x28 && b === 0xb5 && c === 0x2f && d === 0xfd) || (a >> 4 === 5 && b === 0x2a && c === 0x4d && d === 0x18);

/** Whether bytes begin like gzip or Zstandard data. */
export const isCompressed = (head: Uint8Array): boolean => isGzip(head) || isZstd(head);

/**
 * Bytes without their compression; those that have none pass as they are.
 *
 * @param name what the bytes are called if they are damaged
 * @throws {InputError} if compressed data is damaged or ends too early
 */
export async function* decompressed({ head, all }: WithHead, name: string): AsyncGenerator<Buffer> {
  const kind = isGzip(head) ? 'gzip' : 'zstd';
  if (!isCompressed(head)) return yield* all;
  let size = 0;
  try {
    for await (const chunk of kind === 'gzip' ? gunzip(all) : unzstd(all)) {
      size += chunk.length;
      yield chunk;
    }
  } catch (error) {
    if ('syscall' in (error as object)) throw error;
    throw new InputError(
      `Cannot read ${name}: its ${kind} data is damaged or cut off after ${size} bytes of content ` +
        `(${(error as Error).message}). Fetch or compress it again.`,
    );
  }
}

/** What Node needs for it is loaded when it is: that takes 3 ms. */
async function* gunzip(bytes: Bytes): AsyncGenerator<Buffer> {
  const { createGunzip } = await import('node:zlib');
  yield* pipeline(bytes, createGunzip(), () => {}) as Bytes;
}

/** Not by Node's own decoder: in 22.23 it stops after the first frame without a word, and takes data that is cut off for whole. */
async function* unzstd(bytes: Bytes): AsyncGenerator<Buffer> {
  const { Decompress } = await import('fzstd');
  let ready: Buffer[] = [];
  const decoder = new Decompress((chunk) => ready.push(Buffer.from(chunk)));
  for await (const chunk of bytes) {
    // Zstandard expands without bounds: small pieces keep what is ready small.
    for (let at = 0; at < chunk.length; at += PIECE) {
      decoder.push(chunk.subarray(at, at + PIECE));
      yield* ready;
      ready = [];
    }
  }
  decoder.push(new Uint8Array(), true);
  yield* ready;
}

const PIECE = 16 * 1024;
