import { InputError } from '../errors.ts';
import { gunzip, isGzip } from './gzip.ts';
import type { WithHead } from './head.ts';
import { isZstd, unzstd } from './zstd.ts';

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
