import { InputError } from '../errors.ts';
import { compressionOf, otherCompression } from './compression-kind.ts';
import { gunzip } from './gzip.ts';
import type { Bytes, WithHead } from './head.ts';
import { unzstd } from './zstd.ts';

const READERS: Readonly<Record<string, (bytes: Bytes) => AsyncIterable<Buffer>>> = { gzip: gunzip, zstd: unzstd };

/** Whether bytes begin like compressed data, which need not be of a kind that is read here. */
export const isCompressed = (head: Uint8Array): boolean => compressionOf(head) !== undefined;

/**
 * Bytes without their compression; those that have none pass as they are.
 *
 * @param name what the bytes are called if they are damaged
 * @throws {InputError} if compressed data is of another kind than gzip and Zstandard, damaged, or ends too early
 */
export async function* decompressed({ head, all }: WithHead, name: string): AsyncGenerator<Buffer> {
  const kind = compressionOf(head);
  if (kind === undefined) return yield* all;
  const read = READERS[kind];
  if (!read) throw otherCompression(name, kind);
  let size = 0;
  try {
    for await (const chunk of read(all)) {
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
