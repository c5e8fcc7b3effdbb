import { InputError } from '../errors.ts';
import { gunzip, isGzip } from './gzip.ts';
import { type Bytes, HEAD, type WithHead } from './head.ts';
import { isZstd, unzstd } from './zstd.ts';

const READERS: Readonly<Record<string, (bytes: Bytes) => AsyncIterable<Buffer>>> = { gzip: gunzip, zstd: unzstd };

/** How data begins that is not read here, in hexadecimal digits. */
const OTHERS: Readonly<Record<string, RegExp>> = {
  bzip2: /^425a683[1-9]314159265359/,
  xz: /^fd377a585a00/,
  zip: /^504b0304/,
  lz4: /^04224d18/,
};

/** Whether bytes begin like compressed data, which need not be of a kind that is read here. */
export const isCompressed = (head: Uint8Array): boolean => compressionOf(head) !== undefined;

function compressionOf(head: Uint8Array): string | undefined {
  if (isGzip(head)) return 'gzip';
  if (isZstd(head)) return 'zstd';
  const begin = Buffer.from(head.subarray(0, HEAD)).toString('hex');
  return Object.keys(OTHERS).find((kind) => OTHERS[kind]!.test(begin));
}

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
  if (!read) {
    throw new InputError(
      `Cannot read ${name}: it is compressed by ${kind}. Decompress it first, or compress it by gzip or zstd.`,
    );
  }
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
